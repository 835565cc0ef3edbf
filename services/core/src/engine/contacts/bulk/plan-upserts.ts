import { domainByAddress, fitsCompany } from '../../../domain/contacts/company-of-address.ts';
import type { ContactFacts, ContactSource } from '../../../domain/contacts/contact.ts';
import { contactChanges, onlyMissing } from '../../../domain/contacts/contact-changes.ts';
import { isSameMailbox } from '../../../domain/contacts/email-address.ts';
import type { RowWill } from '../../../domain/contacts/imports/contact-row.ts';
import { withStatusAt } from '../../../domain/contacts/invented-person.ts';
import type { ContactChanges, ContactRecord } from '../../../store/contacts/contact-store.ts';
import { tagNamesOf } from '../../../store/lists/tag-store.ts';
import { mailboxDigest } from '../../../store/secrets/address-digests.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { ruleProblem, suppressionOf } from '../contact-rules.ts';
import type { FactsProblem } from './check-facts.ts';
import { unitedFacts, willChanges, withoutBetterStatus } from './file-changes.ts';
import { noneExpected, readKnown } from './known-contacts.ts';
import { keysOf, type Match, matchItem } from './match-upserts.ts';
import type { Expected, Known, PlannedUpsert, ReadableItem, UpsertItem } from './upsert-types.ts';

export type { PlannedUpsert, UpsertItem } from './upsert-types.ts';

export const existingRules = ['update', 'fill_missing', 'skip'] as const;

export interface UpsertOptions {
  /** Rule for contacts that already exist. */
  onExisting: (typeof existingRules)[number];
  source: ContactSource;
  sourceDetail?: string;
  tags: string[];
  listId?: string;
  /** Time when the contacts were submitted, if it was earlier. People erased since then are not stored again. */
  handedInAt?: Date;
}

/**
 * Plans the outcome of each item, matched by email address or else by external ID. Skips a second item with the same
 * key.
 */
export async function planUpserts(
  items: UpsertItem[],
  options: UpsertOptions,
  ctx: ActionContext,
  expected: Expected = noneExpected(),
): Promise<PlannedUpsert[]> {
  const known = await readKnown(items, expected, ctx);
  const tags = [...options.tags, ...items.flatMap((item) => item.tags ?? [])];
  const names = await tagNamesOf(ctx.workspaceId, [...expected.tags, ...tags]);
  const named = (list: string[]) => list.map((tag) => names.get(tag)!);
  const canonical = { ...options, tags: named(options.tags) };
  return items.map((item) => {
    const checked = 'facts' in item ? { ...item, facts: withStatusAt(item.facts, ctx.config) } : item;
    return planOne({ ...checked, tags: named(item.tags ?? []) }, canonical, known);
  });
}

const erasedSince = { code: 'erased', field: null, message: 'The person was erased after the file was handed in.' };
const skippingCodes = ['duplicate', 'exists', erasedSince.code];

function wasErasedSince(facts: ContactFacts, { handedInAt }: UpsertOptions, known: Known): boolean {
  const entry = suppressionOf(facts, known);
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
  if (wasErasedSince(item.facts, options, known)) return failed(item, {}, erasedSince);
  const match = matchItem(item, known);
  const { facts, before } = match;
  const notes = [...(item.notes ?? []), ...match.notes];
  if (match.problem !== undefined) return { ...failed(item, facts, match.problem), ...(before && { before }) };
  const keys = keysOf({ ...item, facts: { ...facts, email: item.facts.email } });
  const earlier = keys.map((key) => known.seen.get(key)).find((one) => one !== undefined);
  if (earlier !== undefined) return duplicateOf(earlier, item, facts);
  const planned = planFirst(item, { ...match, notes }, options, known);
  for (const key of keys) known.seen.set(key, planned);
  return planned;
}

/** A second row for the same person changes nothing, except that its opt-out is applied. */
function duplicateOf(first: PlannedUpsert, item: UpsertItem, facts: ContactFacts): PlannedUpsert {
  const { isOptedOut, isBounced } = item.will ?? {};
  if ((isOptedOut || isBounced) && first.outcome !== 'failed') {
    first.will = { ...first.will, ...(isOptedOut && { isOptedOut }), ...(isBounced && { isBounced }) };
    if (first.before === undefined) Object.assign(first.facts, isBounced && { emailStatus: 'invalid' });
    else Object.assign(first.changes ?? {}, willChanges(first.before, first.will));
    if (first.outcome === 'unchanged' && Object.keys(first.changes ?? {}).length > 0) first.outcome = 'updated';
  }
  const problem = { code: 'duplicate', field: null, message: 'An item before has the same key.' };
  return { ...failed(item, facts, problem), ...(item.isFile && { sameAs: first.item }) };
}

function planFirst(item: ReadableItem, match: Match, options: UpsertOptions, known: Known): PlannedUpsert {
  const { facts, before, notes } = match;
  const { will = {} } = item;
  const isSuppressed = suppressionOf(item.facts, known) !== undefined;
  const base = { item: item.item, facts, isSuppressed, will, notes };
  const tags = [...new Set([...options.tags, ...(item.tags ?? [])])];
  if (before !== null) return planExisting(item, base, { ...match, before }, tags, options, known);
  const stored = item.isFile ? asNewRow(facts, will, known) : facts;
  const problem = ruleProblem(stored, null, known);
  return problem === null ? { ...base, facts: stored, outcome: 'created', tags } : failed(item, facts, problem);
}

/** Facts of a new person from a file, with the company of the email address and the address status in the file. */
function asNewRow(facts: ContactFacts, { isBounced }: RowWill, known: Known): ContactFacts {
  const companyDomain = domainByAddress(facts);
  const isCompanys = companyDomain !== undefined && joinsCompany(facts, companyDomain, known);
  return { ...facts, ...(isCompanys && { companyDomain }), ...(isBounced && { emailStatus: 'invalid' as const }) };
}

/** False if the file names a different company than the first person at the domain has. */
function joinsCompany(facts: ContactFacts, domain: string, { companyNames }: Known): boolean {
  const known = companyNames.get(domain);
  if (facts.companyName !== undefined && known === undefined) companyNames.set(domain, facts.companyName);
  return fitsCompany(facts, known);
}

type Base = Pick<PlannedUpsert, 'item' | 'facts' | 'isSuppressed' | 'will' | 'notes'>;

function planExisting(
  item: UpsertItem,
  base: Base,
  { before, otherAddress }: Match & { before: ContactRecord },
  tags: string[],
  { onExisting, listId }: UpsertOptions,
  known: Known,
): PlannedUpsert {
  const stated = willChanges(before, base.will ?? {});
  if (onExisting === 'skip' && !stated.doNotContact) {
    const problem = { code: 'exists', field: null, message: 'The contact exists.' };
    return { ...failed(item, base.facts, problem), before };
  }
  const united = item.isFile ? withoutBetterStatus(before, unitedFacts(before, base.facts)) : base.facts;
  const wanted = onExisting === 'skip' ? {} : onExisting === 'update' ? united : onlyMissing(before, united);
  const changes: ContactChanges = { ...contactChanges(before, wanted), ...stated };
  const problem = ruleProblem({ ...before, ...changes }, before, known);
  if (problem !== null) return { ...failed(item, base.facts, problem), before };
  const isReached = changes.email !== undefined || changes.linkedinUrl !== undefined || otherAddress !== undefined;
  if (base.isSuppressed && isReached && !before.doNotContact) changes.doNotContact = true;
  if (otherAddress !== undefined) addOtherAddress(changes, before, otherAddress);
  if (tags.some((tag) => !before.tags.includes(tag))) changes.tags = [...new Set([...before.tags, ...tags])];
  if (listId !== undefined && !before.listIds.includes(listId)) changes.listIds = [...before.listIds, listId];
  const outcome = Object.keys(changes).length > 0 ? 'updated' : 'unchanged';
  return { ...base, outcome, before, changes, tags };
}

function addOtherAddress(changes: ContactChanges, before: ContactRecord, address: string): void {
  const digest = mailboxDigest(before.workspaceId, address);
  const isKnown = before.addressDigests?.includes(digest) || isSameMailbox(before.email, address);
  if (!isKnown) changes.addressDigests = [...(before.addressDigests ?? []), digest];
}
