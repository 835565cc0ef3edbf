import { hash } from 'node:crypto';
import { type RenderScope, renderClock, renderScope } from '../../domain/messages/templates/render-fields.ts';
import { findTextsOf } from '../../store/campaigns/step-text-store.ts';
import { findCompanies } from '../../store/companies/company-store.ts';
import { findContacts } from '../../store/contacts/contact-store.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import type { Person } from '../fields/claims/evidence.ts';
import type { CampaignMailbox } from './campaign-mailboxes.ts';

export type { Person };

/** Contacts with their companies, by contact ID. Takes three queries for any number of contacts. */
export async function findPeople(workspaceId: string, contactIds: string[]): Promise<Map<string, Person>> {
  const [contacts, written] = await Promise.all([
    findContacts(workspaceId, contactIds),
    findTextsOf(workspaceId, contactIds),
  ]);
  const companyIds = [...new Set(contacts.flatMap(({ companyId }) => (companyId ? [companyId] : [])))];
  const companies = companyIds.length === 0 ? [] : await findCompanies(workspaceId, companyIds);
  const byId = new Map(companies.map((company) => [company.id, company]));
  return new Map(
    contacts.map((contact) => {
      const own = written.get(contact.id);
      const person = { contact, company: byId.get(contact.companyId ?? '') ?? null, ...(own && { written: own }) };
      return [contact.id, person];
    }),
  );
}

/** Sender name that recipients see. */
export function senderNameOf(
  { displayName }: Pick<CampaignMailbox, 'displayName'>,
  { settings, name }: Pick<WorkspaceRecord, 'settings' | 'name'>,
): string {
  return displayName || settings.senderName || name;
}

export function scopeOf(
  { contact, company, written }: Person,
  mailbox: Pick<CampaignMailbox, 'displayName' | 'address'>,
  workspace: WorkspaceRecord,
  now: Date,
): RenderScope {
  const sender = { name: senderNameOf(mailbox, workspace), address: mailbox.address };
  const timeZone = contact.timeZone ?? workspace.settings.timeZone;
  const clock = { now, timeZone, language: contact.language ?? null };
  return { ...renderScope(contact, company, sender), ...(written && { written }), [renderClock]: clock };
}

/** Mailbox that contacts a person: the same one for the preview, the first message, and all follow-ups. */
export function mailboxFor(mailboxes: CampaignMailbox[], contactId: string): CampaignMailbox {
  const draw = Number.parseInt(hash('sha256', contactId, 'hex').slice(0, 12), 16);
  return mailboxes[draw % mailboxes.length]!;
}
