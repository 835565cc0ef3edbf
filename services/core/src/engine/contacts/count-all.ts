import { countCompanies } from '../../store/companies/company-store.ts';
import { countContacts } from '../../store/contacts/contact-bulk-store.ts';

/** More are not counted: an exact number of many says no more than that they are many. */
export const countedMax = 10_000;

/** How many contacts or companies a workspace has, up to that many. */
export function countAll(workspaceId: string, kind: 'contact' | 'company'): Promise<number> {
  return kind === 'contact' ? countContacts(workspaceId, {}, countedMax) : countCompanies(workspaceId, {}, countedMax);
}
