import { randomUUID } from 'node:crypto';
import type { EpochMark, FolderPlace, StoreEpoch } from '../../domain/backup/restore-epoch.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { date, nullable, number, object, string, strings, withDefault } from '../documents/paths.ts';
import { serverNow } from '../documents/server-clock.ts';
import { unlessThere } from '../documents/transaction.ts';

type EpochDoc = DocOf<typeof EpochModel>;

export const epochCollection = 'restore_epoch';
const id = 'epoch';
const previousMax = 20;
const longAgo = new Date(0);

const EpochModel = defineModel(
  'RestoreEpoch',
  epochCollection,
  stored({
    epoch: string,
    counter: number,
    previous: strings,
    place: nullable(object<FolderPlace>()),
    /** Worker that writes the journal, and the time its lease ends unless renewed. */
    journalWriter: nullable(string),
    journalWriterUntil: withDefault(date, longAgo),
  }),
);

export async function findEpoch(): Promise<StoreEpoch | null> {
  const found = await EpochModel.findById(id).lean<EpochDoc>();
  if (found === null) return null;
  const { epoch, counter, previous, place } = found;
  return { epoch, counter, previous, place };
}

/** Returns the epoch of the store. An installation without one gets it here, at its first start. */
export async function ensureEpoch(place: FolderPlace | null): Promise<StoreEpoch> {
  const found = await findEpoch();
  if (found !== null) return found;
  const first = { epoch: randomUUID(), counter: 0, previous: [], place };
  // Another worker that starts at the same time can create it first.
  await unlessThere(EpochModel.create({ _id: id, ...first, journalWriter: null, journalWriterUntil: longAgo }));
  return (await findEpoch())!;
}

/** Records that the store was moved to this data folder. */
export async function adoptPlace(place: FolderPlace): Promise<void> {
  await EpochModel.updateOne({ _id: id, place: null }, { $set: { place } });
}

/** Starts a new epoch for a state that an operator confirmed. It knows the earlier epochs. */
export async function beginEpoch(known: readonly string[], place: FolderPlace | null): Promise<StoreEpoch> {
  const before = await findEpoch();
  const all = [...known, ...(before ? [before.epoch, ...before.previous] : [])];
  const previous = [...new Set(all)].slice(0, previousMax);
  const next = { epoch: randomUUID(), counter: 0, previous, place };
  const free = { journalWriter: null, journalWriterUntil: longAgo };
  await EpochModel.replaceOne({ _id: id }, { ...next, ...free }, { upsert: true });
  return next;
}

/** Counts an addition to the journal. Returns null if the store is in another state than this process expects. */
export async function advanceEpoch({ epoch, counter }: EpochMark): Promise<EpochMark | null> {
  const next = counter + 1;
  const { modifiedCount } = await EpochModel.updateOne({ _id: id, epoch, counter }, { $set: { counter: next } });
  return modifiedCount === 1 ? { epoch, counter: next } : null;
}

/** Takes or renews the right to write the journal. Returns false while another worker has it. */
export async function claimJournal(owner: string, leaseMs: number): Promise<boolean> {
  const now = await serverNow();
  const { matchedCount } = await EpochModel.updateOne(
    {
      _id: id,
      // A lease that ends later than a new one would comes from a clock that was since set back.
      $or: [
        { journalWriter: owner },
        { journalWriterUntil: { $lte: now } },
        { journalWriterUntil: { $gt: new Date(now.getTime() + 2 * leaseMs) } },
      ],
    },
    { $set: { journalWriter: owner, journalWriterUntil: new Date(now.getTime() + leaseMs) } },
  );
  return matchedCount === 1;
}

export async function releaseJournal(owner: string): Promise<void> {
  await EpochModel.updateOne({ _id: id, journalWriter: owner }, { $set: { journalWriterUntil: longAgo } });
}
