import { domainsOf, suppressionDigest } from '../../domain/suppressions/suppression-digest.ts';
import { given } from '../../domain/values/given.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { defineModel, StoredSchema, toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { joinLookUpsBy } from '../documents/look-ups.ts';
import { digestKey } from '../secrets/store-keys.ts';

export const suppressionReasons = ['manual', 'unsubscribe', 'complaint', 'hard_bounce', 'erasure', 'import'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** Someone who said no, or an address that does not work. `value` is null where the person was erased. */
export interface SuppressionDoc {
  _id: string;
  workspaceId: string;
  kind: 'address' | 'domain';
  value: string | null;
  digest: string;
  reason: SuppressionReason;
  note: string | null;
  source: string;
  /** The mailbox that a hard bounce was met with. */
  mailboxId: string | null;
  /** Its mailbox or provider had a fault at the time: the address may well work, and the entry may be removed. */
  isRemovalProposed: boolean;
  createdAt: Date;
}
export type SuppressionRecord = Omit<SuppressionDoc, '_id'> & { id: string };

const addressesPerQueryMax = 1000;

const schema = new StoredSchema<SuppressionDoc>({
  workspaceId: { type: String, required: true },
  kind: { type: String, enum: ['address', 'domain'], required: true },
  value: { type: String, default: null },
  digest: { type: String, required: true },
  reason: { type: String, enum: suppressionReasons, required: true },
  note: { type: String, default: null },
  source: { type: String, default: 'api' },
  mailboxId: { type: String, default: null },
  isRemovalProposed: { type: Boolean, default: false },
  createdAt: { type: Date, required: true },
});
schema.index({ workspaceId: 1, digest: 1 }, { unique: true });
schema.index({ workspaceId: 1, createdAt: -1, _id: -1 });
schema.index({ workspaceId: 1, mailboxId: 1, createdAt: 1 });

export const SuppressionModel = defineModel<SuppressionDoc>('Suppression', 'suppressions', schema);

export interface NewSuppression {
  kind: 'address' | 'domain';
  value: string;
  reason: SuppressionReason;
  note?: string | null;
  source?: string;
  mailboxId?: string | null;
  isRemovalProposed?: boolean;
}

/** Adds the entry, or leaves an older one as it is; an erasure takes the readable value away, and is not taken back. */
export async function addSuppression(
  workspaceId: string,
  entry: NewSuppression,
  now: Date,
): Promise<{ record: SuppressionRecord; isNew: boolean }> {
  const value = entry.value.toLowerCase();
  const digest = suppressionDigest(digestKey(), workspaceId, value);
  const isErasure = entry.reason === 'erasure';
  const existing = await SuppressionModel.findOneAndUpdate(
    { workspaceId, digest },
    isErasure ? { $set: { value: null, note: null, reason: 'erasure', createdAt: now } } : { $set: { digest } },
    { returnDocument: 'after' },
  ).lean<SuppressionDoc>();
  if (existing) return { record: toRecord(existing), isNew: false };
  const document: SuppressionDoc = {
    _id: newId('sup'),
    workspaceId,
    kind: entry.kind,
    value: isErasure ? null : value,
    digest,
    reason: entry.reason,
    note: entry.note ?? null,
    source: entry.source ?? 'api',
    mailboxId: entry.mailboxId ?? null,
    isRemovalProposed: entry.isRemovalProposed ?? false,
    createdAt: now,
  };
  await SuppressionModel.create([document]);
  return { record: toRecord(document), isNew: true };
}

const lookUpByDigest = joinLookUpsBy(SuppressionModel, 'digest');

/** Which of these addresses may not be written to, by themselves or by their domain. */
export async function findSuppressed(
  workspaceId: string,
  addresses: string[],
): Promise<Map<string, SuppressionRecord>> {
  const result = new Map<string, SuppressionRecord>();
  for (let start = 0; start < addresses.length; start += addressesPerQueryMax) {
    const part = addresses.slice(start, start + addressesPerQueryMax);
    const digestsOf = new Map(
      part.map((address) => [
        address,
        [address, ...domainsOf(address)].map((value) => suppressionDigest(digestKey(), workspaceId, value)),
      ]),
    );
    const wanted = [...new Set([...digestsOf.values()].flat())];
    const found = await lookUpByDigest(workspaceId, wanted);
    const byDigest = new Map(found.map((entry) => [entry.digest, toRecord(entry)]));
    for (const [address, digests] of digestsOf) {
      const hit = digests.map((digest) => byDigest.get(digest)).find((entry) => entry !== undefined);
      if (hit) result.set(address, hit);
    }
  }
  return result;
}

export async function isSuppressed(workspaceId: string, address: string): Promise<boolean> {
  return (await findSuppressed(workspaceId, [address])).has(address);
}

/** Hard bounces of a mailbox since a time: it had a fault of its own by then. */
export async function proposeRemovals(workspaceId: string, mailboxId: string, since: Date): Promise<void> {
  await SuppressionModel.updateMany(
    { workspaceId, mailboxId, createdAt: { $gte: since }, reason: 'hard_bounce' },
    { $set: { isRemovalProposed: true } },
  );
}

export function countProposedRemovals(workspaceId: string, mailboxId: string): Promise<number> {
  return SuppressionModel.countDocuments({ workspaceId, mailboxId, isRemovalProposed: true });
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
