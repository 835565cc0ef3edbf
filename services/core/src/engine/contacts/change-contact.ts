import type { ContactFacts } from '../../domain/contacts/contact.ts';
import { contactLabel } from '../../domain/contacts/contact.ts';
import { type FactChanges, shownChanges } from '../../domain/contacts/contact-changes.ts';
import { timeZoneOfCountry } from '../../domain/contacts/time-zone-country.ts';
import { notFound } from '../../errors/errors.ts';
import { changeContactCount } from '../../store/companies/company-store.ts';
import {
  type ContactChanges,
  type ContactRecord,
  findContact,
  updateContactFields,
} from '../../store/contacts/contact-store.ts';
import { isSuppressed } from '../../store/suppressions/suppression-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { PlannedEffect } from '../context/plan.ts';
import { ensureCompany } from './add-contact.ts';

export async function requireContact(contactId: string, ctx: ActionContext): Promise<ContactRecord> {
  const contact = await findContact(ctx.workspaceId, contactId);
  if (contact === null) throw notFound('contact', contactId);
  return contact;
}

export function updateEffect(contact: ContactRecord, changes: object): PlannedEffect {
  return {
    op: 'update',
    type: 'contact',
    id: contact.id,
    label: contactLabel(contact),
    changes: shownChanges(changes),
  };
}

/** What follows from a change: the status of a new address, the date of the basis, the inferred time zone. */
export function derivedChanges(before: ContactRecord, changes: FactChanges, now: Date): ContactChanges {
  const derived: ContactChanges = {};
  if ('email' in changes && !('emailStatus' in changes)) derived.emailStatus = 'unverified';
  if ('email' in changes || 'emailStatus' in changes) derived.emailStatusCheckedAt = undefined;
  if ('declaredBasis' in changes) derived.basisSetAt = changes.declaredBasis === undefined ? undefined : now;
  if (changes.timeZone !== undefined) derived.isTimeZoneInferred = undefined;
  else if ('timeZone' in changes || ('location' in changes && (before.isTimeZoneInferred || !before.timeZone))) {
    const timeZone = timeZoneOfCountry((changes.location ?? before.location)?.country);
    Object.assign(derived, { timeZone, isTimeZoneInferred: timeZone === undefined ? undefined : true });
  }
  return derived;
}

/** Stores the changes with what follows from them, keeps the company's count, and emits an event. Call inside `run`. */
export async function applyChanges(
  before: ContactRecord,
  changes: FactChanges & ContactChanges,
  ctx: ActionContext,
): Promise<ContactRecord> {
  if (Object.keys(changes).length === 0) return before;
  const { workspaceId } = ctx;
  const all: ContactChanges = { ...changes, ...derivedChanges(before, changes, ctx.now()) };
  if (changes.email && (await isSuppressed(workspaceId, changes.email))) all.doNotContact = true;
  if ('companyDomain' in changes) all.companyId = await relink(before, { ...before, ...changes }, ctx);
  const after = await updateContactFields(workspaceId, before.id, all, ctx.now());
  if (after === null) throw notFound('contact', before.id);
  await ctx.emit('contact.updated', before.id, { contactId: before.id, fields: Object.keys(changes) });
  return after;
}

async function relink(before: ContactRecord, after: ContactFacts, ctx: ActionContext): Promise<string | undefined> {
  const company = await ensureCompany(after, ctx);
  if (company?.id === before.companyId) return company?.id;
  if (before.companyId !== undefined) await changeContactCount(ctx.workspaceId, before.companyId, -1);
  if (company !== undefined) await changeContactCount(ctx.workspaceId, company.id, 1);
  return company?.id;
}
