import type { ContactFacts } from '../../../domain/crm/contact.ts';
import { contactLabel } from '../../../domain/crm/contact.ts';
import { type FactChanges, shownChanges } from '../../../domain/crm/contact-changes.ts';
import { timeZoneOfCountry } from '../../../domain/crm/time-zone-country.ts';
import { AppError, notFound } from '../../../errors.ts';
import { changeContactCount } from '../../../store/crm/company-store.ts';
import { findContactsByExternalId } from '../../../store/crm/contact-bulk-store.ts';
import {
  type ContactChanges,
  type ContactRecord,
  findContact,
  findContactByEmail,
  updateContactFields,
} from '../../../store/crm/contact-store.ts';
import { isSuppressed } from '../../../store/mail/suppression-store.ts';
import type { ActionContext } from '../../action-context.ts';
import type { PlannedEffect } from '../../define-action.ts';
import { ensureCompany } from '../add-contact.ts';

export const requireContact = async (contactId: string, ctx: ActionContext): Promise<ContactRecord> => {
  const contact = await findContact(ctx.workspaceId, contactId);
  if (contact === null) throw notFound('contact', contactId);
  return contact;
};

export const updateEffect = (contact: ContactRecord, changes: object): PlannedEffect => ({
  op: 'update',
  type: 'contact',
  id: contact.id,
  label: contactLabel(contact),
  changes: shownChanges(changes),
});

/** A contact keeps an identity, and takes no address or external id that another one has. */
export const checkChanges = async (before: ContactRecord, changes: FactChanges, ctx: ActionContext): Promise<void> => {
  const after = { ...before, ...changes };
  if (!after.email && !(after.firstName && after.lastName && after.companyDomain)) {
    throw new AppError('validation_failed', 'A contact needs email, or firstName, lastName and companyDomain.', {
      field: 'email',
    });
  }
  const { email, externalId } = changes;
  const sameEmail = email && (await findContactByEmail(ctx.workspaceId, email));
  if (sameEmail && sameEmail.id !== before.id) {
    throw new AppError('contact_exists', `Another contact has this address: ${sameEmail.id}.`, {
      field: 'email',
      existingId: sameEmail.id,
    });
  }
  const [sameId] = externalId ? await findContactsByExternalId(ctx.workspaceId, [externalId]) : [];
  if (sameId && sameId.id !== before.id) {
    throw new AppError('already_exists', `Another contact has this externalId: ${sameId.id}.`, {
      field: 'externalId',
      existingId: sameId.id,
    });
  }
};

/** What follows from a change: the status of a new address, the date of the basis, the inferred time zone. */
export const derivedChanges = (before: ContactRecord, changes: FactChanges, now: Date): ContactChanges => {
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
};

/** Stores the changes with what follows from them, keeps the company's count, and tells of it. Call inside `run`. */
export const applyChanges = async (
  before: ContactRecord,
  changes: FactChanges & ContactChanges,
  ctx: ActionContext,
): Promise<ContactRecord> => {
  if (Object.keys(changes).length === 0) return before;
  const { workspaceId } = ctx;
  const all: ContactChanges = { ...changes, ...derivedChanges(before, changes, ctx.now()) };
  if (changes.email && (await isSuppressed(workspaceId, changes.email, ctx.config.secretKey))) all.doNotContact = true;
  if ('companyDomain' in changes) all.companyId = await relink(before, { ...before, ...changes }, ctx);
  const after = await updateContactFields(workspaceId, before.id, all, ctx.now());
  if (after === null) throw notFound('contact', before.id);
  await ctx.emit('contact.updated', before.id, { contactId: before.id, fields: Object.keys(changes) });
  return after;
};

const relink = async (before: ContactRecord, after: ContactFacts, ctx: ActionContext): Promise<string | undefined> => {
  const company = await ensureCompany(after, undefined, ctx);
  if (company?.id === before.companyId) return company?.id;
  if (before.companyId !== undefined) await changeContactCount(ctx.workspaceId, before.companyId, -1);
  if (company !== undefined) await changeContactCount(ctx.workspaceId, company.id, 1);
  return company?.id;
};
