import { ownRowModel, type RowDoc, type RowKind, type StoredRow, toOwnRow } from './own-row-store.ts';

/** Rows whose person or company has one of these IDs. */
export async function findRowsById<Facts>(
  workspaceId: string,
  kind: RowKind,
  ids: string[],
): Promise<StoredRow<Facts>[]> {
  const found = await ownRowModel(kind)
    .find({ workspaceId, [`${kind}.id`]: { $in: ids } })
    .lean<RowDoc[]>();
  return found.map(toOwnRow<Facts>);
}

interface Hint {
  email?: string;
  firstName?: string;
  lastName?: string;
  companyDomain?: string;
}

/** People with an email address if one is given, otherwise with a name at a company. */
export async function findNamedRows<Facts>(
  workspaceId: string,
  { email, firstName, lastName, companyDomain }: Hint,
): Promise<StoredRow<Facts>[]> {
  const named = {
    'person.company.domain': companyDomain,
    'person.firstName': firstName,
    'person.lastName': lastName,
  };
  const found = await ownRowModel('person')
    .find({ workspaceId, ...(email === undefined ? named : { email }) })
    .sort({ _id: 1 })
    .limit(100)
    .lean<RowDoc[]>();
  return found.map(toOwnRow<Facts>);
}
