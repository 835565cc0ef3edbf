import { internalKinds } from '../../domain/messages/message-state.ts';
import { toRecord } from '../documents/define-model.ts';
import { type MessageDoc, MessageModel } from './message-model.ts';
import type { MessageRecord } from './message-store.ts';

/** Messages with one of these Message-IDs, for matching replies and bounces. */
export async function findMessagesByHeader(workspaceId: string, headers: string[]): Promise<MessageRecord[]> {
  if (headers.length === 0) return [];
  const found = await MessageModel.find({ workspaceId, messageIdHeader: { $in: headers.slice(0, 100) } })
    .limit(100)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

/** Newest message sent to this address. Matches replies without threading headers. */
export async function findLastSentTo(workspaceId: string, address: string): Promise<MessageRecord | null> {
  const found = await MessageModel.findOne({
    workspaceId,
    to: address,
    state: { $in: ['sent', 'unconfirmed', 'bounced'] },
  })
    .sort({ sentAt: -1, _id: -1 })
    .lean<MessageDoc>();
  return found && toRecord(found);
}

const threadMessagesMax = 200;

/** Messages that we sent to one person, oldest first: by contact, or by address if there is no contact. */
export async function findThreadMessages(
  workspaceId: string,
  contactId: string | null,
  address: string,
): Promise<MessageRecord[]> {
  const person = contactId === null ? { to: address } : { contactId };
  const found = await MessageModel.find({
    workspaceId,
    ...person,
    kind: { $nin: [...internalKinds] },
    sentAt: { $ne: null },
  })
    .sort({ sentAt: 1 })
    .limit(threadMessagesMax)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}
