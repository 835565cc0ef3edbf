import type { SkipReason, WaitReason } from '../../domain/sending/reasons.ts';
import { toRecord } from '../documents/define-model.ts';
import { serverNow } from '../documents/server-clock.ts';
import { isSendingStopped } from '../sending/sending-stop-store.ts';
import { type MessageDoc, MessageModel } from './message-model.ts';
import type { MessageRecord } from './message-store.ts';

/** Holder of a message. Every later change is conditional on it. */
export interface Claim {
  owner: string;
  leaseMs: number;
}

const longAgo = new Date(0);
const released = { leaseOwner: null, leaseUntil: longAgo };

/**
 * Queued messages without a lane, over all workspaces: those that have been due longest, plus a share of those that
 * became due last. This way, no one waits behind another workspace's large queue.
 */
export async function findUnplanned(limit: number, now: Date): Promise<MessageRecord[]> {
  const unplanned = { state: 'scheduled' as const, laneId: null };
  const first = await MessageModel.find(unplanned).sort({ scheduledAt: 1 }).limit(limit).lean<MessageDoc[]>();
  if (first.length < limit) return first.map(toRecord);
  const last = await MessageModel.find({ ...unplanned, scheduledAt: { $lte: now } })
    .sort({ scheduledAt: -1 })
    .limit(Math.ceil(limit / 5))
    .lean<MessageDoc[]>();
  const known = new Set(first.map(({ _id }) => _id));
  return [...first, ...last.filter(({ _id }) => !known.has(_id))].map(toRecord);
}

/** Puts messages into a lane of a mailbox, except those canceled or moved in the meantime. */
export async function putIntoLane(messageIds: string[], laneId: string, mailboxId: string): Promise<void> {
  await MessageModel.updateMany(
    { _id: { $in: messageIds }, state: 'scheduled', laneId: null },
    { $set: { laneId, mailboxId } },
  );
}

/** First messages of a lane, due or not. */
export async function peekLane(laneId: string, limit: number): Promise<MessageRecord[]> {
  const found = await MessageModel.find({ state: 'scheduled', laneId })
    .sort({ scheduledAt: 1 })
    .limit(limit)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

const queuedMax = 1_000;

/** Queued messages of a mailbox, up to 1,000. */
export async function findQueuedOf(workspaceId: string, mailboxId: string): Promise<MessageRecord[]> {
  const found = await MessageModel.find({ workspaceId, mailboxId, state: 'scheduled' })
    .limit(queuedMax)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

/** The mailbox was deleted: the planner assigns another one to campaign messages. */
export async function leaveMailbox(workspaceId: string, mailboxId: string, now: Date): Promise<void> {
  await MessageModel.updateMany(
    { workspaceId, mailboxId, state: 'scheduled' },
    { $set: { mailboxId: null, laneId: null, updatedAt: now } },
  );
}

/**
 * Marks a batch of messages as `sending` before the first byte of any of them is sent, and returns those we hold.
 * Messages canceled, held, claimed, or rewritten in the meantime are excluded. Returns none if all sending was stopped.
 * The lease must cover the batch.
 */
export async function beginSending(messages: MessageRecord[], claim: Claim, now: Date): Promise<MessageRecord[]> {
  const [first] = messages;
  if (first === undefined || (await isSendingStopped(first.workspaceId))) return [];
  const leaseUntil = new Date((await serverNow()).getTime() + claim.leaseMs);
  const sending = {
    state: 'sending',
    waitReason: null,
    holdReason: null,
    leaseOwner: claim.owner,
    leaseUntil,
    updatedAt: now,
  } as const;
  let modifiedCount = 0;
  // Most have the same version, so that this is usually one command.
  for (const [version, same] of Map.groupBy(messages, (message) => message.version)) {
    const asRead = { _id: { $in: same.map(({ id }) => id) }, state: 'scheduled' as const, version };
    const changed = await MessageModel.updateMany(asRead, {
      $set: sending,
      $inc: { fence: 1, attempt: 1, version: 1 },
    });
    modifiedCount += changed.modifiedCount;
  }
  const begun = messages.map((message) => ({ ...message, fence: message.fence + 1, attempt: message.attempt + 1 }));
  if (modifiedCount === messages.length) return begun;
  const _id = { $in: messages.map(({ id }) => id) };
  const ours = await MessageModel.find({ _id, state: 'sending', leaseOwner: claim.owner }, { fence: 1 }).lean();
  const fences = new Map(ours.map((message) => [message._id, message.fence]));
  return begun.filter(({ id, fence }) => fences.get(id) === fence);
}

/**
 * Messages that this worker still holds, which it alone can settle. Call in the transaction of the resulting changes.
 */
export async function markManySent(messageIds: string[], { owner }: Claim, now: Date): Promise<Set<string>> {
  const own = { _id: { $in: messageIds }, leaseOwner: owner };
  // The owner stays, to show which messages were held if not all were.
  const sent = { leaseUntil: longAgo, state: 'sent', sentAt: now, lastError: null, updatedAt: now } as const;
  const { modifiedCount } = await MessageModel.updateMany(
    { ...own, state: 'sending' },
    { $set: sent, $inc: { version: 1 } },
  );
  if (modifiedCount === messageIds.length) return new Set(messageIds);
  const held = await MessageModel.find({ ...own, state: 'sent' }, { _id: 1 }).lean();
  return new Set(held.map(({ _id }) => _id));
}

/**
 * Returns messages to the queue as if they had not been claimed: nothing of them was sent. `at` delays them after a
 * mailbox fault.
 */
export async function returnToQueue(messageIds: string[], { owner }: Claim, at: Date | null, now: Date): Promise<void> {
  if (messageIds.length === 0) return;
  await MessageModel.updateMany(
    { _id: { $in: messageIds }, state: 'sending', leaseOwner: owner },
    {
      $set: {
        ...released,
        state: 'scheduled',
        updatedAt: now,
        ...(at && { scheduledAt: at, waitReason: 'all_mailboxes_failing' }),
      },
      $inc: { attempt: -1, version: 1 },
    },
  );
}

/** Stage of the worker's message: before or after `beginSending`. */
export type HeldState = 'scheduled' | 'sending';

/** Changes a message that no one else has claimed since it was read. */
export async function changeHeld(
  message: MessageRecord,
  from: HeldState,
  set: Partial<MessageDoc>,
  now: Date,
): Promise<boolean> {
  const { workspaceId, id, fence } = message;
  const { matchedCount } = await MessageModel.updateOne(
    { workspaceId, _id: id, state: from, fence },
    { $set: { ...set, updatedAt: now }, $inc: { version: 1 } },
  );
  return matchedCount === 1;
}

/** Marks a message whose delivery is unknown. It is shown to the user and never resent automatically. */
export function markUnconfirmed(message: MessageRecord, error: string, now: Date): Promise<boolean> {
  return changeHeld(message, 'sending', { ...released, state: 'unconfirmed', sentAt: now, lastError: error }, now);
}

export function markRefused(message: MessageRecord, error: string, now: Date): Promise<boolean> {
  return changeHeld(message, 'sending', { ...released, state: 'bounced', bounceType: 'hard', lastError: error }, now);
}

export function markFailed(message: MessageRecord, error: string, now: Date): Promise<boolean> {
  return changeHeld(message, 'sending', { ...released, state: 'failed', lastError: error }, now);
}

export function markSkipped(message: MessageRecord, skipReason: SkipReason, now: Date): Promise<boolean> {
  return changeHeld(message, 'scheduled', { ...released, state: 'skipped', skipReason, holdReason: null }, now);
}

/** Returns a temporarily rejected message to the queue, in its own lane. The server certainly did not accept it. */
export function retryLater(message: MessageRecord, at: Date, error: string, now: Date): Promise<boolean> {
  const firstRefusedAt = message.firstRefusedAt ?? now;
  return changeHeld(
    message,
    'sending',
    {
      ...released,
      state: 'scheduled',
      laneId: null,
      scheduledAt: at,
      waitReason: 'retrying',
      lastError: error,
      firstRefusedAt,
    },
    now,
  );
}

/** Postpones a single message with a reason. Does not count as an attempt. */
export function postpone(message: MessageRecord, at: Date, waitReason: WaitReason, now: Date): Promise<boolean> {
  return changeHeld(message, 'scheduled', { scheduledAt: at, waitReason }, now);
}
