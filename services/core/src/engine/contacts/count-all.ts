import { countCompanies } from '../../store/companies/company-store.ts';
import { countContacts } from '../../store/contacts/contact-store.ts';

/** Limit for counting, because an exact larger number adds no information. */
export const countedMax = 10_000;

const everything = { filter: {} };

/** Number of contacts or companies in a workspace, up to that limit. */
export function countAll(workspaceId: string, kind: 'contact' | 'company'): Promise<number> {
  return kind === 'contact'
    ? countContacts(workspaceId, everything, countedMax)
    : countCompanies(workspaceId, everything, countedMax);
}
