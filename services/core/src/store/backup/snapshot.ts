import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { serverNow } from '../documents/server-clock.ts';
import { beginStoreCopy, type CopyProgress } from './store-copy.ts';

type Session = mongoose.mongo.ClientSession;
type Client = mongoose.mongo.MongoClient;

/** Consistent view of the store at one point in time. */
export interface Snapshot {
  client: Client;
  /** Absent if the client reads a copy that receives no writes. */
  session?: Session;
  /** Store time of the snapshot. Includes everything acknowledged before it, and nothing that began later. */
  at: Date;
}

export interface SnapshotOptions {
  /** True if every part is stopped, so that nothing writes. */
  isStopped?: boolean;
  onCopy?(progress: CopyProgress): void;
  /** Called before the first read if the store itself keeps the snapshot. Throws if it keeps it too briefly. */
  requireTime?(): Promise<void>;
}

/** Reason the store cannot be read as a snapshot, for the operator. */
export class SnapshotError extends Error {}

/** Passed with each read of a snapshot. Without it, the connection's read concern (majority) would apply. */
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
 * Runs `read` on a snapshot of the store while others write. The embedded store makes a copy, at any write rate.
 * MongoDB keeps a snapshot for minutes outside of transactions. Other stores are read in one transaction, which they
 * can abort if too much is written. In that case, `read` runs again with a later snapshot, up to three times in total.
 * A store that wrongly claims to keep snapshots is rejected, unless nothing writes.
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

/** Time at which the session reads, if the store reports it. Otherwise now: only the probe has been read so far. */
async function momentOf(session: Session): Promise<Date> {
  const { snapshotTime } = session as { snapshotTime?: mongoose.mongo.Timestamp };
  return snapshotTime === undefined ? serverNow() : new Date(snapshotTime.getHighBitsUnsigned() * 1_000);
}

/** Writes outside the session and checks that the session does not see it. */
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
