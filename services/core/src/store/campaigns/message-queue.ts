import type { SkipReason } from '../../domain/mail/message-state.ts';
import { toRecord } from '../define-model.ts';
import { serverNow } from '../server-clock.ts';
import { type MessageDoc, MessageModel } from './message-model.ts';
import type { MessageRecord } from './message-store.ts';

/** Who may go on with a message: every later change is conditional on it. */
export interface Claim {
  owner: string;
  leaseMs: number;
}

const leaseEnd = (serverTime: Date, { leaseMs }: Claim): Date => new Date(serverTime.getTime() + leaseMs);

/**
 * Takes up to `limit` due messages, oldest first; each goes to one worker only. Of those seen to be free, ours are the
 * ones that carry our lease afterwards: another worker's update leaves what is leased alone.
 */
export const claimDueMessages = async (claim: Claim, now: Date, limit: number): Promise<MessageRecord[]> => {
  const serverTime = await serverNow();
  const due = { state: 'scheduled' as const, scheduledAt: { $lte: now }, leaseUntil: { $lte: serverTime } };
  const free = await MessageModel.find(due, { _id: 1 }).sort({ scheduledAt: 1 }).limit(limit).lean<{ _id: string }[]>();
  if (free.length === 0) return [];
  const _id = { $in: free.map((message) => message._id) };
  const lease = { leaseOwner: claim.owner, leaseUntil: leaseEnd(serverTime, claim) };
  await MessageModel.updateMany({ ...due, _id }, { $set: lease, $inc: { fence: 1, attempt: 1 } });
  const claimed = await MessageModel.find({ _id, state: 'scheduled', ...lease })
    .sort({ scheduledAt: 1 })
    .limit(limit)
    .lean<MessageDoc[]>();
  return claimed.map(toRecord);
};

/** Where the worker is with a message: before `markSending`, or after it. */
export type HeldState = 'scheduled' | 'sending';

const held = (message: MessageRecord, state: HeldState) => ({
  workspaceId: message.workspaceId,
  _id: message.id,
  state,
  fence: message.fence,
});

const change = async (
  message: MessageRecord,
  from: HeldState,
  set: Partial<MessageDoc>,
  now: Date,
): Promise<boolean> => {
  const { matchedCount } = await MessageModel.updateOne(held(message, from), {
    $set: { ...set, mailboxId: message.mailboxId, updatedAt: now },
    $inc: { version: 1 },
  });
  return matchedCount === 1;
};

const released = { leaseOwner: null, leaseUntil: new Date(0) };

/**
 * Written before the first byte of the message goes out. False: someone else has it, or it was cancelled, and it must
 * not be sent. The lease is renewed, so that it covers the whole dialogue.
 */
export const markSending = async (message: MessageRecord, claim: Claim, now: Date): Promise<boolean> =>
  change(
    message,
    'scheduled',
    { state: 'sending', waitReason: null, leaseUntil: leaseEnd(await serverNow(), claim) },
    now,
  );

export const markSent = (message: MessageRecord, now: Date): Promise<boolean> =>
  change(message, 'sending', { ...released, state: 'sent', sentAt: now, lastError: null }, now);

/** Nobody knows whether it arrived: it is shown to the user and never sent again by itself. */
export const markUnconfirmed = (message: MessageRecord, error: string, now: Date): Promise<boolean> =>
  change(message, 'sending', { ...released, state: 'unconfirmed', sentAt: now, lastError: error }, now);

export const markRefused = (message: MessageRecord, from: HeldState, error: string, now: Date): Promise<boolean> =>
  change(message, from, { ...released, state: 'bounced', bounceType: 'hard', lastError: error }, now);

export const markFailed = (message: MessageRecord, from: HeldState, error: string, now: Date): Promise<boolean> =>
  change(message, from, { ...released, state: 'failed', lastError: error }, now);

export const markSkipped = (message: MessageRecord, skipReason: SkipReason, now: Date): Promise<boolean> =>
  change(message, 'scheduled', { ...released, state: 'skipped', skipReason }, now);

/** Back into the queue after a soft failure: it certainly was not accepted by the other side. */
export const retryLater = (
  message: MessageRecord,
  from: HeldState,
  at: Date,
  error: string,
  now: Date,
): Promise<boolean> =>
  change(message, from, { ...released, state: 'scheduled', scheduledAt: at, lastError: error }, now);

/** Back into the queue because it may not go out now (window, cap, pause): not counted as an attempt. */
export const postpone = (message: MessageRecord, at: Date, waitReason: string, now: Date): Promise<boolean> =>
  change(message, 'scheduled', { ...released, scheduledAt: at, waitReason, attempt: message.attempt - 1 }, now);

/** Back to a person: it was queued without anyone's consent. */
export const returnForApproval = (message: MessageRecord, now: Date): Promise<boolean> =>
  change(message, 'scheduled', { ...released, state: 'awaiting_approval' }, now);

/** Ends one message that a dead worker left in the middle of the dialogue: it is `unconfirmed`. Null when there is none. */
export const recoverLostMessage = async (now: Date): Promise<MessageRecord | null> => {
  const serverTime = await serverNow();
  const message = await MessageModel.findOneAndUpdate(
    { state: 'sending', leaseUntil: { $lte: serverTime } },
    {
      $set: {
        ...released,
        state: 'unconfirmed',
        sentAt: now,
        updatedAt: now,
        lastError: 'The worker stopped while it was sending.',
      },
      $inc: { version: 1, fence: 1 },
    },
    { sort: { leaseUntil: 1 }, returnDocument: 'after' },
  ).lean<MessageDoc>();
  return message && toRecord(message);
};

/** Gives back what this worker claimed and has not begun: for a graceful stop. */
export const releaseClaims = async (owner: string): Promise<void> => {
  await MessageModel.updateMany({ state: 'scheduled', leaseOwner: owner }, { $set: released, $inc: { attempt: -1 } });
};
