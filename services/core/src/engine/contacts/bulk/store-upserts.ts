import type { Stage } from '../../../domain/contacts/contact.ts';
import {
  type CompanyRecord,
  changeContactCounts,
  findCompaniesByDomain,
  insertCompanies,
  type NewCompany,
} from '../../../store/companies/company-store.ts';
import { insertContacts, updateContacts } from '../../../store/contacts/contact-bulk-store.ts';
import type { ContactChanges, NewContact } from '../../../store/contacts/contact-store.ts';
import { addEvents, type NewEvent } from '../../../store/events/event-store.ts';
import { changeMemberCount } from '../../../store/lists/list-store.ts';
import { ensureTags } from '../../../store/lists/tag-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { withTimeZone } from '../add-contact.ts';
import { derivedChanges } from '../change-contact.ts';
import { linkedDomains } from './describe-upserts.ts';
import { hearOptOuts } from './hear-opt-outs.ts';
import type { PlannedUpsert, UpsertOptions } from './plan-upserts.ts';

/** Stores planned items with a few store operations for the whole batch. Returns each item's contact ID. */
export async function storeUpserts(
  planned: PlannedUpsert[],
  options: UpsertOptions,
  ctx: ActionContext,
): Promise<Map<number, string>> {
  const { workspaceId, now } = ctx;
  const created = planned.filter(({ outcome }) => outcome === 'created');
  const updated = planned.filter(({ outcome }) => outcome === 'updated');
  const { companies, made } = await companiesFor(planned, gains(created, updated), ctx);
  const tags = new Set([...created, ...updated].flatMap((one) => one.tags));
  await ensureTags(workspaceId, [...tags], now());
  const ids = await insertContacts(
    workspaceId,
    created.map((one) => newContact(one, options, companies, ctx)),
    now(),
  );
  await updateContacts(
    workspaceId,
    updated.map(({ before, changes }) => {
      const all = fullChanges(before!, changes!, companies, ctx);
      return { id: before!.id, changes: all, after: { ...before!, ...all } };
    }),
    now(),
  );
  await changeContactCounts(workspaceId, countChanges(created, updated, companies, made));
  const joined = updated.filter(({ changes }) => changes?.listIds !== undefined).length + created.length;
  if (options.listId !== undefined) await changeMemberCount(workspaceId, [options.listId], joined);
  await addEvents(workspaceId, [...made.map(companyEvent), ...eventsOf(ids, updated, options)], now());
  await hearOptOuts(created, updated, ctx);
  const idByItem = new Map(planned.flatMap(({ item, before }) => (before ? [[item, before.id] as const] : [])));
  for (const [index, { item }] of created.entries()) idByItem.set(item, ids[index]!);
  for (const { item, sameAs } of planned) {
    const id = sameAs === undefined ? undefined : idByItem.get(sameAs);
    if (id !== undefined) idByItem.set(item, id);
  }
  return idByItem;
}

type Companies = ReadonlyMap<string | undefined, CompanyRecord>;

/** Companies of all linked domains. Creates missing companies with their contact counts. */
async function companiesFor(
  planned: PlannedUpsert[],
  contactCounts: ReadonlyMap<string, number>,
  { workspaceId, now }: ActionContext,
): Promise<{ companies: Companies; made: CompanyRecord[] }> {
  const domains = linkedDomains(planned);
  const known = await findCompaniesByDomain(workspaceId, domains);
  const knownDomains = new Set(known.map(({ domain }) => domain));
  const names = new Map(planned.map(({ facts }) => [facts.companyDomain, facts.companyName]));
  const missing = domains.filter((domain) => !knownDomains.has(domain));
  const asNew = (domain: string): NewCompany => ({
    domain,
    name: names.get(domain) ?? domain,
    contactCount: contactCounts.get(domain) ?? 0,
  });
  const made = await insertCompanies(workspaceId, missing.map(asNew), now());
  return { companies: new Map([...known, ...made].map((company) => [company.domain, company])), made };
}

function newContact(
  { facts, tags, isSuppressed, will = {} }: PlannedUpsert,
  { source, sourceDetail, listId }: UpsertOptions,
  companies: Companies,
  { actor }: ActionContext,
): NewContact {
  return {
    ...withTimeZone(facts),
    ...(sourceDetail !== undefined && { sourceDetail }),
    ...(facts.companyDomain !== undefined && { companyId: companies.get(facts.companyDomain)!.id }),
    source,
    tags,
    listIds: listId === undefined ? [] : [listId],
    doNotContact: isSuppressed || will.isOptedOut === true,
    ...(will.stage !== undefined && { stage: will.stage as Stage }),
    ...(will.noticeSentAt !== undefined && { noticeSentAt: will.noticeSentAt }),
    createdBy: actor.userId ?? actor.id,
  };
}

function fullChanges(
  before: NonNullable<PlannedUpsert['before']>,
  changes: ContactChanges,
  companies: Companies,
  ctx: ActionContext,
): ContactChanges {
  return {
    ...changes,
    ...derivedChanges(before, changes, ctx),
    ...(changes.companyDomain !== undefined && { companyId: companies.get(changes.companyDomain)!.id }),
  };
}

/** Number of contacts that each domain gains. */
function gains(created: PlannedUpsert[], updated: PlannedUpsert[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { facts, changes } of [...created, ...updated]) {
    const domain = changes === undefined ? facts.companyDomain : changes.companyDomain;
    if (domain !== undefined) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return counts;
}

/** Number of contacts that each existing company gains or loses. */
function countChanges(
  created: PlannedUpsert[],
  updated: PlannedUpsert[],
  companies: Companies,
  made: CompanyRecord[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [domain, gained] of gains(created, updated)) counts.set(companies.get(domain)!.id, gained);
  for (const { id } of made) counts.delete(id);
  for (const { before, changes } of updated) {
    if (changes?.companyDomain === undefined || before?.companyId === undefined) continue;
    counts.set(before.companyId, (counts.get(before.companyId) ?? 0) - 1);
  }
  return counts;
}

function companyEvent({ id }: CompanyRecord): NewEvent {
  return {
    type: 'company.created',
    subjectId: id,
    data: { companyId: id },
  };
}

function eventsOf(createdIds: string[], updated: PlannedUpsert[], { source }: UpsertOptions): NewEvent[] {
  return [
    ...createdIds.map((id) => ({
      type: 'contact.created' as const,
      subjectId: id,
      data: { contactId: id, source },
    })),
    ...updated.map(({ before, changes }) => ({
      type: 'contact.updated' as const,
      subjectId: before!.id,
      data: { contactId: before!.id, fields: Object.keys(changes ?? {}) },
    })),
  ];
}
