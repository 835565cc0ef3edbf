import { toRecord } from '../documents/define-model.ts';
import { type MessageDoc, MessageModel } from '../messages/message-model.ts';
import type { MessageRecord } from '../messages/message-store.ts';
import { ReplyModel } from './reply-store.ts';

const countedMax = 10_000;

/** Messages from a mailbox whose address turned out not to exist, since a time. */
export function countHardBounces(workspaceId: string, mailboxId: string, since: Date): Promise<number> {
  return MessageModel.countDocuments({
    ...{ workspaceId, mailboxId, state: 'bounced', bounceType: 'hard' },
    updatedAt: { $gte: since },
  }).limit(countedMax);
}

/** Reports of spam about what a mailbox sent, by providers and in words, since a time. */
export async function countComplaints(workspaceId: string, mailboxId: string, since: Date): Promise<number> {
  const reported = await MessageModel.countDocuments({
    ...{ workspaceId, mailboxId, state: 'bounced', bounceType: 'complaint' },
    updatedAt: { $gte: since },
  }).limit(countedMax);
  const written = await ReplyModel.countDocuments({
    ...{ workspaceId, mailboxId, class: 'complaint' },
    receivedAt: { $gte: since },
  }).limit(countedMax);
  return reported + written;
}

/** The last messages that left a mailbox, from this one backwards. */
export async function findSentBefore(message: MessageRecord, limit: number): Promise<MessageRecord[]> {
  const { workspaceId, mailboxId, sentAt } = message;
  const found = await MessageModel.find({ workspaceId, mailboxId, sentAt: { $lte: sentAt } })
    .sort({ sentAt: -1 })
    .limit(limit)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}
