import { Type } from 'typebox';
import { AppError } from '../../errors.ts';
import type { ListRecord } from '../../store/crm/list-store.ts';
import { companyFilterProperties } from '../companies/company-filter.ts';
import { contactFilterProperties } from '../contacts/contact-filter.ts';

const { listId: _noContactList, ...contactProperties } = contactFilterProperties;
const { listId: _noCompanyList, ...companyProperties } = companyFilterProperties;

/** What a dynamic list holds: the filters of list_contacts or list_companies, except for another list. */
export const SavedFilter = Type.Object(
  { ...companyProperties, ...contactProperties },
  {
    additionalProperties: false,
    minProperties: 1,
    description:
      'Dynamic lists: the filter that its members match, with the members that list_contacts takes, or list_companies for a list of companies.',
  },
);

/** Each kind of record has filters of its own. */
export const refuseForeignFilters = (memberType: ListRecord['memberType'], filter: object | undefined): void => {
  const allowedValues = Object.keys(memberType === 'contact' ? contactProperties : companyProperties);
  const foreign = Object.keys(filter ?? {}).find((name) => !allowedValues.includes(name));
  if (foreign === undefined) return;
  throw new AppError('validation_failed', `filter.${foreign} is no filter of a list of ${memberType} records.`, {
    field: `filter.${foreign}`,
    allowedValues,
  });
};
