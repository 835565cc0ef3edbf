import { hash } from 'node:crypto';
import { type RenderScope, renderScope } from '../../domain/messages/templates/render-fields.ts';
import { type CompanyRecord, findCompanies } from '../../store/companies/company-store.ts';
import { type ContactRecord, findContacts } from '../../store/contacts/contact-store.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import type { CampaignMailbox } from './campaign-mailboxes.ts';

/** A contact with all that a template may name. */
export interface Person {
  contact: ContactRecord;
  company: CompanyRecord | null;
}

/** The contacts with their companies, by id. Two queries, however many they are. */
export async function findPeople(workspaceId: string, contactIds: string[]): Promise<Map<string, Person>> {
  const contacts = await findContacts(workspaceId, contactIds);
  const companyIds = [...new Set(contacts.flatMap(({ companyId }) => (companyId ? [companyId] : [])))];
  const companies = companyIds.length === 0 ? [] : await findCompanies(workspaceId, companyIds);
  const byId = new Map(companies.map((company) => [company.id, company]));
  return new Map(
    contacts.map((contact) => [contact.id, { contact, company: byId.get(contact.companyId ?? '') ?? null }]),
  );
}

export function scopeOf(
  { contact, company }: Person,
  mailbox: Pick<CampaignMailbox, 'displayName' | 'address'>,
  workspace: WorkspaceRecord,
): RenderScope {
  return renderScope(contact, company, {
    name: mailbox.displayName || workspace.settings.senderName || workspace.name,
    address: mailbox.address,
  });
}

/** Which mailbox writes to a contact: the same one for the preview, the first message and all that follow. */
export function mailboxFor(mailboxes: CampaignMailbox[], contactId: string): CampaignMailbox {
  const draw = Number.parseInt(hash('sha256', contactId, 'hex').slice(0, 12), 16);
  return mailboxes[draw % mailboxes.length]!;
}
