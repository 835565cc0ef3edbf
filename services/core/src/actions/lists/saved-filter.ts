import { Type } from 'typebox';
import { companyFilterProperties } from '../../engine/companies/company-filter.ts';
import { type ContactFilter, contactFilterProperties } from '../../engine/contacts/contact-filter.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { customConditions } from '../../engine/fields/custom-fields.ts';
import { AppError } from '../../errors/errors.ts';
import { Named } from '../../schema/schema.ts';
import type { ListRecord } from '../../store/lists/list-store.ts';

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
        'Dynamic lists: the filter that its members match, with the members that list_contacts takes, or list_companies for a list of companies.',
    },
  ),
);

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
    return;
  }
  throw new AppError('validation_failed', `filter.${foreign} is no filter of a list of ${memberType} records.`, {
    field: `filter.${foreign}`,
    allowedValues,
  });
}
