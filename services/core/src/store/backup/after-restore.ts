import mongoose from 'mongoose';
import type { BackupRefusal } from '../../domain/backup/refusal.ts';
import { noteContacted } from '../contacts/contact-store.ts';

const lastError = 'A backup was restored: this message may have been sent after the backup was made.';

/** States in which a message can still be sent, or its outcome is unknown. */
const unsentStates = ['draft', 'awaiting_approval', 'scheduled', 'sending', 'unconfirmed'];

function collection<Doc extends { _id: string }>(name: string) {
  return mongoose.connection.db!.collection<Doc>(name);
}

interface QueuedMessage {
  _id: string;
  workspaceId: string;
  enrollmentId: string | null;
}

/**
 * Marks every message that was due by now as `unconfirmed`, since it may have been sent after the backup. Its sequence
 * then needs a person's decision. Returns the number of each.
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
  const enrollments = await pauseEnrollments({ _id: { $in: enrollmentIds } }, now);
  return { messages: changed.modifiedCount, enrollments };
}

/**
 * Handles a message that, according to the journal, was sent after the restored state. It is not sent again. Its
 * sequence needs a person's decision, since later messages may have been sent too. Returns true if the store did not
 * know about it.
 */
export async function replaySent(entry: Extract<BackupRefusal, { type: 'sent' }>, now: Date): Promise<boolean> {
  const { workspaceId, messageId, enrollmentId, contactId, isCertain } = entry;
  const at = new Date(entry.at);
  const free = { leaseOwner: null, leaseUntil: new Date(0) };
  const outcome = isCertain ? { state: 'sent', lastError: null } : { state: 'unconfirmed', lastError };
  const message = await collection('messages').updateOne(
    { _id: messageId, workspaceId, state: { $in: unsentStates } } as object,
    { $set: { ...outcome, ...free, sentAt: at, waitReason: null, updatedAt: now }, $inc: { version: 1, fence: 1 } },
  );
  if (contactId !== null) await noteContacted(workspaceId, [contactId], at);
  const isKnown = message.modifiedCount === 0 && (await isSettled(workspaceId, messageId));
  if (isKnown) return false;
  if (enrollmentId !== null) await pauseEnrollments({ _id: enrollmentId, workspaceId }, now);
  return message.modifiedCount === 1;
}

/** True if the restored state has the message in a state from which it is never sent. */
async function isSettled(workspaceId: string, messageId: string): Promise<boolean> {
  return (await collection('messages').countDocuments({ _id: messageId, workspaceId } as object)) > 0;
}

async function pauseEnrollments(filter: object, now: Date): Promise<number> {
  const paused = await collection('enrollments').updateMany({ ...filter, state: 'active' } as object, {
    $set: { state: 'paused', pauseReason: 'restore', resumeAt: null, updatedAt: now },
    $inc: { version: 1 },
  });
  return paused.modifiedCount;
}

/** Restores a refusal that is missing from the backup. Returns true if it was missing. */
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
