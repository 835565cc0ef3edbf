import { ReplyModel } from '../mail/reply-store.ts';
import { MessageModel } from './message-model.ts';

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
