import type { MessageKind } from '../../domain/messages/message-state.ts';
import { toRecord } from '../documents/define-model.ts';
import { type MessageDoc, MessageModel } from './message-model.ts';
import type { MessageRecord } from './message-store.ts';

/** Queued messages of one workspace, whatever their time, earliest first. */
export async function findScheduledMessages(workspaceId: string, limit: number): Promise<MessageRecord[]> {
  const found = await MessageModel.find({ workspaceId, state: 'scheduled' })
    .sort({ scheduledAt: 1 })
    .limit(limit)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

/** Number of messages that would be sent if nothing held them, up to a limit. */
export function countDueMessages(workspaceId: string, max: number, now: Date): Promise<number> {
  return MessageModel.countDocuments({ workspaceId, state: 'scheduled', scheduledAt: { $lte: now } })
    .limit(max)
    .exec();
}

/** Makes messages due that are only waiting for their step's delay. They are sent in the next turn of their mailbox. */
export async function makeDue(workspaceId: string, messageIds: string[], now: Date): Promise<void> {
  await MessageModel.updateMany(
    { workspaceId, _id: { $in: messageIds }, state: 'scheduled', scheduledAt: { $gt: now } },
    { $set: { scheduledAt: now, waitReason: null, updatedAt: now } },
  );
}

/** Messages that may or may not have been sent, oldest first. */
export async function findUnconfirmed(
  workspaceId: string,
  { campaignId, mailboxId }: { campaignId?: string; mailboxId?: string },
  limit: number,
): Promise<MessageRecord[]> {
  const filter = { ...(campaignId && { campaignId }), ...(mailboxId && { mailboxId }) };
  const found = await MessageModel.find({ workspaceId, ...filter, state: 'unconfirmed' })
    .sort({ updatedAt: 1 })
    .limit(limit)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

/** Number of messages pending approval, of one kind or of all, up to a limit. */
export function countWaitingMessages(workspaceId: string, max: number, kind?: MessageKind): Promise<number> {
  const waiting = { workspaceId, state: 'awaiting_approval' as const, ...(kind && { kind }) };
  return MessageModel.countDocuments(waiting).limit(max).exec();
}
