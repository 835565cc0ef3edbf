import { type Static, Type } from 'typebox';
import type { MessageState } from '../../domain/mail/message-state.ts';
import { replyClasses } from '../../domain/mail/reply-class.ts';
import { findMessage, type MessageRecord } from '../../store/campaigns/message-store.ts';
import { type ReplyRecord, replyStates } from '../../store/mail/reply-store.ts';
import { Nullable, OneOf } from '../schema.ts';

const id = Nullable(Type.String());

/** A reply without its body: what lists show. Subject and names come from outside. */
export const ReplyView = Type.Object({
  id: Type.String(),
  campaignId: id,
  enrollmentId: id,
  contactId: id,
  messageId: Type.Unsafe<string | null>({ ...id, description: 'The message of ours that it answers.' }),
  mailboxId: id,
  fromAddress: Type.String(),
  fromName: Type.String(),
  subject: Type.String(),
  class: OneOf(replyClasses),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  classifiedBy: OneOf(['rule', 'model', 'user']),
  returnDate: Nullable(Type.String({ format: 'date-time' })),
  state: OneOf(replyStates),
  isRead: Type.Boolean(),
  needsAction: Type.Boolean({ description: 'A person should look at it.' }),
  attachmentCount: Type.Integer(),
  forwardedTo: Type.Array(Type.String()),
  receivedAt: Type.String({ format: 'date-time' }),
  version: Type.Integer(),
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
  skipped: 'cancelled',
  cancelled: 'cancelled',
};

export const AnswerView = Type.Object({
  messageId: Type.String(),
  state: OneOf(answerStates, { description: 'awaiting_approval: approve_answer sends it.' }),
  to: Type.String(),
  subject: Type.String(),
  bodyText: Type.String(),
  sentAt: Nullable(Type.String({ format: 'date-time' })),
  updatedAt: Type.String({ format: 'date-time' }),
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
