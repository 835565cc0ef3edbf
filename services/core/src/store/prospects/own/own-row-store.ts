import type { Model } from 'mongoose';
import { type DocOf, defineModel, stored } from '../../documents/define-model.ts';
import { insertDocuments } from '../../documents/insert-documents.ts';
import { number, object, optional, string } from '../../documents/paths.ts';

export type RowKind = 'person' | 'company';

/** Row to store: `row` is its number in the data set, and `key` stays the same over all imports. */
export interface NewRow<Facts extends object> {
  row: number;
  key: string;
  facts: Facts & { id: string; email?: string | null };
}

const row = {
  workspaceId: string,
  dataSetId: string,
  row: number,
  key: string,
  email: optional(string),
  /** Person or company, in the shape that sources return. */
  person: optional(object<Record<string, unknown>>()),
  company: optional(object<Record<string, unknown>>()),
};
export type RowDoc = DocOf<typeof OwnPersonModel>;

const OwnPersonModel = defineModel(
  'OwnPerson',
  'own_people',
  stored(row)
    .index({ workspaceId: 1, dataSetId: 1, key: 1 })
    .index({ workspaceId: 1, email: 1 })
    .index({ workspaceId: 1, 'person.id': 1 })
    .index({ workspaceId: 1, 'person.company.domain': 1 }),
);

const OwnCompanyModel = defineModel(
  'OwnCompany',
  'own_companies',
  stored(row).index({ workspaceId: 1, dataSetId: 1, key: 1 }).index({ workspaceId: 1, 'company.id': 1 }),
);

export function ownRowModel(kind: RowKind): Model<RowDoc> {
  return kind === 'person' ? OwnPersonModel : OwnCompanyModel;
}

/** Padded, so that the rows of a data set sort by number. */
export function rowId(dataSetId: string, kind: RowKind, row: number): string {
  return `${dataSetId}:${kind.charAt(0)}${String(row).padStart(9, '0')}`;
}

export interface StoredRow<Facts> {
  dataSetId: string;
  row: number;
  key: string;
  facts: Facts;
}

export function toOwnRow<Facts>({ dataSetId, row, key, person, company }: RowDoc): StoredRow<Facts> {
  return { dataSetId, row, key, facts: (person ?? company) as Facts };
}

export async function insertRows(
  workspaceId: string,
  dataSetId: string,
  kind: RowKind,
  rows: readonly NewRow<object>[],
): Promise<void> {
  const documents = rows.map(({ row, key, facts }) => ({
    _id: rowId(dataSetId, kind, row),
    workspaceId,
    dataSetId,
    row,
    key,
    ...(facts.email != null && { email: facts.email }),
    [kind]: { ...facts },
  }));
  await insertDocuments(ownRowModel(kind), documents);
}

interface RowRange {
  from: number;
  to: number;
}

const rowsPerRead = 1_000;

async function* readDocs(
  workspaceId: string,
  dataSetId: string,
  kind: RowKind,
  { from, to }: RowRange,
  fields: Record<string, 1> = {},
): AsyncGenerator<RowDoc[]> {
  for (let next = from; next < to; ) {
    const between = { $gte: rowId(dataSetId, kind, next), $lt: rowId(dataSetId, kind, to) };
    const found = await ownRowModel(kind)
      .find({ _id: between, workspaceId }, fields)
      .sort({ _id: 1 })
      .limit(rowsPerRead)
      .lean<RowDoc[]>();
    if (found.length === 0) return;
    yield found;
    next = found.at(-1)!.row + 1;
  }
}

/** Rows from one number up to before another, in order, a thousand at a time. */
export async function* readRows<Facts>(
  workspaceId: string,
  dataSetId: string,
  kind: RowKind,
  range: RowRange,
): AsyncGenerator<StoredRow<Facts>[]> {
  for await (const docs of readDocs(workspaceId, dataSetId, kind, range)) yield docs.map(toOwnRow<Facts>);
}

/** Their keys alone. */
export async function* readKeys(
  workspaceId: string,
  dataSetId: string,
  kind: RowKind,
  range: RowRange,
): AsyncGenerator<string[]> {
  for await (const docs of readDocs(workspaceId, dataSetId, kind, range, { row: 1, key: 1 }))
    yield docs.map(({ key }) => key);
}

/** Numbers of the rows with these keys, by key. */
export async function findRowsByKey(
  workspaceId: string,
  dataSetId: string,
  kind: RowKind,
  keys: string[],
): Promise<Map<string, number[]>> {
  if (keys.length === 0) return new Map();
  const found = await ownRowModel(kind)
    .find({ workspaceId, dataSetId, key: { $in: keys } }, { row: 1, key: 1 })
    .lean<RowDoc[]>();
  const rows = new Map<string, number[]>();
  for (const { key, row } of found) rows.set(key, [...(rows.get(key) ?? []), row]);
  return rows;
}

/** Rows with these numbers, in their order. */
export async function findRowsAt<Facts>(
  workspaceId: string,
  dataSetId: string,
  kind: RowKind,
  rows: number[],
): Promise<StoredRow<Facts>[]> {
  const ids = rows.map((row) => rowId(dataSetId, kind, row));
  const found = await ownRowModel(kind)
    .find({ _id: { $in: ids }, workspaceId })
    .limit(rows.length)
    .lean<RowDoc[]>();
  const byRow = new Map(found.map((doc) => [doc.row, doc]));
  return rows.flatMap((row) => byRow.get(row) ?? []).map(toOwnRow<Facts>);
}

/** Deletes these rows. */
export async function deleteRowsAt(
  workspaceId: string,
  dataSetId: string,
  kind: RowKind,
  rows: number[],
): Promise<void> {
  await deleteRowIds(
    workspaceId,
    kind,
    rows.map((row) => rowId(dataSetId, kind, row)),
  );
}

/** IDs of up to `limit` rows from a number on. */
export async function findRowIdsFrom(
  workspaceId: string,
  dataSetId: string,
  kind: RowKind,
  from: number,
  limit: number,
): Promise<string[]> {
  const found = await ownRowModel(kind)
    .find({ _id: { $gte: rowId(dataSetId, kind, from), $lt: `${dataSetId};` }, workspaceId }, { _id: 1 })
    .limit(limit)
    .lean<{ _id: string }[]>();
  return found.map(({ _id }) => _id);
}

export async function deleteRowIds(workspaceId: string, kind: RowKind, ids: string[]): Promise<void> {
  if (ids.length > 0) await ownRowModel(kind).deleteMany({ _id: { $in: ids }, workspaceId });
}
