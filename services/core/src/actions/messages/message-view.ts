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
        'Of a campaign, a single message, an answer to a reply, forwarded to a colleague, or a test to the mailbox itself.',
    }),
    state: OneOf(messageStates, {
      description: 'Where it stands; unconfirmed: perhaps sent, never sent again by itself.',
    }),
    skipReason: Nullable(
      OneOf(skipReasonNames, {
        description: `Reason for which a skipped message was not sent. ${meaningsOf(skipReasons)}`,
      }),
    ),
    bounceType: Nullable(OneOf(['hard', 'soft', 'complaint'], { description: 'Kind of bounce, when bounced.' })),
    waitReason: Nullable(
      OneOf(waitReasonNames, { description: `Reason for which a due message waits. ${meaningsOf(waitReasons)}` }),
    ),
    holdReason: Nullable(
      OneOf(holdReasonNames, {
        description: `Reason for which a person must decide about this message. ${meaningsOf(holdReasons)}`,
      }),
    ),
    campaignId: id('Its campaign.'),
    enrollmentId: id('Its enrollment.'),
    contactId: id('Who it goes to.'),
    stepId: id('Its step.'),
    stepIndex: Nullable(Type.Integer({ description: 'Place of its step in the sequence, from 0.' })),
    variantId: id('Which of the step’s texts.'),
    mailboxId: id('Where it is sent from.'),
    replyId: id('The reply that it answers.'),
    to: Type.String({ description: 'Address it goes to.' }),
    subject: Foreign(Type.String({ description: 'Subject; that of an answer begins as the reply’s.' })),
    bodyText: Foreign(Type.String({ description: 'Without signature and footer, which are added when it is sent.' })),
    bodyFormat: BodyFormatView,
    attachments: AttachmentsView,
    bodyHtml: Foreign(id('The HTML that is made of it; null: plain text.')),
    messageIdHeader: Type.String({ description: 'Message-ID that it is sent with.' }),
    inReplyTo: id('Message-ID that it answers.'),
    scheduledAt: time('Not sent before.'),
    sentAt: time('When it was sent.'),
    approvedAt: time('When it was approved.'),
    attempt: Type.Integer({ description: 'How often sending was tried.' }),
    lastError: Foreign(id('What the last attempt failed of.')),
    createdAt: Timestamp('When it was made.'),
    updatedAt: Timestamp('When it last changed.'),
    version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
  }),
);

export function toMessageView(message: MessageRecord): Static<typeof MessageView> {
  return viewOf(MessageView, message, {
    waitReason: message.holdReason ? null : message.waitReason,
    bodyFormat: message.bodyFormat ?? 'text',
    bodyHtml: htmlOf(message),
  });
}
