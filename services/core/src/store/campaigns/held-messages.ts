import { messageTransitions } from '../../domain/messages/message-state.ts';
import type { HoldReason } from '../../domain/sending/reasons.ts';
import { toRecord } from '../documents/define-model.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';
import { type MessageDoc, MessageModel } from '../messages/message-model.ts';
import { changeHeld } from '../messages/message-queue.ts';
import type { MessageRecord } from '../messages/message-store.ts';

/** A message that changed after its approval. It waits until a person approves it as it is now. */
export const approvalOutdated = {
  state: 'awaiting_approval',
  holdReason: 'approval_outdated',
  heldApprovalId: null,
  approvedAt: null,
  approvedBy: null,
} as const;

/**
 * Holds a message for review before it is sent. With `approval_outdated` it needs a new approval of its new text.
 * Otherwise it stays queued and is checked again at `at`.
 */
export function holdForPerson(
  message: MessageRecord,
  hold: { reason: HoldReason; at: Date; set?: Partial<MessageDoc> },
  now: Date,
): Promise<boolean> {
  const { reason, at, set = {} } = hold;
  const isOutdated = reason === 'approval_outdated';
  const asked = { leaseOwner: null, leaseUntil: new Date(0), ...set, ...approvalOutdated };
  const kept = isOutdated ? asked : { ...set, scheduledAt: at };
  return changeHeld(message, 'scheduled', { ...kept, holdReason: reason, waitReason: null }, now);
}

/** Replaces the text of a queued message. Returns null if it has changed or progressed in the meantime. */
export async function refillQueued(
  message: MessageRecord,
  set: Partial<MessageDoc>,
  now: Date,
): Promise<MessageRecord | null> {
  const { workspaceId, id, version } = message;
  const asRead = { workspaceId, _id: id, version, state: 'scheduled' as const };
  const changes = setAndUnset({ ...set, updatedAt: now });
  const { matchedCount } = await MessageModel.updateOne(asRead, { ...changes, $inc: { version: 1 } });
  return matchedCount === 1 ? { ...message, ...set, version: version + 1 } : null;
}

/** The recipient's time zone or country changed, so the planner must find another lane. */
export function leaveLane(message: MessageRecord, at: Date, now: Date): Promise<boolean> {
  return changeHeld(message, 'scheduled', { laneId: null, scheduledAt: at, waitReason: null }, now);
}

/**
 * Redirects the unsent campaign messages of a contact to its new address. Messages approved for the former address need
 * approval again; returns these.
 */
export async function redirectMessages(
  workspaceId: string,
  contactId: string,
  to: string,
  now: Date,
): Promise<MessageRecord[]> {
  const unsent = { workspaceId, contactId, kind: 'campaign' as const, to: { $ne: to } };
  const approved = await MessageModel.find({ ...unsent, state: { $in: ['approved', 'scheduled'] } }).lean();
  await MessageModel.updateMany(
    { ...unsent, state: { $in: ['approved', 'scheduled'] } },
    { $set: { ...approvalOutdated, to, updatedAt: now }, $inc: { version: 1, fence: 1 } },
  );
  await MessageModel.updateMany(
    { ...unsent, state: 'awaiting_approval' },
    { $set: { to, updatedAt: now }, $inc: { version: 1 } },
  );
  return approved.map(toRecord);
}

const { state, holdReason } = approvalOutdated;
const outdated = { state, holdReason };

/** Messages that changed after their approval, and that no request asks about yet. */
export async function findHeldUnasked(workspaceId: string, limit: number): Promise<MessageRecord[]> {
  const found = await MessageModel.find({ workspaceId, ...outdated, heldApprovalId: null } as object)
    .limit(limit)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

/** Workspaces with such messages. For the worker. */
export async function findWorkspacesWithHeld(limit: number): Promise<string[]> {
  const found = await MessageModel.distinct('workspaceId', { ...outdated, heldApprovalId: null } as object);
  return found.slice(0, limit);
}

/** Names the request that asks about these messages. */
export async function noteAsked(workspaceId: string, messageIds: string[], heldApprovalId: string): Promise<void> {
  await MessageModel.updateMany({ workspaceId, _id: { $in: messageIds }, ...outdated }, { $set: { heldApprovalId } });
}

/** After the requests were deleted, others ask about their messages. */
export async function askAgain(workspaceId: string, approvalIds: string[]): Promise<void> {
  if (approvalIds.length === 0) return;
  const asked = { workspaceId, ...outdated, heldApprovalId: { $in: approvalIds } };
  await MessageModel.updateMany(asked, { $set: { heldApprovalId: null } });
}

/** Number of messages that still wait for a decision. */
export function countHeld(workspaceId: string, messageIds: string[]): Promise<number> {
  return MessageModel.countDocuments({ workspaceId, _id: { $in: messageIds }, state: 'awaiting_approval' });
}

/** Queued messages of a campaign that no worker sends at the moment, ordered by ID. */
export async function findScheduledOf(
  workspaceId: string,
  campaignId: string,
  afterId: string,
  limit: number,
): Promise<MessageRecord[]> {
  const queued = { workspaceId, campaignId, kind: 'campaign', state: 'scheduled', _id: { $gt: afterId } };
  const found = await MessageModel.find(queued as object)
    .sort({ _id: 1 })
    .limit(limit)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

/** Number of approved but unsent campaign messages to a contact. */
export function countApprovedFor(workspaceId: string, contactId: string): Promise<number> {
  const where = {
    workspaceId,
    contactId,
    kind: 'campaign' as const,
    state: { $in: ['approved', 'scheduled'] as const },
  };
  return MessageModel.countDocuments(where as object);
}

/** Number of messages of an enrollment that can still be canceled. */
export function countMessagesOfEnrollment(workspaceId: string, enrollmentId: string): Promise<number> {
  const state = { $in: [...messageTransitions.cancel.from] };
  return MessageModel.countDocuments({ workspaceId, enrollmentId, state });
}

/** Reschedules messages held by a mailbox fault, after someone fixed the mailbox. */
export async function bringForward(workspaceId: string, mailboxId: string, now: Date): Promise<void> {
  await MessageModel.updateMany(
    { workspaceId, mailboxId, state: 'scheduled', waitReason: 'all_mailboxes_failing' },
    { $set: { scheduledAt: now, waitReason: null, updatedAt: now }, $inc: { version: 1 } },
  );
}

/** Returns a message that was queued without consent to the approval queue. */
export function returnForApproval(message: MessageRecord, now: Date): Promise<boolean> {
  return changeHeld(
    message,
    'scheduled',
    { leaseOwner: null, leaseUntil: new Date(0), state: 'awaiting_approval' },
    now,
  );
}

/** Cancels a held message. False if it is no longer held. */
export async function cancelHeldMessage(workspaceId: string, messageId: string, now: Date): Promise<boolean> {
  const { modifiedCount } = await MessageModel.updateOne(
    { workspaceId, _id: messageId, state: 'awaiting_approval' },
    { $set: { state: 'cancelled', updatedAt: now }, $inc: { version: 1, fence: 1 } },
  );
  return modifiedCount === 1;
}

const editedMax = 1_000;

/** Approved messages of a campaign whose text a person wrote, up to 1,000. */
export async function findEditedMessages(workspaceId: string, campaignId: string): Promise<MessageRecord[]> {
  const state = { $in: ['approved', 'scheduled'] as const };
  const found = await MessageModel.find({ workspaceId, campaignId, isEdited: true, state } as object)
    .limit(editedMax)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}
