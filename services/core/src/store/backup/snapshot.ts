import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';

type Session = mongoose.mongo.ClientSession;

export interface SnapshotOptions {
  /** Nothing writes: every part is stopped. */
  isStopped?: boolean;
}

/** The store cannot be read as it was at one moment: the reason, for the operator. */
export class SnapshotError extends Error {}

/** Goes with each read of a snapshot: the concern of the connection (majority) would stand in its place otherwise. */
export const snapshotConcern = { level: 'snapshot' } as const;

const unkept =
  'This store takes the wish for a snapshot and does not keep to it: what is written meanwhile would ' +
  'be in one part of the backup and not in another. Stop every part and add --stopped, or use the ' +
  'store’s own backup.';

const snapshotTooOld = 239;
const noSuchTransaction = 251;
const attemptsMax = 3;

/**
 * Runs `read` with a session that sees the store as it was at one moment, while others write. MongoDB keeps such a moment
 * for minutes outside of transactions; a store that does not is read in one transaction, which it may end when too much is
 * written meanwhile: then it begins again, up to three times. A store that only says so is refused, unless nothing writes.
 */
export async function readSnapshot<T>(
  read: (session: Session) => Promise<T>,
  { isStopped = false }: SnapshotOptions = {},
): Promise<T> {
  const readKept = async (session: Session): Promise<T> => {
    if (!isStopped) await requireKept(session);
    return read(session);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await hasSnapshotSessions()) ? await inSnapshotSession(readKept) : await inReadTransaction(readKept);
    } catch (error) {
      const isGone = [snapshotTooOld, noSuchTransaction].includes((error as { code?: number }).code ?? 0);
      if (!isGone) throw error;
      if (attempt === attemptsMax)
        throw new SnapshotError(
          'The store keeps no snapshot long enough to read all of it while so much is written. Try at a quieter time, or use the store’s own backup (mongodump --oplog, a volume snapshot).',
        );
    }
  }
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
