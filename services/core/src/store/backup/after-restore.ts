import mongoose from 'mongoose';
import type { BackupRefusal } from '../../domain/backup/refusal.ts';

const lastError = 'A backup was restored: this message may have been sent after the backup was made.';

function collection<Doc extends { _id: string }>(name: string) {
  return mongoose.connection.db!.collection<Doc>(name);
}

interface QueuedMessage {
  _id: string;
  workspaceId: string;
  enrollmentId: string | null;
}

/**
 * Whatever was due by now may have been sent since the backup: it becomes `unconfirmed`, and the sequences that it belongs
 * to wait for a person. Returns how many of each.
 */
export async function doubtWhatWasDue(now: Date): Promise<{ messages: number; enrollments: number }> {
  const due = {
    $or: [
      { state: 'sending' },
      { state: 'scheduled', scheduledAt: { $lte: now } },
      { state: 'scheduled', dueAt: { $lte: now } },
    ],
  };
  const messages = collection<QueuedMessage>('messages');
  const enrollmentIds = (await messages.distinct('enrollmentId', due)).filter((id) => id !== null);
  const changed = await messages.updateMany(due, {
    $set: { state: 'unconfirmed', sentAt: now, updatedAt: now, lastError, leaseOwner: null, leaseUntil: new Date(0) },
    $inc: { version: 1, fence: 1 },
  } as object);
  const paused = await collection('enrollments').updateMany(
    { _id: { $in: enrollmentIds as string[] }, state: 'active' } as object,
    { $set: { state: 'paused', pauseReason: 'restore', resumeAt: null, updatedAt: now }, $inc: { version: 1 } },
  );
  return { messages: changed.modifiedCount, enrollments: paused.modifiedCount };
}

/** Puts a refusal back that the backup does not know; true when it was missing. */
export async function replaySuppression(refusal: Extract<BackupRefusal, { type: 'suppression' }>): Promise<boolean> {
  const { workspaceId, digest, kind, value, reason, at, id } = refusal;
  const found = await collection('suppressions').updateOne(
    { workspaceId, digest } as object,
    {
      $setOnInsert: { _id: id, kind, value, reason, note: null, source: 'restore', createdAt: new Date(at) },
    } as object,
    { upsert: true },
  );
  const stopped = { $set: { doNotContact: true, updatedAt: new Date() }, $inc: { version: 1 } };
  if (kind === 'address' && value !== null)
    await collection('contacts').updateMany({ workspaceId, email: value } as object, stopped);
  return found.upsertedCount === 1;
}
