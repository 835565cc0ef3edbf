import type { ContactFacts } from '../../domain/contacts/contact.ts';
import { contactLabel } from '../../domain/contacts/contact.ts';
import type { FactChanges } from '../../domain/contacts/contact-changes.ts';
import { statusAt } from '../../domain/contacts/invented-person.ts';
import { timeZoneOfPlace } from '../../domain/contacts/places/time-zone-country.ts';
import { sourcesWithout } from '../../domain/fields/field-sources.ts';
import { notFound } from '../../errors/errors.ts';
import { redirectMessages } from '../../store/campaigns/held-messages.ts';
import { changeContactCount } from '../../store/companies/company-store.ts';
import {
  type ContactChanges,
  type ContactRecord,
  findContact,
  updateContactFields,
} from '../../store/contacts/contact-store.ts';
import { keptDigests, mailboxDigest, personDigests, profileDigests } from '../../store/secrets/address-digests.ts';
import { extendSuppressions } from '../../store/suppressions/amend-suppressions.ts';
import { findSuppressedProfiles, isSuppressed } from '../../store/suppressions/suppression-store.ts';
import { announceHeld } from '../campaigns/announce-held.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { PlannedEffect } from '../context/plan.ts';
import { plannedUpdate } from '../context/planned-update.ts';
import { ensureCompany } from './add-contact.ts';
import { endSequencesAfter } from './end-sequences.ts';

export async function requireContact(contactId: string, ctx: ActionContext): Promise<ContactRecord> {
  const contact = await findContact(ctx.workspaceId, contactId);
  if (contact === null) throw notFound('contact', contactId);
  return contact;
}

export function updateEffect(contact: ContactRecord, changes: object): PlannedEffect {
  return plannedUpdate({ type: 'contact', id: contact.id, label: contactLabel(contact), before: contact, changes });
}

/** Consequences of a change: the status of a new email address, the date of the legal basis, the inferred time zone. */
export function derivedChanges(
  before: ContactRecord,
  changes: FactChanges & ContactChanges,
  { config, now }: Pick<ActionContext, 'config' | 'now'>,
): ContactChanges {
  const derived: ContactChanges = {};
  if ('email' in changes || 'linkedinUrl' in changes) derived.addressDigests = formerAddresses(before, changes);
  if ('email' in changes && !('emailStatus' in changes)) derived.emailStatus = 'unverified';
  const { email, emailStatus } = { ...before, ...changes };
  const status = statusAt(email, emailStatus, config);
  if ('emailStatus' in changes && status !== emailStatus) derived.emailStatus = status;
  if ('email' in changes || 'emailStatus' in changes) derived.emailStatusCheckedAt = undefined;
  if ('declaredBasis' in changes) derived.basisSetAt = changes.declaredBasis === undefined ? undefined : now();
  const sources = 'sources' in changes ? undefined : sourcesWithout(before.sources, Object.keys(changes));
  if (sources !== undefined) derived.sources = sources;
  if (changes.timeZone !== undefined) derived.isTimeZoneInferred = undefined;
  else if ('timeZone' in changes || ('location' in changes && (before.isTimeZoneInferred || !before.timeZone))) {
    const timeZone = timeZoneOfPlace('location' in changes ? changes.location : before.location);
    Object.assign(derived, { timeZone, isTimeZoneInferred: timeZone === undefined ? undefined : true });
  }
  return derived;
}

/** Keeps the digest of the previous email address, because opt-outs and matching also use former addresses. */
function formerAddresses(before: ContactRecord, changes: FactChanges & ContactChanges): string[] | undefined {
  const { workspaceId, email } = before;
  const { addressDigests = before.addressDigests ?? [] } = changes;
  const former = email !== undefined && 'email' in changes ? [mailboxDigest(workspaceId, email)] : [];
  const kept = keptDigests(workspaceId, { ...before, ...changes }, [...addressDigests, ...former]);
  return kept.length > 0 ? kept : undefined;
}

/**
 * Stores the changes and their consequences, updates the company's contact count, and emits an event. Call inside
 * `run`.
 */
export async function applyChanges(
  before: ContactRecord,
  changes: FactChanges & ContactChanges,
  ctx: ActionContext,
): Promise<ContactRecord> {
  if (Object.keys(changes).length === 0) return before;
  const { workspaceId } = ctx;
  const all: ContactChanges = { ...changes, ...derivedChanges(before, changes, ctx) };
  if (await becomesSuppressed(before, changes)) all.doNotContact = true;
  if ('companyDomain' in changes) all.companyId = await relink(before, { ...before, ...changes }, ctx);
  await endSequencesAfter(before, changes, ctx.now());
  if (changes.email)
    for (const message of await redirectMessages(workspaceId, before.id, changes.email, ctx.now()))
      await announceHeld(message, 'approval_outdated', ctx.now());
  const after = await updateContactFields(workspaceId, before.id, all, ctx.now());
  if (after === null) throw notFound('contact', before.id);
  if ('email' in changes || 'linkedinUrl' in changes) await extendSuppressions(workspaceId, personDigests(after));
  await ctx.emit('contact.updated', before.id, { contactId: before.id, fields: Object.keys(changes) });
  return after;
}

/** A new email address or profile may belong to someone who opted out. */
async function becomesSuppressed(
  { workspaceId }: ContactRecord,
  { email, linkedinUrl }: FactChanges,
): Promise<boolean> {
  if (email && (await isSuppressed(workspaceId, email))) return true;
  const profiles = profileDigests(workspaceId, linkedinUrl);
  return profiles.length > 0 && (await findSuppressedProfiles(workspaceId, profiles)).size > 0;
}

async function relink(before: ContactRecord, after: ContactFacts, ctx: ActionContext): Promise<string | undefined> {
  const company = await ensureCompany(after, ctx);
  if (company?.id === before.companyId) return company?.id;
  if (before.companyId !== undefined) await changeContactCount(ctx.workspaceId, before.companyId, -1);
  if (company !== undefined) await changeContactCount(ctx.workspaceId, company.id, 1);
  return company?.id;
}
