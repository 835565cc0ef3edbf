import { domainsOf } from '../../domain/suppressions/suppression-digest.ts';
import {
  type SuppressionFacts,
  type SuppressionReason,
  suppressionFacts,
  suppressionFields,
} from '../../domain/suppressions/suppression-fields.ts';
import { given } from '../../domain/values/given.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { pathsOf } from '../documents/field-paths.ts';
import { findPage } from '../documents/find-page.ts';
import { createRecord } from '../documents/insert-documents.ts';
import { joinLookUps } from '../documents/look-ups.ts';
import { nullable, optional, string, strings, withDefault } from '../documents/paths.ts';
import { addressDigests, mailboxDigest } from '../secrets/address-digests.ts';

/** Person who opted out, or an address that does not work. `value` is null if the person was erased. */
export type SuppressionDoc = DocOf<typeof SuppressionModel>;
export type SuppressionRecord = RecordOf<SuppressionDoc>;

const addressesPerQueryMax = 1000;

const schema = stored({
  workspaceId: string,
  ...pathsOf(suppressionFields),
  /** Digest of the mailbox. Entries of older releases can have the digest of a spelling. */
  digest: string,
  /** Digests of the person's other and former addresses and profile, since an opt-out covers all of them. */
  otherDigests: optional(strings),
  source: withDefault(string, 'api'),
  /** Mailbox that received the hard bounce. */
  mailboxId: nullable(string),
});
schema.index({ workspaceId: 1, digest: 1 }, { unique: true });
schema.index({ workspaceId: 1, otherDigests: 1 }, { partialFilterExpression: { otherDigests: { $exists: true } } });
schema.index({ workspaceId: 1, createdAt: -1, _id: -1 });
schema.index({ workspaceId: 1, mailboxId: 1, createdAt: 1 });

export const SuppressionModel = defineModel('Suppression', 'suppressions', schema, 'suppression');

export type NewSuppression = SuppressionFacts &
  Pick<SuppressionDoc, 'kind' | 'reason'> &
  Partial<Pick<SuppressionDoc, 'otherDigests' | 'source' | 'mailboxId' | 'isRemovalProposed' | 'undoUntil'>> & {
    value: string;
  };

const noFacts = Object.fromEntries(suppressionFacts.map((name) => [name, null]));

/** Opt-outs by the person. They make a removable entry permanent. */
const saidNo: readonly SuppressionReason[] = ['unsubscribe', 'complaint'];
const removable: readonly SuppressionReason[] = ['manual', 'import', 'hard_bounce'];

export function becomesPermanent(before: SuppressionReason, reason: SuppressionReason): boolean {
  return saidNo.includes(reason) && removable.includes(before);
}

/** Adds the entry, or leaves an older one unchanged. An erasure removes the readable value permanently. */
export async function addSuppression(
  workspaceId: string,
  entry: NewSuppression,
  now: Date,
): Promise<{ record: SuppressionRecord; isNew: boolean }> {
  const value = entry.value.toLowerCase();
  const isErasure = entry.reason === 'erasure';
  const others = entry.otherDigests ?? [];
  const changes = {
    ...(isErasure && { $set: { ...noFacts, value: null, reason: 'erasure' as const, createdAt: now } }),
    ...(others.length > 0 && { $addToSet: { otherDigests: { $each: [...others] } } }),
  };
  const same = { workspaceId, digest: { $in: addressDigests(workspaceId, value) } };
  if (Object.keys(changes).length > 0) await SuppressionModel.updateMany(same, changes);
  if (saidNo.includes(entry.reason)) {
    await SuppressionModel.updateMany({ ...same, reason: { $in: removable } }, { $set: { reason: entry.reason } });
    // Someone who says it twice means it.
    const again = { ...same, undoUntil: { $ne: null }, source: { $ne: entry.source ?? 'api' } };
    await SuppressionModel.updateMany(again, { $set: { undoUntil: null } });
  }
  const existing = await SuppressionModel.findOne(same).lean<SuppressionDoc>();
  if (existing) return { record: toRecord(existing), isNew: false };
  const record = await createRecord(SuppressionModel, {
    ...entry,
    _id: newId('sup'),
    workspaceId,
    value: isErasure ? null : value,
    digest: mailboxDigest(workspaceId, value),
    otherDigests: others.length > 0 ? [...others] : undefined,
    createdAt: now,
  });
  return { record, isNew: true };
}

/** A digest appears in one entry of its own, and in a few entries of other people. */
const perDigestMax = 4;

const lookUpByDigests = joinLookUps<SuppressionDoc>(
  (workspaceId, digests) =>
    SuppressionModel.find({
      workspaceId,
      $or: [{ digest: { $in: digests } }, { otherDigests: { $in: digests } }],
    })
      .limit(digests.length * perDigestMax)
      .lean<SuppressionDoc[]>(),
  ({ digest, otherDigests = [] }) => [digest, ...otherDigests],
);

/** Entries that cover each of these keys, which are lists of digests. */
async function findByDigests<Key>(
  workspaceId: string,
  digestsOf: ReadonlyMap<Key, readonly string[]>,
): Promise<Map<Key, SuppressionRecord>> {
  const result = new Map<Key, SuppressionRecord>();
  const found = await lookUpByDigests(workspaceId, [...new Set([...digestsOf.values()].flat())]);
  const byDigest = new Map<string, SuppressionRecord>();
  for (const entry of found) for (const digest of entry.otherDigests ?? []) byDigest.set(digest, toRecord(entry));
  for (const entry of found) byDigest.set(entry.digest, toRecord(entry));
  for (const [key, digests] of digestsOf) {
    const hit = digests.map((digest) => byDigest.get(digest)).find((entry) => entry !== undefined);
    if (hit) result.set(key, hit);
  }
  return result;
}

/** Addresses that must not be emailed: by any spelling, as another address of a person, or by their domain. */
export async function findSuppressed(
  workspaceId: string,
  addresses: string[],
): Promise<Map<string, SuppressionRecord>> {
  const result = new Map<string, SuppressionRecord>();
  for (let start = 0; start < addresses.length; start += addressesPerQueryMax) {
    const part = addresses.slice(start, start + addressesPerQueryMax);
    const digestsOf = new Map(part.map((address) => [address, digestsCovering(workspaceId, address)]));
    for (const [address, entry] of await findByDigests(workspaceId, digestsOf)) result.set(address, entry);
  }
  return result;
}

/** LinkedIn profiles, given as digests, of people who opted out or were erased. */
export function findSuppressedProfiles(
  workspaceId: string,
  digests: string[],
): Promise<Map<string, SuppressionRecord>> {
  return findByDigests(workspaceId, new Map(digests.map((digest) => [digest, [digest]])));
}

function digestsCovering(workspaceId: string, address: string): string[] {
  const domains = domainsOf(address).flatMap((domain) => addressDigests(workspaceId, domain));
  return [...new Set([...addressDigests(workspaceId, address), ...domains])];
}

export async function isSuppressed(workspaceId: string, address: string): Promise<boolean> {
  return (await findSuppressed(workspaceId, [address])).has(address);
}

export async function findSuppression(workspaceId: string, suppressionId: string): Promise<SuppressionRecord | null> {
  const found = await SuppressionModel.findOne({ workspaceId, _id: suppressionId }).lean<SuppressionDoc>();
  return found && toRecord(found);
}

export function listSuppressions(
  workspaceId: string,
  filter: { kind?: string; reason?: string },
  page: PageRequest,
): Promise<PageResult<SuppressionRecord>> {
  return findPage<SuppressionDoc>(SuppressionModel, { workspaceId, ...given(filter) }, page);
}

export async function removeSuppression(workspaceId: string, suppressionId: string): Promise<boolean> {
  const { deletedCount } = await SuppressionModel.deleteOne({ workspaceId, _id: suppressionId });
  return deletedCount === 1;
}
