import { hash } from 'node:crypto';
import { type RenderScope, renderClock, renderScope } from '../../domain/messages/templates/render-fields.ts';
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

/** The name that recipients see. */
export function senderNameOf(
  { displayName }: Pick<CampaignMailbox, 'displayName'>,
  { settings, name }: Pick<WorkspaceRecord, 'settings' | 'name'>,
): string {
  return displayName || settings.senderName || name;
}

export function scopeOf(
  { contact, company }: Person,
  mailbox: Pick<CampaignMailbox, 'displayName' | 'address'>,
  workspace: WorkspaceRecord,
  now: Date,
): RenderScope {
  const sender = { name: senderNameOf(mailbox, workspace), address: mailbox.address };
  const timeZone = contact.timeZone ?? workspace.settings.timeZone;
  const clock = { now, timeZone, language: contact.language ?? null };
  return { ...renderScope(contact, company, sender), [renderClock]: clock };
}

/** Which mailbox writes to a contact: the same one for the preview, the first message and all that follow. */
export function mailboxFor(mailboxes: CampaignMailbox[], contactId: string): CampaignMailbox {
  const draw = Number.parseInt(hash('sha256', contactId, 'hex').slice(0, 12), 16);
  return mailboxes[draw % mailboxes.length]!;
}
