import { type ContactFacts, type ContactSource, contactLabel } from '../../domain/crm/contact.ts';
import { timeZoneOfCountry } from '../../domain/crm/time-zone-country.ts';
import { AppError } from '../../errors.ts';
import {
  type CompanyRecord,
  changeContactCount,
  findCompanyByDomain,
  insertCompany,
  type NewCompany,
} from '../../store/crm/company-store.ts';
import { type ContactRecord, findContactByEmail, insertContact } from '../../store/crm/contact-store.ts';
import { changeMemberCount } from '../../store/crm/list-store.ts';
import { ensureTags } from '../../store/crm/tag-store.ts';
import { isSuppressed } from '../../store/mail/suppression-store.ts';
import type { ActionContext } from '../action-context.ts';
import type { PlannedEffect } from '../define-action.ts';

/** What adding one contact will do; made by planning, carried out by `storeContact`. */
export interface ContactAddition {
  facts: ContactFacts;
  isCompanyNew: boolean;
  isSuppressed: boolean;
}

export const planContactAddition = async (facts: ContactFacts, ctx: ActionContext): Promise<ContactAddition> => {
  requireIdentity(facts);
  await refuseSecond(facts, ctx);
  const company =
    facts.companyDomain === undefined ? null : await findCompanyByDomain(ctx.workspaceId, facts.companyDomain);
  return {
    facts,
    isCompanyNew: facts.companyDomain !== undefined && company === null,
    isSuppressed: facts.email !== undefined && (await isSuppressed(ctx.workspaceId, facts.email, ctx.config.secretKey)),
  };
};

export const additionEffects = ({ facts, isCompanyNew }: ContactAddition): PlannedEffect[] => {
  const contact: PlannedEffect = { op: 'create', type: 'contact', label: contactLabel(facts), changes: { ...facts } };
  const company: PlannedEffect = {
    op: 'create',
    type: 'company',
    label: facts.companyName ?? facts.companyDomain ?? '',
  };
  return isCompanyNew ? [contact, company] : [contact];
};

export interface AdditionOrigin {
  source: ContactSource;
  sourceDetail?: string;
  company?: Partial<NewCompany>;
  tags?: string[];
  listIds?: string[];
  emailStatusCheckedAt?: Date;
  isTimeZoneInferred?: boolean;
}

/** Stores the contact, linked to its company (made when it is new), and tells of it. Call inside `run`. */
export const storeContact = async (
  addition: ContactAddition,
  origin: AdditionOrigin,
  ctx: ActionContext,
): Promise<ContactRecord> => {
  const { facts } = addition;
  const { company, ...rest } = origin;
  const companyId = await linkCompany(facts, company, ctx);
  const contact = await insertContact(
    ctx.workspaceId,
    {
      ...withTimeZone(facts),
      ...rest,
      companyId,
      doNotContact: addition.isSuppressed,
      createdBy: ctx.actor.userId ?? ctx.actor.id,
    },
    ctx.now(),
  );
  await changeMemberCount(ctx.workspaceId, rest.listIds ?? [], 1);
  await ensureTags(ctx.workspaceId, rest.tags ?? [], ctx.now());
  await ctx.emit('contact.created', contact.id, { contactId: contact.id, source: rest.source });
  return contact;
};

/** Where no time zone is given, the likely one of the country, marked as inferred. */
export const withTimeZone = (facts: ContactFacts): ContactFacts & { isTimeZoneInferred?: boolean } => {
  if (facts.timeZone !== undefined) return facts;
  const timeZone = timeZoneOfCountry(facts.location?.country);
  return timeZone === undefined ? facts : { ...facts, timeZone, isTimeZoneInferred: true };
};

const linkCompany = async (
  facts: ContactFacts,
  more: Partial<NewCompany> | undefined,
  ctx: ActionContext,
): Promise<string | undefined> => {
  const company = await ensureCompany(facts, more, ctx);
  if (company !== undefined) await changeContactCount(ctx.workspaceId, company.id, 1);
  return company?.id;
};

/** The company of this domain, made when it is new. */
export const ensureCompany = async (
  { companyDomain, companyName }: ContactFacts,
  more: Partial<NewCompany> | undefined,
  ctx: ActionContext,
): Promise<CompanyRecord | undefined> => {
  if (companyDomain === undefined) return undefined;
  const known = await findCompanyByDomain(ctx.workspaceId, companyDomain);
  return known ?? addCompany({ ...more, name: companyName ?? companyDomain, domain: companyDomain }, ctx);
};

const addCompany = async (company: NewCompany, ctx: ActionContext) => {
  const created = await insertCompany(ctx.workspaceId, company, ctx.now());
  await ctx.emit('company.created', created.id, { companyId: created.id });
  return created;
};

const requireIdentity = (facts: ContactFacts): void => {
  const isNamed = facts.firstName !== undefined && facts.lastName !== undefined && facts.companyDomain !== undefined;
  if (facts.email !== undefined || isNamed) return;
  throw new AppError('validation_failed', 'Give email, or firstName, lastName and companyDomain together.', {
    field: 'email',
  });
};

const refuseSecond = async (facts: ContactFacts, ctx: ActionContext): Promise<void> => {
  if (facts.email === undefined) return;
  const existing = await findContactByEmail(ctx.workspaceId, facts.email);
  if (existing === null) return;
  throw new AppError('contact_exists', `A contact with the address ${facts.email} exists: ${existing.id}.`, {
    field: 'email',
    existingId: existing.id,
  });
};
