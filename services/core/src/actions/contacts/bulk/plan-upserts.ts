import { type ContactFacts, type ContactSource, contactLabel } from '../../../domain/crm/contact.ts';
import { contactChanges, onlyMissing, shownChanges } from '../../../domain/crm/contact-changes.ts';
import type { ItemOutcome } from '../../../domain/job.ts';
import { findCompaniesByDomain } from '../../../store/crm/company-store.ts';
import { findContactsByExternalId } from '../../../store/crm/contact-bulk-store.ts';
import { type ContactChanges, type ContactRecord, findContactsByEmail } from '../../../store/crm/contact-store.ts';
import { findSuppressed } from '../../../store/mail/suppression-store.ts';
import type { ActionContext } from '../../action-context.ts';
import type { PlannedEffect, Skipped } from '../../define-action.ts';
import type { FactsProblem } from './check-facts.ts';

export const existingRules = ['update', 'fill_missing', 'skip'] as const;

export interface UpsertOptions {
  /** What happens to a contact that is there already. */
  onExisting: (typeof existingRules)[number];
  source: ContactSource;
  sourceDetail?: string;
  tags: string[];
  listId?: string;
}

export type UpsertItem = { item: number; tags?: string[] } & ({ facts: ContactFacts } | { problem: FactsProblem });

export interface PlannedUpsert {
  item: number;
  outcome: ItemOutcome;
  facts: ContactFacts;
  before?: ContactRecord;
  changes?: ContactChanges;
  tags: string[];
  isSuppressed: boolean;
  problem?: FactsProblem;
}

interface Known {
  byEmail: Map<string | undefined, ContactRecord>;
  byExternalId: Map<string | undefined, ContactRecord>;
  suppressed: ReadonlyMap<string, unknown>;
  seen: Set<string>;
}

/** What becomes of each item: matched by address, else by external id. A second item with the same one is skipped. */
export const planUpserts = async (
  items: UpsertItem[],
  options: UpsertOptions,
  ctx: ActionContext,
): Promise<PlannedUpsert[]> => {
  const facts = items.flatMap((item) => ('facts' in item ? [item.facts] : []));
  const emails = facts.flatMap(({ email }) => email ?? []);
  const externalIds = facts.flatMap(({ externalId }) => externalId ?? []);
  const { workspaceId, config } = ctx;
  const known: Known = {
    byEmail: new Map((await findContactsByEmail(workspaceId, emails)).map((found) => [found.email, found])),
    byExternalId: new Map(
      (await findContactsByExternalId(workspaceId, externalIds)).map((found) => [found.externalId, found]),
    ),
    suppressed: await findSuppressed(workspaceId, emails, config.secretKey),
    seen: new Set(),
  };
  return items.map((item) => planOne(item, options, known));
};

const failed = (item: UpsertItem, facts: ContactFacts, problem: FactsProblem): PlannedUpsert => ({
  item: item.item,
  outcome: problem.code === 'duplicate' || problem.code === 'exists' ? 'skipped' : 'failed',
  facts,
  tags: [],
  isSuppressed: false,
  problem,
});

const planOne = (item: UpsertItem, options: UpsertOptions, known: Known): PlannedUpsert => {
  if ('problem' in item) return failed(item, {}, item.problem);
  const { facts } = item;
  const keys = [facts.email && `e:${facts.email}`, facts.externalId && `x:${facts.externalId}`].filter(Boolean);
  if (keys.some((key) => known.seen.has(key as string)))
    return failed(item, facts, { code: 'duplicate', field: null, message: 'An item before has the same key.' });
  for (const key of keys) known.seen.add(key as string);
  const byEmail = known.byEmail.get(facts.email);
  const byExternalId = known.byExternalId.get(facts.externalId);
  if (byEmail && byExternalId && byEmail.id !== byExternalId.id) {
    const message = 'Address and externalId belong to two different contacts.';
    return failed(item, facts, { code: 'already_exists', field: 'externalId', message });
  }
  const base = { item: item.item, facts, isSuppressed: facts.email ? known.suppressed.has(facts.email) : false };
  const before = (facts.email && byEmail) || (facts.externalId && byExternalId) || undefined;
  const tags = [...new Set([...options.tags, ...(item.tags ?? [])])];
  return before === undefined ? planNew(item, base, tags) : planExisting(item, base, before, tags, options);
};

type Base = Pick<PlannedUpsert, 'item' | 'facts' | 'isSuppressed'>;

const planNew = (item: UpsertItem, base: Base, tags: string[]): PlannedUpsert => {
  const { email, firstName, lastName, companyDomain } = base.facts;
  if (email || (firstName && lastName && companyDomain)) return { ...base, outcome: 'created', tags };
  const message = 'A new contact needs email, or firstName, lastName and companyDomain.';
  return failed(item, base.facts, { code: 'validation_failed', field: 'email', message });
};

const planExisting = (
  item: UpsertItem,
  base: Base,
  before: ContactRecord,
  tags: string[],
  { onExisting, listId }: UpsertOptions,
): PlannedUpsert => {
  if (onExisting === 'skip') {
    const problem = { code: 'exists', field: null, message: 'The contact exists.' };
    return { ...failed(item, base.facts, problem), before };
  }
  const wanted = onExisting === 'update' ? base.facts : onlyMissing(before, base.facts);
  const changes: ContactChanges = contactChanges(before, wanted);
  if (tags.some((tag) => !before.tags.includes(tag))) changes.tags = [...new Set([...before.tags, ...tags])];
  if (listId !== undefined && !before.listIds.includes(listId)) changes.listIds = [...before.listIds, listId];
  const outcome = Object.keys(changes).length > 0 ? 'updated' : 'unchanged';
  return { ...base, outcome, before, changes, tags };
};

/** The plan's effects and skips, and the companies that come with new domains. */
export const describeUpserts = async (planned: PlannedUpsert[], ctx: ActionContext) => {
  const effects: PlannedEffect[] = [];
  const skipped: Skipped[] = [];
  for (const { outcome, facts, before, changes, problem, item } of planned) {
    const label = before ? contactLabel(before) : contactLabel(facts);
    if (problem) skipped.push({ id: before?.id, label: `item ${item}: ${label}`, reason: problem.code });
    else if (outcome === 'created') effects.push({ op: 'create', type: 'contact', label, changes: { ...facts } });
    else if (outcome === 'updated')
      effects.push({ op: 'update', type: 'contact', id: before?.id, label, changes: shownChanges(changes ?? {}) });
    else skipped.push({ id: before?.id, label: `item ${item}: ${label}`, reason: 'unchanged' });
  }
  for (const domain of await newDomains(planned, ctx)) effects.push({ op: 'create', type: 'company', label: domain });
  return { effects, skipped };
};

/** Domains whose companies the stored contacts are linked to. */
export const linkedDomains = (planned: PlannedUpsert[]): string[] => {
  const linked = planned.flatMap(({ outcome, facts, changes }) =>
    outcome === 'created' ? (facts.companyDomain ?? []) : (changes?.companyDomain ?? []),
  );
  return [...new Set(linked)];
};

/** Domains of contacts to be stored for which there is no company yet. */
const newDomains = async (planned: PlannedUpsert[], ctx: ActionContext): Promise<string[]> => {
  const wanted = linkedDomains(planned);
  const known = new Set((await findCompaniesByDomain(ctx.workspaceId, wanted)).map(({ domain }) => domain));
  return wanted.filter((domain) => !known.has(domain));
};
