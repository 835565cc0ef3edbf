import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { serverNow } from '../documents/server-clock.ts';
import { beginStoreCopy, type CopyProgress } from './store-copy.ts';

type Session = mongoose.mongo.ClientSession;
type Client = mongoose.mongo.MongoClient;

/** The store as it was at one moment. */
export interface Snapshot {
  client: Client;
  /** Absent where the client reads a copy that nobody writes to. */
  session?: Session;
  /** By the store's clock. Everything acknowledged before is in the snapshot, and nothing that began later. */
  at: Date;
}

export interface SnapshotOptions {
  /** Nothing writes: every part is stopped. */
  isStopped?: boolean;
  onCopy?(progress: CopyProgress): void;
  /** Called before the first read where the store itself keeps the snapshot: throws when it keeps it too briefly. */
  requireTime?(): Promise<void>;
}

/** The store cannot be read as it was at one moment: the reason, for the operator. */
export class SnapshotError extends Error {}

/** Goes with each read of a snapshot: the concern of the connection (majority) would stand in its place otherwise. */
export const snapshotConcern = { level: 'snapshot' } as const;

const unkept =
  'This store takes the wish for a snapshot and does not keep to it: what is written meanwhile would ' +
  'be in one part of the backup and not in another. Stop every part and add --stopped, or use the ' +
  'store’s own backup.';

export const ownTools =
  'Use the store’s own tools (mongodump --oplog, a volume snapshot) and keep outbound.journal ' +
  'elsewhere. After restoring such a backup, run "outbound restored --from TIME --journal FILE" before ' +
  'anything sends.';

const snapshotTooOld = 239;
const noSuchTransaction = 251;
const attemptsMax = 3;

/**
 * Runs `read` with the store as it was at one moment, while others write. The embedded store makes a copy for that, at any
 * rate of writing. MongoDB keeps a moment for minutes outside of transactions; a store that does not is read in one
 * transaction, which it may end when too much is written meanwhile: then `read` runs again, with a later moment, up to
 * three times in all. A store that only claims to keep a moment is refused, unless nothing writes.
 */
export async function readSnapshot<T>(
  read: (snapshot: Snapshot) => Promise<T>,
  options: SnapshotOptions = {},
): Promise<T> {
  const copy = await beginStoreCopy(options.onCopy);
  if (copy === undefined) return readKeptSnapshot(read, options);
  try {
    return await read({ client: copy.client, at: copy.at });
  } finally {
    await copy.end();
  }
}

async function readKeptSnapshot<T>(
  read: (snapshot: Snapshot) => Promise<T>,
  { isStopped = false, requireTime = async () => {} }: SnapshotOptions,
): Promise<T> {
  const client = mongoose.connection.getClient();
  const readKept = async (session: Session): Promise<T> => {
    if (!isStopped) await requireKept(session);
    return read({ client, session, at: await momentOf(session) });
  };
  const hasSessions = await hasSnapshotSessions();
  if (!isStopped) await requireTime();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return hasSessions ? await inSnapshotSession(readKept) : await inReadTransaction(readKept);
    } catch (error) {
      const isGone = [snapshotTooOld, noSuchTransaction].includes((error as { code?: number }).code ?? 0);
      if (!isGone) throw error;
      if (attempt === attemptsMax)
        throw new SnapshotError(`The store does not keep a snapshot long enough to read all of it. ${ownTools}`);
    }
  }
}

/** The time that the session reads at, where the store says so; else now, with nothing read yet but the probe. */
async function momentOf(session: Session): Promise<Date> {
  const { snapshotTime } = session as { snapshotTime?: mongoose.mongo.Timestamp };
  return snapshotTime === undefined ? serverNow() : new Date(snapshotTime.getHighBitsUnsigned() * 1_000);
}

/** Writes beside the session, and looks whether the session sees it. */
async function requireKept(session: Session): Promise<void> {
  const notes = mongoose.connection.db!.collection<{ _id: string }>('backup_state');
  const _id = `probe ${randomUUID()}`;
  const seen = () => notes.countDocuments({ _id }, { session, readConcern: snapshotConcern });
  const before = await seen();
  await notes.insertOne({ _id });
  const after = await seen();
  await notes.deleteOne({ _id });
  if (before !== after) throw new SnapshotError(unkept);
}

async function hasSnapshotSessions(): Promise<boolean> {
  const session = mongoose.connection.getClient().startSession({ snapshot: true });
  try {
    await mongoose.connection.db!.collection('schema_versions').findOne({}, { session, readConcern: snapshotConcern });
    return true;
  } catch {
    return false;
  } finally {
    await session.endSession();
  }
}

async function inSnapshotSession<T>(read: (session: Session) => Promise<T>): Promise<T> {
  const session = mongoose.connection.getClient().startSession({ snapshot: true });
  try {
    return await read(session);
  } finally {
    await session.endSession();
  }
}

async function inReadTransaction<T>(read: (session: Session) => Promise<T>): Promise<T> {
  const session = mongoose.connection.getClient().startSession();
  session.startTransaction({ readConcern: snapshotConcern });
  try {
    const result = await read(session);
    await session.commitTransaction();
    return result;
  } catch (error) {
    await session.abortTransaction().catch(() => {});
    throw error;
  } finally {
    await session.endSession();
  }
}
