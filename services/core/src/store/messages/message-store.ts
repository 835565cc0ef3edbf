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

/** Our own Message-ID in the domain of the sender's email address (RFC 5322 section 3.6.4). */
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

/** Returns many messages in no particular order. */
export async function findMessages(workspaceId: string, messageIds: string[]): Promise<MessageRecord[]> {
  const found = await MessageModel.find({ workspaceId, _id: { $in: messageIds } })
    .limit(messagesPerQueryMax)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

type FilteredMember = 'campaignId' | 'enrollmentId' | 'contactId' | 'mailboxId' | 'replyId' | 'kind' | 'state';
export type MessageFilter = Partial<Record<FilteredMember, string>>;

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
 * Applies a named transition and further changes to the message. Returns null if it is deleted, in the wrong state,
 * leased by a worker, or no longer at `expectedVersion`.
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

/** Cancels messages of one enrollment or to contacts that are not being sent yet. Returns their number. */
export async function cancelMessagesFor(
  workspaceId: string,
  subject: { enrollmentId: string } | { contactId: string | { $in: string[] } },
  now: Date,
): Promise<number> {
  const { modifiedCount } = await MessageModel.updateMany(
    { workspaceId, ...subject, state: { $in: [...messageTransitions.cancel.from] } },
    { $set: { state: 'cancelled', updatedAt: now }, $inc: { version: 1, fence: 1 } },
  );
  return modifiedCount;
}

/** Number of messages to a contact that can still be canceled. */
export function countCancellableFor(workspaceId: string, contactId: string): Promise<number> {
  return MessageModel.countDocuments({ workspaceId, contactId, state: { $in: [...messageTransitions.cancel.from] } });
}

/** Same for many enrollments. */
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

/** Number of messages of a campaign's sequences by state. Responses to its replies do not count. */
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

/** Holds the queued messages of an enrollment until a given day (out of office). */
export async function delayMessages(workspaceId: string, enrollmentId: string, until: Date, now: Date): Promise<void> {
  await MessageModel.updateMany(
    { workspaceId, enrollmentId, state: 'scheduled', scheduledAt: { $lt: until } },
    { $set: { scheduledAt: until, wantedAt: until, updatedAt: now }, $inc: { fence: 1, version: 1 } },
  );
}

/** Changes the text of a message that is not approved yet. Returns null if it has progressed in the meantime. */
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

type Recipient = Parameters<typeof recipientPattern>[0] | { addresses: string[] };

function cancellableTo(workspaceId: string, to: Recipient) {
  const whom = 'addresses' in to ? { $in: to.addresses } : recipientPattern(to);
  return { workspaceId, to: whom, state: { $in: [...messageTransitions.cancel.from] } };
}

/** Number of messages to an address, a domain, or several addresses that can still be canceled. */
export function countMessagesTo(workspaceId: string, to: Recipient): Promise<number> {
  return MessageModel.countDocuments(cancellableTo(workspaceId, to));
}

export async function cancelMessagesTo(workspaceId: string, to: Recipient, now: Date): Promise<void> {
  await MessageModel.updateMany(cancellableTo(workspaceId, to), {
    $set: { state: 'cancelled', updatedAt: now },
    $inc: { version: 1, fence: 1 },
  });
}
