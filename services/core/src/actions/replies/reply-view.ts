import { type Static, Type } from 'typebox';
import type { MessageState } from '../../domain/messages/message-state.ts';
import { replyClasses } from '../../domain/replies/reply-classes.ts';
import { BodyFormatView } from '../../engine/messages/body-format-schema.ts';
import { AttachmentsView } from '../../engine/messages/file-view.ts';
import { Foreign, ForeignName } from '../../schema/foreign.ts';
import { Described, Named, Nullable, OneOf } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import { findMessage, type MessageRecord } from '../../store/messages/message-store.ts';
import { type ReplyRecord, replyStates } from '../../store/replies/reply-store.ts';

const id = Nullable(Type.String());

/** Reply without its body, for lists. Subject and names come from outside. */
export const ReplyView = Named(
  'Reply',
  Type.Object({
    id: Type.String({ description: 'rpl_….' }),
    campaignId: Described(id, 'Campaign of the message that it answers.'),
    enrollmentId: Described(id, 'Enrollment of that message.'),
    contactId: Described(id, 'Contact who wrote it, if known.'),
    messageId: Type.Unsafe<string | null>({ ...id, description: 'Sent message that it answers.' }),
    mailboxId: Described(id, 'Mailbox that received it.'),
    fromAddress: Type.String({ description: 'Email address of the sender.' }),
    fromName: ForeignName(Type.String({ description: 'Name of the sender, as sent.' })),
    subject: Foreign(Type.String({ description: 'Subject, as sent.' })),
    class: OneOf(replyClasses, { description: 'Class of the reply.' }),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Confidence of the class, 0 to 1.' }),
    isUnclear: Type.Boolean({
      description: 'True if no class is likely enough: class is unclassified, and guesses has the two likeliest.',
    }),
    guesses: Type.Array(
      Type.Object({
        class: OneOf(replyClasses, { description: 'Class that it may have.' }),
        confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Likelihood, 0 to 1.' }),
      }),
      { description: 'The two likeliest classes of an unclear reply, the likelier first. Otherwise empty.' },
    ),
    classifiedBy: OneOf(['rule', 'model', 'user'], {
      description: 'Origin of the class. user: set with classify_reply.',
    }),
    returnDate: Nullable(Type.String({ format: 'date-time', description: 'Return date of an absence notice.' })),
    wish: OneOf(['none', 'doubtful', 'clear'], {
      description: 'Opt-out request by the writer. doubtful: the sequence stopped, and a person decides.',
    }),
    undoUntil: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'Until then, a member can take back the suppression in the application, because the text of the reply ' +
          'decided it. Null: the suppression is final, or the reply suppressed no one.',
      }),
    ),
    asksForErasure: Type.Boolean({
      description: 'True if the writer asks to erase their data; a task of type privacy has the deadline.',
    }),
    asksForCompany: Type.Boolean({
      description:
        "True: the writer opts out for everyone at the company, and their colleagues' sequences have ended. " +
        'Decide whether to suppress the domain (add_suppression).',
    }),
    state: OneOf(replyStates, {
      description: 'new until it is answered or dismissed. unmatched until it is assigned or dismissed.',
    }),
    isRead: Type.Boolean({ description: 'True if someone marked it as read.' }),
    needsAction: Type.Boolean({ description: 'True if a person should handle it.' }),
    attachmentCount: Type.Integer({ description: 'Number of attachments. get_reply lists them.' }),
    forwardedTo: Type.Array(Type.String(), { description: 'Email addresses to which it was forwarded.' }),
    ownerId: Described(id, 'Member who handles it.'),
    labels: Type.Array(Type.String(), { description: 'Labels that people gave it.' }),
    snoozedUntil: Nullable(Type.String({ format: 'date-time', description: 'Time until which it is put aside.' })),
    dueAt: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'Time by which it should be answered: 4 working hours after its arrival for interested, meeting_request, ' +
          'and question, and 2 days for the others.',
      }),
    ),
    receivedAt: Type.String({ format: 'date-time', description: 'Arrival time.' }),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
  }),
);
export type ReplyView = Static<typeof ReplyView>;

export function toReplyView(reply: ReplyRecord): ReplyView {
  const { guesses = [], wish = 'none', attachments } = reply;
  return viewOf(ReplyView, reply, {
    wish,
    guesses,
    isUnclear: guesses.length > 0,
    attachmentCount: attachments.length,
  });
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
    messageId: Type.String({ description: 'Message of the answer.' }),
    state: OneOf(replyDraftStates, { description: 'State of the draft. awaiting_approval: approve_answer sends it.' }),
    to: Type.String({ description: 'Email address of the recipient.' }),
    subject: Foreign(Type.String({ description: 'Subject of the answer. Default: that of the reply.' })),
    bodyText: Type.String({ description: 'Text of the answer.' }),
    bodyFormat: BodyFormatView,
    attachments: AttachmentsView,
    sentAt: Nullable(Type.String({ format: 'date-time', description: 'Time at which it was sent.' })),
    updatedAt: Type.String({ format: 'date-time', description: 'Time of the last change.' }),
  }),
);
export type ReplyDraftView = Static<typeof ReplyDraftView>;

export function toReplyDraftView(message: MessageRecord): ReplyDraftView {
  const { id: messageId, bodyFormat = 'text' } = message;
  return viewOf(ReplyDraftView, message, { messageId, bodyFormat, state: replyDraftStateOf[message.state] });
}

/** Draft for a reply, or the sent message. Null if the reply has neither. */
export async function findReplyDraft(reply: ReplyRecord): Promise<MessageRecord | null> {
  return reply.answerMessageId === null ? null : findMessage(reply.workspaceId, reply.answerMessageId);
}
