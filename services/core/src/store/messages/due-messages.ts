import type { MessageKind } from '../../domain/messages/message-state.ts';
import { toRecord } from '../documents/define-model.ts';
import { type MessageDoc, MessageModel } from './message-model.ts';
import type { MessageRecord } from './message-store.ts';

/** What of one workspace waits to be sent, whenever, the first ones first. */
export async function findScheduledMessages(workspaceId: string, limit: number): Promise<MessageRecord[]> {
  const found = await MessageModel.find({ workspaceId, state: 'scheduled' })
    .sort({ scheduledAt: 1 })
    .limit(limit)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

/** What is due by its step's wait alone goes out at the next turn of its mailbox. */
export async function makeDue(workspaceId: string, messageIds: string[], now: Date): Promise<void> {
  await MessageModel.updateMany(
    { workspaceId, _id: { $in: messageIds }, state: 'scheduled', scheduledAt: { $gt: now } },
    { $set: { scheduledAt: now, waitReason: null, updatedAt: now } },
  );
}

/** Those that may or may not have gone out, oldest first. */
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

/** How many messages wait for a yes, of one kind or of all, counted up to a limit. */
export function countWaitingMessages(workspaceId: string, max: number, kind?: MessageKind): Promise<number> {
  const waiting = { workspaceId, state: 'awaiting_approval' as const, ...(kind && { kind }) };
  return MessageModel.countDocuments(waiting).limit(max).exec();
}
