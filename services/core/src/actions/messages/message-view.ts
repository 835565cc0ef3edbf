import { type Static, Type } from 'typebox';
import { messageKinds, messageStates } from '../../domain/messages/message-state.ts';
import {
  holdReasonNames,
  holdReasons,
  meaningsOf,
  skipReasonNames,
  skipReasons,
  waitReasonNames,
  waitReasons,
} from '../../domain/sending/reasons.ts';
import { BodyFormatView } from '../../engine/messages/body-format-schema.ts';
import { AttachmentsView } from '../../engine/messages/file-view.ts';
import { Foreign } from '../../schema/foreign.ts';
import { Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';
import { viewOf } from '../../schema/view-of.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import { htmlOf } from '../../transport/messages/message-body.ts';

function id(description: string) {
  return Nullable(Type.String({ description }));
}
function time(description: string) {
  return Nullable(Timestamp(description));
}

/** Message as returned by the API. */
export const MessageView = Named(
  'Message',
  Type.Object({
    id: Type.String({ description: 'msg_….' }),
    kind: OneOf(messageKinds, {
      description:
        'Type: part of a campaign, a single message, an answer to a reply, a forward to a colleague, or a test to the mailbox itself.',
    }),
    state: OneOf(messageStates, {
      description: 'State of the message. unconfirmed: possibly sent, and never resent automatically.',
    }),
    skipReason: Nullable(
      OneOf(skipReasonNames, {
        description: `Reason a message was skipped. ${meaningsOf(skipReasons)}`,
      }),
    ),
    bounceType: Nullable(OneOf(['hard', 'soft', 'complaint'], { description: 'Type of bounce, if it bounced.' })),
    waitReason: Nullable(
      OneOf(waitReasonNames, { description: `Reason a due message waits. ${meaningsOf(waitReasons)}` }),
    ),
    holdReason: Nullable(
      OneOf(holdReasonNames, {
        description: `Reason a person must decide about this message. ${meaningsOf(holdReasons)}`,
      }),
    ),
    campaignId: id('Its campaign.'),
    enrollmentId: id('Its enrollment.'),
    contactId: id('Recipient contact.'),
    stepId: id('Its step.'),
    stepIndex: Nullable(Type.Integer({ description: 'Index of its step in the sequence, from 0.' })),
    variantId: id("Variant of the step's text."),
    mailboxId: id('Mailbox that sends it.'),
    replyId: id('Reply that it answers.'),
    to: Type.String({ description: 'Email address of the recipient.' }),
    subject: Foreign(Type.String({ description: "Subject. In an answer, it starts like the reply's." })),
    bodyText: Foreign(
      Type.String({ description: 'Text without signature and footer, which are added when it is sent.' }),
    ),
    bodyFormat: BodyFormatView,
    attachments: AttachmentsView,
    bodyHtml: Foreign(id('HTML version. Null: plain text.')),
    messageIdHeader: Type.String({ description: 'Message-ID header.' }),
    inReplyTo: id('Message-ID that it answers.'),
    scheduledAt: time('Earliest sending time.'),
    sentAt: time('Time at which it was sent.'),
    approvedAt: time('Time of the approval.'),
    attempt: Type.Integer({ description: 'Number of sending attempts.' }),
    lastError: Foreign(id('Reason the last attempt failed.')),
    createdAt: Timestamp('Creation time.'),
    updatedAt: Timestamp('Time of the last change.'),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
  }),
);

export function toMessageView(message: MessageRecord): Static<typeof MessageView> {
  return viewOf(MessageView, message, {
    waitReason: message.holdReason ? null : message.waitReason,
    bodyFormat: message.bodyFormat ?? 'text',
    bodyHtml: htmlOf(message),
  });
}
