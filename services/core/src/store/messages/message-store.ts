import { randomBytes } from 'node:crypto';
import { recipientPattern } from '../../domain/contacts/email-address.ts';
import { type MessageState, type MessageTransition, messageTransitions } from '../../domain/messages/message-state.ts';
import { given } from '../../domain/values/given.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { currentTraceparent } from '../../tracing/traced.ts';
import { toRecord } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { blankMessage, type MessageDoc, MessageModel } from './message-model.ts';

export type MessageRecord = Omit<MessageDoc, '_id'> & { id: string };
export type NewMessage = Pick<MessageRecord, 'kind' | 'to' | 'subject' | 'bodyText' | 'state'> &
  Partial<Omit<MessageRecord, 'workspaceId' | 'leaseOwner' | 'leaseUntil' | 'fence' | 'version'>>;

const messagesPerQueryMax = 1000;

/** A Message-ID of our own in the domain of the sender's address (RFC 5322 §3.6.4). */
export function newMessageIdHeader(senderDomain: string): string {
  return `<${randomBytes(16).toString('hex')}@${senderDomain || 'outbound.invalid'}>`;
}

export async function insertMessages(workspaceId: string, messages: NewMessage[], now: Date): Promise<MessageRecord[]> {
  if (messages.length === 0) return [];
  const traceparent = currentTraceparent();
  const documents = messages.map(({ id, messageIdHeader, ...said }) => ({
    ...blankMessage,
    ...given(said),
    _id: id ?? newId('msg'),
    workspaceId,
    messageIdHeader: messageIdHeader ?? newMessageIdHeader(''),
    ...(traceparent && { traceparent }),
    createdAt: now,
    updatedAt: now,
  }));
  await insertDocuments<MessageDoc>(MessageModel, documents);
  return documents.map(toRecord<MessageDoc>);
}

export async function findMessage(workspaceId: string, messageId: string): Promise<MessageRecord | null> {
  const found = await MessageModel.findOne({ workspaceId, _id: messageId }).lean<MessageDoc>();
  return found && toRecord(found);
}

/** Many at once, in no particular order. */
export async function findMessages(workspaceId: string, messageIds: string[]): Promise<MessageRecord[]> {
  const found = await MessageModel.find({ workspaceId, _id: { $in: messageIds } })
    .limit(messagesPerQueryMax)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

export interface MessageFilter {
  campaignId?: string;
  enrollmentId?: string;
  contactId?: string;
  mailboxId?: string;
  replyId?: string;
  kind?: string;
  state?: string;
}

export function listMessages(
  workspaceId: string,
  filter: MessageFilter,
  page: PageRequest,
): Promise<PageResult<MessageRecord>> {
  return findPage<MessageDoc>(MessageModel, { workspaceId, ...given(filter) }, page);
}

/** All messages of one enrollment, oldest first. */
export async function findMessagesOfEnrollment(workspaceId: string, enrollmentId: string): Promise<MessageRecord[]> {
  const found = await MessageModel.find({ workspaceId, enrollmentId })
    .sort({ _id: 1 })
    .limit(messagesPerQueryMax)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

export type MessageChanges = Partial<Omit<MessageRecord, 'id' | 'workspaceId' | 'version' | 'createdAt'>>;

/**
 * Takes the message through a named transition with further changes; null when it is gone, in a state that does not
 * allow it, leased by a worker, or no longer at `expectedVersion`.
 */
export async function transitionMessage(
  workspaceId: string,
  messageId: string,
  transition: MessageTransition,
  changes: MessageChanges,
  now: Date,
  expectedVersion?: number,
): Promise<MessageRecord | null> {
  const { from, to } = messageTransitions[transition];
  const filter: Record<string, unknown> = { workspaceId, _id: messageId, state: { $in: [...from] } };
  if (expectedVersion !== undefined) filter.version = expectedVersion;
  const updated = await MessageModel.findOneAndUpdate(
    filter,
    {
      $set: { ...changes, ...(to === 'scheduled' && { laneId: null }), state: to, updatedAt: now },
      $inc: { version: 1 },
    },
    { returnDocument: 'after' },
  ).lean<MessageDoc>();
  return updated && toRecord(updated);
}

/** Cancels what is not yet being sent of one enrollment or to one contact. Answers how many. */
export async function cancelMessagesFor(
  workspaceId: string,
  subject: { enrollmentId: string } | { contactId: string },
  now: Date,
): Promise<number> {
  const { modifiedCount } = await MessageModel.updateMany(
    { workspaceId, ...subject, state: { $in: [...messageTransitions.cancel.from] } },
    { $set: { state: 'cancelled', updatedAt: now }, $inc: { version: 1, fence: 1 } },
  );
  return modifiedCount;
}

/** How many messages to a contact can still be cancelled. */
export function countCancellableFor(workspaceId: string, contactId: string): Promise<number> {
  return MessageModel.countDocuments({ workspaceId, contactId, state: { $in: [...messageTransitions.cancel.from] } });
}

/** The same of many enrollments at once. */
export async function cancelMessagesOfEnrollments(
  workspaceId: string,
  enrollmentIds: string[],
  now: Date,
): Promise<void> {
  await MessageModel.updateMany(
    { workspaceId, enrollmentId: { $in: enrollmentIds }, state: { $in: [...messageTransitions.cancel.from] } },
    { $set: { state: 'cancelled', updatedAt: now }, $inc: { version: 1, fence: 1 } },
  );
}

/** How many messages of a campaign's sequences are in each state; answers to its replies are not counted. */
export async function countMessagesByState(
  workspaceId: string,
  campaignId: string,
): Promise<Partial<Record<MessageState, number>>> {
  const rows = await MessageModel.aggregate<{ _id: MessageState; count: number }>([
    { $match: { workspaceId, campaignId, kind: 'campaign' } },
    { $group: { _id: '$state', count: { $sum: 1 } } },
  ]);
  return Object.fromEntries(rows.map((row) => [row._id, row.count]));
}

/** Holds back what is queued for an enrollment until a day (out of office). */
export async function delayMessages(workspaceId: string, enrollmentId: string, until: Date, now: Date): Promise<void> {
  await MessageModel.updateMany(
    { workspaceId, enrollmentId, state: 'scheduled', scheduledAt: { $lt: until } },
    { $set: { scheduledAt: until, wantedAt: until, updatedAt: now }, $inc: { fence: 1, version: 1 } },
  );
}

/** Changes the text of a message that nobody has approved yet; null when it has gone further meanwhile. */
export async function updateDraft(
  workspaceId: string,
  messageId: string,
  changes: Pick<MessageChanges, 'subject' | 'bodyText' | 'bodyFormat' | 'attachments'>,
  now: Date,
): Promise<MessageRecord | null> {
  const updated = await MessageModel.findOneAndUpdate(
    { workspaceId, _id: messageId, state: { $in: ['draft', 'awaiting_approval'] } },
    { $set: { ...changes, state: 'awaiting_approval', updatedAt: now }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<MessageDoc>();
  return updated && toRecord(updated);
}

const queuedCountMax = 100_000;

export function countQueuedFrom(workspaceId: string, mailboxId: string): Promise<number> {
  return MessageModel.countDocuments({ workspaceId, mailboxId, state: 'scheduled' }).limit(queuedCountMax);
}

type Recipient = Parameters<typeof recipientPattern>[0];

function cancellableTo(workspaceId: string, to: Recipient) {
  return { workspaceId, to: recipientPattern(to), state: { $in: [...messageTransitions.cancel.from] } };
}

/** How many messages to an address or domain can still be cancelled. */
export function countMessagesTo(workspaceId: string, to: Recipient): Promise<number> {
  return MessageModel.countDocuments(cancellableTo(workspaceId, to));
}

export async function cancelMessagesTo(workspaceId: string, to: Recipient, now: Date): Promise<void> {
  await MessageModel.updateMany(cancellableTo(workspaceId, to), {
    $set: { state: 'cancelled', updatedAt: now },
    $inc: { version: 1, fence: 1 },
  });
}
