import { contactLabel } from '../../domain/contacts/contact.ts';
import { companyLabel } from '../../domain/text/plain-text.ts';
import { findCompanies } from '../../store/companies/company-store.ts';
import { findContacts } from '../../store/contacts/contact-store.ts';
import type { MarkedType } from '../../store/lists/record-marks-store.ts';

export interface LabelledRecord {
  label: string;
  tags: string[];
  listIds: string[];
}

/** Records by ID, with their labels, tags, and lists. */
export async function findLabelled(
  workspaceId: string,
  type: MarkedType,
  recordIds: string[],
): Promise<Map<string, LabelledRecord>> {
  const records =
    type === 'contact'
      ? (await findContacts(workspaceId, recordIds)).map((contact) => ({ ...contact, label: contactLabel(contact) }))
      : (await findCompanies(workspaceId, recordIds)).map((company) => ({ ...company, label: companyLabel(company) }));
  return new Map(records.map(({ id, label, tags, listIds }) => [id, { label, tags, listIds }]));
}
