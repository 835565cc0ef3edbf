import { domainByAddress, fitsCompany } from '../../domain/contacts/company-of-address.ts';
import { type ContactFacts, type ContactSource, contactLabel } from '../../domain/contacts/contact.ts';
import { withStatusAt } from '../../domain/contacts/invented-person.ts';
import { timeZoneOfPlace } from '../../domain/contacts/places/time-zone-country.ts';
import type { FieldSources } from '../../domain/fields/field-sources.ts';
import {
  type CompanyRecord,
  changeContactCount,
  findCompanyByDomain,
  insertCompany,
  type NewCompany,
} from '../../store/companies/company-store.ts';
import { type ContactRecord, insertContact } from '../../store/contacts/contact-store.ts';
import { changeMemberCount } from '../../store/lists/list-store.ts';
import { canonicalTags, ensureTags } from '../../store/lists/tag-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { PlannedEffect } from '../context/plan.ts';
import { requireRules } from './contact-rules.ts';

/** Plan for adding one contact, carried out by `storeContact`. */
export interface ContactAddition {
  facts: ContactFacts;
  isCompanyNew: boolean;
  /** Read in the transaction that carries out the plan. */
  companyId?: string;
  isSuppressed: boolean;
}

export async function planContactAddition(given: ContactFacts, ctx: ActionContext): Promise<ContactAddition> {
  const { companyDomain, company } = await companyOf(given, ctx);
  const facts = withStatusAt(companyDomain === undefined ? given : { ...given, companyDomain }, ctx.config);
  return {
    facts,
    isCompanyNew: companyDomain !== undefined && company === null,
    companyId: company?.id,
    isSuppressed: await requireRules(facts, null, ctx),
  };
}

interface CompanyLink {
  companyDomain?: string;
  company: CompanyRecord | null;
}

/**
 * Company that the contact names by domain. Without one, links colleagues by the domain of their address, unless it is
 * shared or the contact names another company.
 */
async function companyOf(given: ContactFacts, { workspaceId }: ActionContext): Promise<CompanyLink> {
  const companyDomain = given.companyDomain ?? domainByAddress(given);
  if (companyDomain === undefined) return { company: null };
  const company = await findCompanyByDomain(workspaceId, companyDomain);
  const knownName = company?.name === companyDomain ? undefined : company?.name;
  const isLinked = given.companyDomain !== undefined || fitsCompany(given, knownName);
  return isLinked ? { companyDomain, company } : { company: null };
}

export function additionEffects({ facts, isCompanyNew }: ContactAddition): PlannedEffect[] {
  const contact: PlannedEffect = { op: 'create', type: 'contact', label: contactLabel(facts), changes: { ...facts } };
  const company: PlannedEffect = {
    op: 'create',
    type: 'company',
    label: facts.companyName ?? facts.companyDomain ?? '',
  };
  return isCompanyNew ? [contact, company] : [contact];
}

export interface AdditionOrigin {
  source: ContactSource;
  sourceDetail?: string;
  /** Origins of the facts, if a prospect source supplied them. */
  sources?: FieldSources;
  company?: Partial<NewCompany>;
  tags?: string[];
  listIds?: string[];
  emailStatusCheckedAt?: Date;
  isInvented?: boolean;
  isTimeZoneInferred?: boolean;
}

/** Stores the contact, links it to its company (which it creates if new), and emits an event. Call inside `run`. */
export async function storeContact(
  addition: ContactAddition,
  origin: AdditionOrigin,
  ctx: ActionContext,
): Promise<ContactRecord> {
  const { facts } = addition;
  const { company, ...rest } = origin;
  const companyId = await linkCompany(addition, company, ctx);
  const tags = await canonicalTags(ctx.workspaceId, rest.tags ?? []);
  const contact = await insertContact(
    ctx.workspaceId,
    {
      ...withTimeZone(facts),
      ...rest,
      tags,
      companyId,
      doNotContact: addition.isSuppressed,
      createdBy: ctx.actor.userId ?? ctx.actor.id,
    },
    ctx.now(),
  );
  await changeMemberCount(ctx.workspaceId, rest.listIds ?? [], 1);
  await ensureTags(ctx.workspaceId, tags, ctx.now());
  await ctx.emit('contact.created', contact.id, { contactId: contact.id, source: rest.source });
  return contact;
}

/** Adds the likely time zone of the country, marked as inferred, if none is given. */
export function withTimeZone(facts: ContactFacts): ContactFacts & { isTimeZoneInferred?: boolean } {
  if (facts.timeZone !== undefined) return facts;
  const timeZone = timeZoneOfPlace(facts.location);
  return timeZone === undefined ? facts : { ...facts, timeZone, isTimeZoneInferred: true };
}

async function linkCompany(
  { facts, isCompanyNew, companyId }: ContactAddition,
  more: Partial<NewCompany> | undefined,
  ctx: ActionContext,
): Promise<string | undefined> {
  if (isCompanyNew) return (await addCompany({ ...more, ...namedCompany(facts), contactCount: 1 }, ctx)).id;
  if (companyId !== undefined) await changeContactCount(ctx.workspaceId, companyId, 1);
  return companyId;
}

function namedCompany({ companyName, companyDomain }: ContactFacts) {
  return { name: companyName ?? companyDomain!, domain: companyDomain };
}

/** Company with this domain, created if it is new. */
export async function ensureCompany(facts: ContactFacts, ctx: ActionContext): Promise<CompanyRecord | undefined> {
  if (facts.companyDomain === undefined) return undefined;
  const known = await findCompanyByDomain(ctx.workspaceId, facts.companyDomain);
  return known ?? addCompany(namedCompany(facts), ctx);
}

async function addCompany(company: NewCompany, ctx: ActionContext) {
  const created = await insertCompany(ctx.workspaceId, company, ctx.now());
  await ctx.emit('company.created', created.id, { companyId: created.id });
  return created;
}
