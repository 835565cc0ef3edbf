import type { ItemOutcome } from '../../domain/jobs/job.ts';
import type { SuppressionReason } from '../../domain/suppressions/suppression-fields.ts';
import { findOpenEnrollmentsOf } from '../../store/campaigns/enrollment-bulk.ts';
import { findContactHolders } from '../../store/contacts/contact-addresses.ts';
import { findContactsAt } from '../../store/contacts/contact-bulk-store.ts';
import type { ContactRecord } from '../../store/contacts/contact-store.ts';
import { personDigests } from '../../store/secrets/address-digests.ts';
import { entryKey, findOwnEntries, type NewEntry } from '../../store/suppressions/bulk-suppressions.ts';
import { becomesPermanent, type SuppressionRecord } from '../../store/suppressions/suppression-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import type { Recipients } from './silence-recipients.ts';

/** Largest number of contacts changed together with the entries. A job changes more. */
const contactsAtOnceMax = 500;
/** Finding the contacts at a domain reads all contacts, so a job does it once for many domains. */
const domainsAtOnceMax = 10;

/** A value that a caller gave, as read. `value` is null if it is neither an address nor a domain. */
export interface GivenValue {
  text: string;
  read: { kind: 'address' | 'domain'; value: string } | null;
}

export interface PlannedItem {
  /** Position in the request, from 1. */
  item: number;
  text: string;
  outcome: ItemOutcome;
  reason: 'invalid' | 'duplicate' | 'already_suppressed' | null;
  /** Existing entry of the value. */
  entry: SuppressionRecord | null;
}

export interface PlannedSuppressions {
  items: PlannedItem[];
  created: NewEntry[];
  /** Entries that the new reason makes permanent. */
  updatedIds: string[];
  /** Null: too many for one transaction. A job changes them. */
  recipients: Recipients | null;
}

/** Decides about each value, and finds the stored contacts that the entries affect. Reads only. */
export async function planSuppressions(
  given: readonly GivenValue[],
  reason: SuppressionReason,
  { workspaceId }: ActionContext,
): Promise<PlannedSuppressions> {
  const distinct = new Map<string, NonNullable<GivenValue['read']>>();
  const keys = given.map(({ read }) => read && entryKey(workspaceId, read.value));
  given.forEach(({ read }, index) => {
    const key = keys[index];
    if (read !== null && key && !distinct.has(key)) distinct.set(key, read);
  });
  const values = [...distinct.values()];
  const existing = await findOwnEntries(
    workspaceId,
    values.map(({ value }) => value),
  );
  const items = given.map(({ text, read }, index): PlannedItem => {
    const base = { item: index + 1, text, entry: null };
    if (read === null) return { ...base, outcome: 'failed', reason: 'invalid' };
    if (distinct.get(keys[index]!) !== read) return { ...base, outcome: 'skipped', reason: 'duplicate' };
    const entry = existing.get(read.value);
    if (entry === undefined) return { ...base, outcome: 'created', reason: null };
    const own = { ...base, entry };
    if (becomesPermanent(entry.reason, reason)) return { ...own, outcome: 'updated', reason: null };
    return { ...own, outcome: 'skipped', reason: 'already_suppressed' };
  });
  const addresses = values.filter(({ kind }) => kind === 'address').map(({ value }) => value);
  const holders = await findContactHolders(workspaceId, addresses);
  return {
    items,
    created: values
      .filter(({ value }) => !existing.has(value))
      .map((one) => ({ ...one, otherDigests: [...new Set((holders.get(one.value) ?? []).flatMap(personDigests))] })),
    updatedIds: items.flatMap(({ outcome, entry }) => (outcome === 'updated' && entry !== null ? [entry.id] : [])),
    recipients: await recipientsOf(workspaceId, values, [...holders.values()].flat()),
  };
}

async function recipientsOf(
  workspaceId: string,
  values: readonly NonNullable<GivenValue['read']>[],
  holders: readonly ContactRecord[],
): Promise<Recipients | null> {
  const domains = values.filter(({ kind }) => kind === 'domain');
  if (domains.length > domainsAtOnceMax) return null;
  const contacts = new Map(holders.map((contact) => [contact.id, contact]));
  for (const { value } of domains)
    for (const contact of await findContactsAt(workspaceId, { value, isDomain: true }, contactsAtOnceMax + 1))
      contacts.set(contact.id, contact);
  if (contacts.size > contactsAtOnceMax) return null;
  const emails = [...contacts.values()].flatMap(({ email }) => email ?? []);
  const given = values.filter(({ kind }) => kind === 'address').map(({ value }) => value);
  return {
    contacts: [...contacts.values()],
    enrollments: await findOpenEnrollmentsOf(workspaceId, [...contacts.keys()]),
    to: { addresses: [...new Set([...given, ...emails])] },
  };
}
