import {
  type CompanyRecord,
  changeContactCounts,
  findCompaniesByDomain,
  insertCompanies,
} from '../../../store/crm/company-store.ts';
import { insertContacts, updateContacts } from '../../../store/crm/contact-bulk-store.ts';
import type { ContactChanges, NewContact } from '../../../store/crm/contact-store.ts';
import { changeMemberCount } from '../../../store/crm/list-store.ts';
import { ensureTags } from '../../../store/crm/tag-store.ts';
import { addEvents, type NewEvent } from '../../../store/requests/event-store.ts';
import type { ActionContext } from '../../action-context.ts';
import { withTimeZone } from '../add-contact.ts';
import { derivedChanges } from '../changes/change-contact.ts';
import { newDomains, type PlannedUpsert, type UpsertOptions } from './plan-upserts.ts';

/** Stores what was planned, a handful of store operations for the whole batch. Answers each item's contact id. */
export const storeUpserts = async (
  planned: PlannedUpsert[],
  options: UpsertOptions,
  ctx: ActionContext,
): Promise<Map<number, string>> => {
  const { workspaceId, now } = ctx;
  const companies = await companiesFor(planned, ctx);
  const created = planned.filter(({ outcome }) => outcome === 'created');
  const updated = planned.filter(({ outcome }) => outcome === 'updated');
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
      const all = fullChanges(before!, changes!, companies, now());
      return { id: before!.id, changes: all, after: { ...before!, ...all } };
    }),
    now(),
  );
  await changeContactCounts(workspaceId, countChanges(created, updated, companies));
  const joined = updated.filter(({ changes }) => changes?.listIds !== undefined).length + created.length;
  if (options.listId !== undefined) await changeMemberCount(workspaceId, [options.listId], joined);
  await addEvents(workspaceId, eventsOf(ids, updated, options), now());
  const idByItem = new Map(planned.flatMap(({ item, before }) => (before ? [[item, before.id] as const] : [])));
  for (const [index, { item }] of created.entries()) idByItem.set(item, ids[index]!);
  return idByItem;
};

type Companies = ReadonlyMap<string | undefined, CompanyRecord>;

const companiesFor = async (planned: PlannedUpsert[], ctx: ActionContext): Promise<Companies> => {
  const { workspaceId, now } = ctx;
  const missing = new Set(await newDomains(planned, ctx));
  const names = new Map(planned.map(({ facts }) => [facts.companyDomain, facts.companyName]));
  const made = await insertCompanies(
    workspaceId,
    [...missing].map((domain) => ({ domain, name: names.get(domain) ?? domain })),
    now(),
  );
  const events = made.map(({ id }) => ({ type: 'company.created' as const, subjectId: id, data: { companyId: id } }));
  await addEvents(workspaceId, events, now());
  const domains = [...new Set(planned.flatMap(({ facts }) => facts.companyDomain ?? []))];
  const found = await findCompaniesByDomain(workspaceId, domains);
  return new Map(found.map((company) => [company.domain, company]));
};

const newContact = (
  { facts, tags, isSuppressed }: PlannedUpsert,
  { source, sourceDetail, listId }: UpsertOptions,
  companies: Companies,
  { actor }: ActionContext,
): NewContact => ({
  ...withTimeZone(facts),
  ...(sourceDetail !== undefined && { sourceDetail }),
  ...(facts.companyDomain !== undefined && { companyId: companies.get(facts.companyDomain)!.id }),
  source,
  tags,
  listIds: listId === undefined ? [] : [listId],
  doNotContact: isSuppressed,
  createdBy: actor.userId ?? actor.id,
});

const fullChanges = (
  before: NonNullable<PlannedUpsert['before']>,
  changes: ContactChanges,
  companies: Companies,
  now: Date,
): ContactChanges => ({
  ...changes,
  ...derivedChanges(before, changes, now),
  ...(changes.companyDomain !== undefined && { companyId: companies.get(changes.companyDomain)!.id }),
});

/** How many contacts each company gains or loses. */
const countChanges = (
  created: PlannedUpsert[],
  updated: PlannedUpsert[],
  companies: Companies,
): Map<string, number> => {
  const counts = new Map<string, number>();
  const add = (companyId: string | undefined, by: number) => {
    if (companyId !== undefined) counts.set(companyId, (counts.get(companyId) ?? 0) + by);
  };
  for (const { facts } of created) if (facts.companyDomain) add(companies.get(facts.companyDomain)?.id, 1);
  for (const { before, changes } of updated) {
    if (changes?.companyDomain === undefined) continue;
    add(before?.companyId, -1);
    add(companies.get(changes.companyDomain)?.id, 1);
  }
  return counts;
};

const eventsOf = (createdIds: string[], updated: PlannedUpsert[], { source }: UpsertOptions): NewEvent[] => [
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
