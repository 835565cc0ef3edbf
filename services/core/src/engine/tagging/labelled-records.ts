import { contactLabel } from '../../domain/crm/contact.ts';
import { companyLabel } from '../../domain/plain-text.ts';
import { findCompanies } from '../../store/crm/company-store.ts';
import { findContacts } from '../../store/crm/contact-store.ts';
import type { MarkedType } from '../../store/crm/record-marks-store.ts';

export interface LabelledRecord {
  label: string;
  tags: string[];
  listIds: string[];
}

/** Records by id, with what they are called and their tags and lists. */
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
