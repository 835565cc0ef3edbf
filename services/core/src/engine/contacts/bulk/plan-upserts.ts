import { type ContactFacts, type ContactSource, contactLabel } from '../../../domain/contacts/contact.ts';
import { contactChanges, onlyMissing, shownChanges } from '../../../domain/contacts/contact-changes.ts';
import type { ItemOutcome } from '../../../domain/jobs/job.ts';
import { findCompaniesByDomain } from '../../../store/companies/company-store.ts';
import type { ContactChanges, ContactRecord } from '../../../store/contacts/contact-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { PlannedEffect, Skipped } from '../../context/plan.ts';
import { type Neighbours, readNeighbours, ruleProblem } from '../contact-rules.ts';
import type { FactsProblem } from './check-facts.ts';

export const existingRules = ['update', 'fill_missing', 'skip'] as const;

export interface UpsertOptions {
  /** What happens to a contact that is there already. */
  onExisting: (typeof existingRules)[number];
  source: ContactSource;
  sourceDetail?: string;
  tags: string[];
  listId?: string;
  /** When the contacts were handed in, where that is earlier: whom an erasure has removed since does not come back. */
  handedInAt?: Date;
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

interface Known extends Neighbours {
  byEmail: Map<string | undefined, ContactRecord>;
  byExternalId: Map<string | undefined, ContactRecord>;
  seen: Set<string>;
}

/** Contacts as earlier items of the same file will have left them, for a plan of several batches. */
export interface Expected {
  byId: Map<string, ContactRecord>;
  byEmail: Map<string, ContactRecord>;
  byExternalId: Map<string, ContactRecord>;
}

export function noneExpected(): Expected {
  return { byId: new Map(), byEmail: new Map(), byExternalId: new Map() };
}

/** What becomes of each item: matched by address, else by external id. A second item with the same one is skipped. */
export async function planUpserts(
  items: UpsertItem[],
  options: UpsertOptions,
  ctx: ActionContext,
  expected: Expected = noneExpected(),
): Promise<PlannedUpsert[]> {
  const facts = items.flatMap((item) => ('facts' in item ? [item.facts] : []));
  const known: Known = { ...(await readNeighbours(facts, ctx)), seen: new Set() };
  expectOthers(known, facts, expected);
  return items.map((item) => planOne(item, options, known));
}

/** What was read gives way to what is expected of the same contacts, which may have other keys by then. */
function expectOthers(known: Known, facts: ContactFacts[], { byId, byEmail, byExternalId }: Expected): void {
  for (const { id, email, externalId } of [...known.byEmail.values(), ...known.byExternalId.values()]) {
    if (!byId.has(id)) continue;
    known.byEmail.delete(email);
    known.byExternalId.delete(externalId);
  }
  for (const { email = '', externalId = '' } of facts) {
    const [sameEmail, sameExternalId] = [byEmail.get(email), byExternalId.get(externalId)];
    if (sameEmail !== undefined) known.byEmail.set(email, sameEmail);
    if (sameExternalId !== undefined) known.byExternalId.set(externalId, sameExternalId);
  }
}

const erasedSince = { code: 'erased', field: null, message: 'The person was erased after the file was handed in.' };
const skippingCodes = ['duplicate', 'exists', erasedSince.code];

function wasErasedSince({ email }: ContactFacts, { handedInAt }: UpsertOptions, { suppressed }: Known): boolean {
  const entry = email === undefined ? undefined : suppressed.get(email);
  return handedInAt !== undefined && entry?.reason === 'erasure' && entry.createdAt > handedInAt;
}

function failed(item: UpsertItem, facts: ContactFacts, problem: FactsProblem): PlannedUpsert {
  return {
    item: item.item,
    outcome: skippingCodes.includes(problem.code) ? 'skipped' : 'failed',
    facts,
    tags: [],
    isSuppressed: false,
    problem,
  };
}

function planOne(item: UpsertItem, options: UpsertOptions, known: Known): PlannedUpsert {
  if ('problem' in item) return failed(item, {}, item.problem);
  const { facts } = item;
  if (wasErasedSince(facts, options, known)) return failed(item, {}, erasedSince);
  const keys = [facts.email && `e:${facts.email}`, facts.externalId && `x:${facts.externalId}`].filter(Boolean);
  if (keys.some((key) => known.seen.has(key as string)))
    return failed(item, facts, { code: 'duplicate', field: null, message: 'An item before has the same key.' });
  for (const key of keys) known.seen.add(key as string);
  const before =
    (facts.email && known.byEmail.get(facts.email)) ||
    (facts.externalId && known.byExternalId.get(facts.externalId)) ||
    null;
  const base = { item: item.item, facts, isSuppressed: facts.email ? known.suppressed.has(facts.email) : false };
  const tags = [...new Set([...options.tags, ...(item.tags ?? [])])];
  if (before !== null) return planExisting(item, base, before, tags, options, known);
  const problem = ruleProblem(facts, null, known);
  return problem === null ? { ...base, outcome: 'created', tags } : failed(item, facts, problem);
}

type Base = Pick<PlannedUpsert, 'item' | 'facts' | 'isSuppressed'>;

function planExisting(
  item: UpsertItem,
  base: Base,
  before: ContactRecord,
  tags: string[],
  { onExisting, listId }: UpsertOptions,
  known: Known,
): PlannedUpsert {
  if (onExisting === 'skip') {
    const problem = { code: 'exists', field: null, message: 'The contact exists.' };
    return { ...failed(item, base.facts, problem), before };
  }
  const wanted = onExisting === 'update' ? base.facts : onlyMissing(before, base.facts);
  const changes: ContactChanges = contactChanges(before, wanted);
  const problem = ruleProblem({ ...before, ...changes }, before, known);
  if (problem !== null) return { ...failed(item, base.facts, problem), before };
  if (base.isSuppressed && changes.email !== undefined) changes.doNotContact = true;
  if (tags.some((tag) => !before.tags.includes(tag))) changes.tags = [...new Set([...before.tags, ...tags])];
  if (listId !== undefined && !before.listIds.includes(listId)) changes.listIds = [...before.listIds, listId];
  const outcome = Object.keys(changes).length > 0 ? 'updated' : 'unchanged';
  return { ...base, outcome, before, changes, tags };
}

/** The plan's effects and skips, and the companies that come with new domains. */
export async function describeUpserts(planned: PlannedUpsert[], ctx: ActionContext) {
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
}

/** Domains whose companies the stored contacts are linked to. */
export function linkedDomains(planned: PlannedUpsert[]): string[] {
  const linked = planned.flatMap(({ outcome, facts, changes }) =>
    outcome === 'created' ? (facts.companyDomain ?? []) : (changes?.companyDomain ?? []),
  );
  return [...new Set(linked)];
}

/** Domains of contacts to be stored for which there is no company yet. */
async function newDomains(planned: PlannedUpsert[], ctx: ActionContext): Promise<string[]> {
  const wanted = linkedDomains(planned);
  const known = new Set((await findCompaniesByDomain(ctx.workspaceId, wanted)).map(({ domain }) => domain));
  return wanted.filter((domain) => !known.has(domain));
}
