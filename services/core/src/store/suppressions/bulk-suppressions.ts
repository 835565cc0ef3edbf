import type { SuppressionFacts, SuppressionReason } from '../../domain/suppressions/suppression-fields.ts';
import { newId } from '../../domain/values/ids.ts';
import { toRecord } from '../documents/define-model.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { addressDigests, mailboxDigest } from '../secrets/address-digests.ts';
import { type SuppressionDoc, SuppressionModel, type SuppressionRecord } from './suppression-store.ts';

const perQueryMax = 1_000;

/** Key of an entry: the same for all spellings of a mailbox. */
export function entryKey(workspaceId: string, value: string): string {
  return mailboxDigest(workspaceId, value);
}

/** Entries of these values themselves, by value. Entries of a covering domain or of the same person do not count. */
export async function findOwnEntries(
  workspaceId: string,
  values: readonly string[],
): Promise<Map<string, SuppressionRecord>> {
  const entries = new Map<string, SuppressionRecord>();
  for (let start = 0; start < values.length; start += perQueryMax) {
    const digests = new Map<string, string[]>();
    for (const value of values.slice(start, start + perQueryMax))
      digests.set(value, addressDigests(workspaceId, value));
    const wanted = [...new Set([...digests.values()].flat())];
    const found = await SuppressionModel.find({ workspaceId, digest: { $in: wanted } })
      .limit(wanted.length)
      .lean<SuppressionDoc[]>();
    const byDigest = new Map(found.map((entry) => [entry.digest, entry]));
    for (const [value, own] of digests) {
      const entry = own.map((digest) => byDigest.get(digest)).find((one) => one !== undefined);
      if (entry !== undefined) entries.set(value, toRecord(entry));
    }
  }
  return entries;
}

export interface NewEntry {
  kind: 'address' | 'domain';
  value: string;
  /** Digests of the person's other addresses and profile. */
  otherDigests: readonly string[];
}

export interface SharedFacts extends SuppressionFacts {
  reason: SuppressionReason;
  source: string;
}

/** Adds entries for values without one, in one command. Call inside a transaction. */
export async function insertSuppressions(
  workspaceId: string,
  entries: readonly NewEntry[],
  shared: SharedFacts,
  now: Date,
): Promise<SuppressionRecord[]> {
  const documents = entries.map(({ kind, value, otherDigests }) => ({
    note: null,
    ...shared,
    _id: newId('sup'),
    workspaceId,
    kind,
    value,
    digest: entryKey(workspaceId, value),
    ...(otherDigests.length > 0 && { otherDigests: [...otherDigests] }),
    mailboxId: null,
    isRemovalProposed: false,
    undoUntil: null,
    createdAt: now,
  }));
  await insertDocuments<SuppressionDoc>(SuppressionModel, documents);
  return documents.map(toRecord);
}

/** Gives these entries another reason, such as an opt-out that makes a manual entry permanent. */
export async function changeReasons(
  workspaceId: string,
  suppressionIds: readonly string[],
  reason: SuppressionReason,
): Promise<void> {
  if (suppressionIds.length === 0) return;
  await SuppressionModel.updateMany({ workspaceId, _id: { $in: suppressionIds } }, { $set: { reason } });
}
