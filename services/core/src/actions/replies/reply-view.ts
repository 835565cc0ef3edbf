import { type Static, Type } from 'typebox';
import type { MessageState } from '../../domain/messages/message-state.ts';
import { replyClasses } from '../../domain/replies/reply-classes.ts';
import { BodyFormatView } from '../../engine/messages/body-format-schema.ts';
import { AttachmentsView } from '../../engine/messages/file-view.ts';
import { Foreign, ForeignName } from '../../schema/foreign.ts';
import { Described, Named, Nullable, OneOf } from '../../schema/schema.ts';
import { findMessage, type MessageRecord } from '../../store/messages/message-store.ts';
import { type ReplyRecord, replyStates } from '../../store/replies/reply-store.ts';

const id = Nullable(Type.String());

/** Reply without its body, for lists. Subject and names come from outside. */
export const ReplyView = Named(
  'Reply',
  Type.Object({
    id: Type.String({ description: 'rpl_….' }),
    campaignId: Described(id, 'The campaign of the message that it answers.'),
    enrollmentId: Described(id, 'The enrollment of that message.'),
    contactId: Described(id, 'The contact who wrote, where known.'),
    messageId: Type.Unsafe<string | null>({ ...id, description: 'The message of ours that it answers.' }),
    mailboxId: Described(id, 'The mailbox that received it.'),
    fromAddress: Type.String({ description: 'Sender’s address.' }),
    fromName: ForeignName(Type.String({ description: 'Sender’s name, as sent.' })),
    subject: Foreign(Type.String({ description: 'Subject, as sent.' })),
    class: OneOf(replyClasses, { description: 'What kind of reply it is.' }),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'How sure the classification is, 0 to 1.' }),
    classifiedBy: OneOf(['rule', 'model', 'user'], {
      description: 'What classified it; user: overridden by classify_reply.',
    }),
    returnDate: Nullable(
      Type.String({ format: 'date-time', description: 'When the sender is back, of an absence notice.' }),
    ),
    wish: OneOf(['none', 'doubtful', 'clear'], {
      description: 'Whether the writer wishes to be left alone; doubtful: the sequence stopped, a person decides.',
    }),
    asksForErasure: Type.Boolean({
      description: 'True if the writer asks to erase their data; a task of type privacy has the deadline.',
    }),
    asksForCompany: Type.Boolean({
      description:
        'The writer says no for everyone at the company: their colleagues’ sequences have ended. Decide whether to suppress the domain (add_suppression).',
    }),
    state: OneOf(replyStates, {
      description: 'new until it is answered or dismissed; unmatched until it is assigned or dismissed.',
    }),
    isRead: Type.Boolean({ description: 'Whether someone has marked it read.' }),
    needsAction: Type.Boolean({ description: 'A person should look at it.' }),
    attachmentCount: Type.Integer({ description: 'Attachments; their names by get_reply.' }),
    forwardedTo: Type.Array(Type.String(), { description: 'Addresses it was forwarded to.' }),
    receivedAt: Type.String({ format: 'date-time', description: 'When it arrived.' }),
    version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
  }),
);
export type ReplyView = Static<typeof ReplyView>;

export function toReplyView(reply: ReplyRecord): ReplyView {
  return {
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
    wish: reply.wish ?? 'none',
    asksForErasure: reply.asksForErasure ?? false,
    asksForCompany: reply.asksForCompany ?? false,
    state: reply.state,
    isRead: reply.isRead,
    needsAction: reply.needsAction,
    attachmentCount: reply.attachments.length,
    forwardedTo: reply.forwardedTo,
    receivedAt: reply.receivedAt.toISOString(),
    version: reply.version,
  };
}

export const replyDraftStates = [
  'draft',
  'awaiting_approval',
  'approved',
  'sent',
  'unconfirmed',
  'failed',
  'cancelled',
] as const;
type ReplyDraftState = (typeof replyDraftStates)[number];

const replyDraftStateOf: Record<MessageState, ReplyDraftState> = {
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

export const ReplyDraftView = Named(
  'ReplyDraft',
  Type.Object({
    messageId: Type.String({ description: 'The message that holds the answer.' }),
    state: OneOf(replyDraftStates, { description: 'awaiting_approval: approve_answer sends it.' }),
    to: Type.String({ description: 'Address that the answer goes to.' }),
    subject: Foreign(Type.String({ description: 'Subject of the answer, by default that of the reply.' })),
    bodyText: Type.String({ description: 'Text of the answer.' }),
    bodyFormat: BodyFormatView,
    attachments: AttachmentsView,
    sentAt: Nullable(Type.String({ format: 'date-time', description: 'When the answer was sent.' })),
    updatedAt: Type.String({ format: 'date-time', description: 'When the answer last changed.' }),
  }),
);
export type ReplyDraftView = Static<typeof ReplyDraftView>;

export function toReplyDraftView(message: MessageRecord): ReplyDraftView {
  return {
    messageId: message.id,
    state: replyDraftStateOf[message.state],
    to: message.to,
    subject: message.subject,
    bodyText: message.bodyText,
    bodyFormat: message.bodyFormat ?? 'text',
    attachments: message.attachments ?? [],
    sentAt: message.sentAt?.toISOString() ?? null,
    updatedAt: message.updatedAt.toISOString(),
  };
}

/** Draft for a reply, or the sent message. Null if the reply has neither. */
export async function findReplyDraft(reply: ReplyRecord): Promise<MessageRecord | null> {
  return reply.answerMessageId === null ? null : findMessage(reply.workspaceId, reply.answerMessageId);
}
