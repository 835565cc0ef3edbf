import { Type } from 'typebox';
import { conditionsIn, readWhere } from '../../domain/fields/queries/where.ts';
import { companyFilterProperties } from '../../engine/companies/company-filter.ts';
import { type ContactFilter, contactFilterProperties } from '../../engine/contacts/contact-filter.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { customConditions } from '../../engine/fields/custom-fields.ts';
import { companyQueryFields, contactQueryFields } from '../../engine/fields/query/record-query-fields.ts';
import type { WhereInput } from '../../engine/fields/query/where-input.ts';
import { AppError } from '../../errors/errors.ts';
import { Named } from '../../schema/schema.ts';
import { serverNow } from '../../store/documents/server-clock.ts';
import { findLists, type ListRecord } from '../../store/lists/list-store.ts';

const { listId: _noContactList, ...contactProperties } = contactFilterProperties;
const { listId: _noCompanyList, ...companyProperties } = companyFilterProperties;

/** Filter of a dynamic list: the filters of list_contacts or list_companies, except for other lists. */
export const SavedFilter = Named(
  'SavedFilter',
  Type.Object(
    { ...companyProperties, ...contactProperties },
    {
      additionalProperties: false,
      minProperties: 1,
      description:
        'Filter of a dynamic list: the filters of list_contacts, or of list_companies for a list of companies.',
    },
  ),
);

/** Requires a `where` that fits, and that names no other dynamic list. */
async function requireWhere(
  memberType: ListRecord['memberType'],
  where: WhereInput | undefined,
  ctx: ActionContext,
): Promise<void> {
  if (where === undefined) return;
  const fields = await (memberType === 'contact' ? contactQueryFields(ctx) : companyQueryFields(ctx));
  const conditions = conditionsIn(readWhere(where, fields, await serverNow()));
  const listIds = conditions.flatMap(({ field, test }) =>
    field.path === 'listIds' && test.op === 'eq' ? test.values.map(String) : [],
  );
  const dynamic = (await findLists(ctx.workspaceId, listIds)).find(({ kind }) => kind === 'dynamic');
  if (dynamic === undefined) return;
  throw new AppError('validation_failed', `A dynamic list cannot use another dynamic list, ${dynamic.name}.`, {
    field: 'filter.where',
  });
}

/** Requires a filter that fits the record type, including its custom fields. */
export async function requireFilter(
  memberType: ListRecord['memberType'],
  filter: ContactFilter | undefined,
  ctx: ActionContext,
): Promise<void> {
  const allowedValues = Object.keys(memberType === 'contact' ? contactProperties : companyProperties);
  const foreign = Object.keys(filter ?? {}).find((name) => !allowedValues.includes(name));
  if (foreign === undefined) {
    await customConditions(filter?.customFields, memberType, ctx);
    await requireWhere(memberType, filter?.where, ctx);
    return;
  }
  throw new AppError('validation_failed', `filter.${foreign} is not a filter for a list of ${memberType} records.`, {
    field: `filter.${foreign}`,
    allowedValues,
  });
}
