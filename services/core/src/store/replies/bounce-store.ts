import { toRecord } from '../documents/define-model.ts';
import { type MessageDoc, MessageModel } from '../messages/message-model.ts';
import type { MessageRecord } from '../messages/message-store.ts';
import { ReplyModel } from './reply-store.ts';

const countedMax = 10_000;

/** Messages from a mailbox to nonexistent addresses, since a given time. */
export function countHardBounces(workspaceId: string, mailboxId: string, since: Date): Promise<number> {
  return MessageModel.countDocuments({
    workspaceId,
    mailboxId,
    state: 'bounced',
    bounceType: 'hard',
    updatedAt: { $gte: since },
  }).limit(countedMax);
}

/** Number of spam complaints about a mailbox, from providers and in replies, since a given time. */
export async function countComplaints(workspaceId: string, mailboxId: string, since: Date): Promise<number> {
  const reported = await MessageModel.countDocuments({
    workspaceId,
    mailboxId,
    state: 'bounced',
    bounceType: 'complaint',
    updatedAt: { $gte: since },
  }).limit(countedMax);
  const written = await ReplyModel.countDocuments({
    workspaceId,
    mailboxId,
    class: 'complaint',
    receivedAt: { $gte: since },
  }).limit(countedMax);
  return reported + written;
}

/** Last messages sent from a mailbox, backwards from this one. */
export async function findSentBefore(message: MessageRecord, limit: number): Promise<MessageRecord[]> {
  const { workspaceId, mailboxId, sentAt } = message;
  const found = await MessageModel.find({ workspaceId, mailboxId, sentAt: { $lte: sentAt } })
    .sort({ sentAt: -1 })
    .limit(limit)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}
