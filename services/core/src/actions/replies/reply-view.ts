import { type Static, Type } from 'typebox';
import type { MessageState } from '../../domain/mail/message-state.ts';
import { replyClasses } from '../../domain/mail/reply-class.ts';
import { findMessage, type MessageRecord } from '../../store/campaigns/message-store.ts';
import { type ReplyRecord, replyStates } from '../../store/mail/reply-store.ts';
import { Described, Nullable, OneOf } from '../schema.ts';

const id = Nullable(Type.String());

/** A reply without its body: what lists show. Subject and names come from outside. */
export const ReplyView = Type.Object({
  id: Type.String({ description: 'rpl_….' }),
  campaignId: Described(id, 'The campaign of the message that it answers.'),
  enrollmentId: Described(id, 'The enrollment of that message.'),
  contactId: Described(id, 'The contact who wrote, where known.'),
  messageId: Type.Unsafe<string | null>({ ...id, description: 'The message of ours that it answers.' }),
  mailboxId: Described(id, 'The mailbox that received it.'),
  fromAddress: Type.String({ description: 'Sender’s address.' }),
  fromName: Type.String({ description: 'Sender’s name, as sent.' }),
  subject: Type.String({ description: 'Subject, as sent.' }),
  class: OneOf(replyClasses, { description: 'What kind of reply it is.' }),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'How sure the classification is, 0 to 1.' }),
  classifiedBy: OneOf(['rule', 'model', 'user'], {
    description: 'What classified it; user: overridden by classify_reply.',
  }),
  returnDate: Nullable(
    Type.String({ format: 'date-time', description: 'When the sender is back, of an absence notice.' }),
  ),
  state: OneOf(replyStates, { description: 'new until it is answered or dismissed.' }),
  isRead: Type.Boolean({ description: 'Whether someone has marked it read.' }),
  needsAction: Type.Boolean({ description: 'A person should look at it.' }),
  attachmentCount: Type.Integer({ description: 'Attachments; their names by get_reply.' }),
  forwardedTo: Type.Array(Type.String(), { description: 'Addresses it was forwarded to.' }),
  receivedAt: Type.String({ format: 'date-time', description: 'When it arrived.' }),
  version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
});
export type ReplyView = Static<typeof ReplyView>;

export const toReplyView = (reply: ReplyRecord): ReplyView => ({
  id: reply.id,
  campaignId: reply.campaignId,
  enrollmentId: reply.enrollmentId,
  contactId: reply.contactId,
  messageId: reply.messageId,
  mailboxId: reply.mailboxId,
  fromAddress: reply.fromAddress,
  fromName: reply.fromName,
  subject: reply.subject,
  class: reply.class,
  confidence: reply.confidence,
  classifiedBy: reply.classifiedBy,
  returnDate: reply.returnDate?.toISOString() ?? null,
  state: reply.state,
  isRead: reply.isRead,
  needsAction: reply.needsAction,
  attachmentCount: reply.attachments.length,
  forwardedTo: reply.forwardedTo,
  receivedAt: reply.receivedAt.toISOString(),
  version: reply.version,
});

export const answerStates = [
  'draft',
  'awaiting_approval',
  'approved',
  'sent',
  'unconfirmed',
  'failed',
  'cancelled',
] as const;
type AnswerState = (typeof answerStates)[number];

const answerStateOf: Record<MessageState, AnswerState> = {
  draft: 'draft',
  awaiting_approval: 'awaiting_approval',
  approved: 'approved',
  scheduled: 'approved',
  sending: 'approved',
  sent: 'sent',
  unconfirmed: 'unconfirmed',
  bounced: 'failed',
  failed: 'failed',
  skipped: 'failed',
  cancelled: 'cancelled',
};

export const AnswerView = Type.Object({
  messageId: Type.String({ description: 'The message that holds the answer.' }),
  state: OneOf(answerStates, { description: 'awaiting_approval: approve_answer sends it.' }),
  to: Type.String({ description: 'Address that the answer goes to.' }),
  subject: Type.String({ description: 'Subject of the answer.' }),
  bodyText: Type.String({ description: 'Plain text of the answer.' }),
  sentAt: Nullable(Type.String({ format: 'date-time', description: 'When the answer was sent.' })),
  updatedAt: Type.String({ format: 'date-time', description: 'When the answer last changed.' }),
});
export type AnswerView = Static<typeof AnswerView>;

export const toAnswerView = (message: MessageRecord): AnswerView => ({
  messageId: message.id,
  state: answerStateOf[message.state],
  to: message.to,
  subject: message.subject,
  bodyText: message.bodyText,
  sentAt: message.sentAt?.toISOString() ?? null,
  updatedAt: message.updatedAt.toISOString(),
});

/** The answer to a reply: its draft, or what was sent; null when there is none. */
export const findAnswer = async (reply: ReplyRecord): Promise<MessageRecord | null> =>
  reply.answerMessageId === null ? null : findMessage(reply.workspaceId, reply.answerMessageId);
