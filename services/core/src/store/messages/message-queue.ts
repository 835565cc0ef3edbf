import type { SkipReason } from '../../domain/messages/message-state.ts';
import { toRecord } from '../documents/define-model.ts';
import { serverNow } from '../documents/server-clock.ts';
import { isSendingStopped } from '../sending/sending-stop-store.ts';
import { type MessageDoc, MessageModel } from './message-model.ts';
import type { MessageRecord } from './message-store.ts';

/** Who may go on with a message: every later change is conditional on it. */
export interface Claim {
  owner: string;
  leaseMs: number;
}

const longAgo = new Date(0);
const released = { leaseOwner: null, leaseUntil: longAgo };

/**
 * Messages that were queued and have no lane yet, over all workspaces: those that are due longest, and a part of those that
 * have become due last, so that nobody waits behind what another workspace has queued in great numbers.
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

/** Puts messages into a lane of a mailbox; those that were cancelled or moved meanwhile are left alone. */
export async function putIntoLane(messageIds: string[], laneId: string, mailboxId: string): Promise<void> {
  await MessageModel.updateMany(
    { _id: { $in: messageIds }, state: 'scheduled', laneId: null },
    { $set: { laneId, mailboxId } },
  );
}

/** The first messages of a lane, due or not. */
export async function peekLane(laneId: string, limit: number): Promise<MessageRecord[]> {
  const found = await MessageModel.find({ state: 'scheduled', laneId })
    .sort({ scheduledAt: 1 })
    .limit(limit)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

const queuedMax = 1_000;

/** What waits to go out from a mailbox, up to 1,000. */
export async function findQueuedOf(workspaceId: string, mailboxId: string): Promise<MessageRecord[]> {
  const found = await MessageModel.find({ workspaceId, mailboxId, state: 'scheduled' })
    .limit(queuedMax)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

/** Its mailbox is gone: the planner finds another one for what a campaign sends. */
export async function leaveMailbox(workspaceId: string, mailboxId: string, now: Date): Promise<void> {
  await MessageModel.updateMany(
    { workspaceId, mailboxId, state: 'scheduled' },
    { $set: { mailboxId: null, laneId: null, updatedAt: now } },
  );
}

/**
 * Marks a window of messages as `sending`, before the first byte of any of them goes out, and returns those that are
 * ours: what was cancelled, held, taken or rewritten meanwhile is not, and none when all sending was stopped. The lease
 * has to cover the window.
 */
export async function beginSending(messages: MessageRecord[], claim: Claim, now: Date): Promise<MessageRecord[]> {
  const [first] = messages;
  if (first === undefined || (await isSendingStopped(first.workspaceId))) return [];
  const leaseUntil = new Date((await serverNow()).getTime() + claim.leaseMs);
  const sending = { state: 'sending', waitReason: null, leaseOwner: claim.owner, leaseUntil, updatedAt: now } as const;
  let modifiedCount = 0;
  // Most are of one version, so that this is one command.
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

/** Those of them that this worker still holds, which it alone may settle. Call in the transaction of what follows from it. */
export async function markManySent(messageIds: string[], { owner }: Claim, now: Date): Promise<Set<string>> {
  const own = { _id: { $in: messageIds }, leaseOwner: owner };
  // The owner stays: it tells which of them were held, where not all were.
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
 * Back into the queue, as if they had not been taken: certainly nothing of them went out. `at`: they stand back so long,
 * for a fault of their mailbox.
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

/** Those that stood back after a fault of their mailbox: somebody says that it is mended. */
export async function bringForward(workspaceId: string, mailboxId: string, now: Date): Promise<void> {
  await MessageModel.updateMany(
    { workspaceId, mailboxId, state: 'scheduled', waitReason: 'all_mailboxes_failing' },
    { $set: { scheduledAt: now, waitReason: null, updatedAt: now }, $inc: { version: 1 } },
  );
}

/** Where the worker is with a message: before `beginSending`, or after it. */
export type HeldState = 'scheduled' | 'sending';

async function change(message: MessageRecord, from: HeldState, set: Partial<MessageDoc>, now: Date): Promise<boolean> {
  const { workspaceId, id, fence } = message;
  const { matchedCount } = await MessageModel.updateOne(
    { workspaceId, _id: id, state: from, fence },
    { $set: { ...set, updatedAt: now }, $inc: { version: 1 } },
  );
  return matchedCount === 1;
}

/** Nobody knows whether it arrived: it is shown to the user and never sent again by itself. */
export function markUnconfirmed(message: MessageRecord, error: string, now: Date): Promise<boolean> {
  return change(message, 'sending', { ...released, state: 'unconfirmed', sentAt: now, lastError: error }, now);
}

export function markRefused(message: MessageRecord, error: string, now: Date): Promise<boolean> {
  return change(message, 'sending', { ...released, state: 'bounced', bounceType: 'hard', lastError: error }, now);
}

export function markFailed(message: MessageRecord, error: string, now: Date): Promise<boolean> {
  return change(message, 'sending', { ...released, state: 'failed', lastError: error }, now);
}

export function markSkipped(message: MessageRecord, skipReason: SkipReason, now: Date): Promise<boolean> {
  return change(message, 'scheduled', { ...released, state: 'skipped', skipReason }, now);
}

/**
 * Back into the queue, to a lane of its own, after it was refused for the moment: it certainly was not accepted by the other
 * side.
 */
export function retryLater(message: MessageRecord, at: Date, error: string, now: Date): Promise<boolean> {
  const firstRefusedAt = message.firstRefusedAt ?? now;
  return change(
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

/** What this one message waits for, and until when: not counted as an attempt. */
export function postpone(message: MessageRecord, at: Date, waitReason: string, now: Date): Promise<boolean> {
  return change(message, 'scheduled', { scheduledAt: at, waitReason }, now);
}

/** Back to a person: it was queued without anyone's consent. */
export function returnForApproval(message: MessageRecord, now: Date): Promise<boolean> {
  return change(message, 'scheduled', { ...released, state: 'awaiting_approval' }, now);
}
