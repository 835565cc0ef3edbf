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
import type { ActionContext } from '../../engine/context/action-context.ts';
import { BodyFormatView } from '../../engine/messages/body-format-schema.ts';
import { AttachmentsView } from '../../engine/messages/file-view.ts';
import { type MessageWait, messageWaits } from '../../engine/sending/messages/message-waits.ts';
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
      OneOf(waitReasonNames, { description: `Reason a queued message waits. ${meaningsOf(waitReasons)}` }),
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
    expectedAt: time(
      'Time at which it will leave, by the limits, windows, and gaps of now. Null: not before a person acts, or it is not queued.',
    ),
    sentAt: time('Time at which it was sent.'),
    approvedAt: time('Time of the approval.'),
    attempt: Type.Integer({ description: 'Number of sending attempts.' }),
    lastError: Foreign(id('Reason the last attempt failed.')),
    createdAt: Timestamp('Creation time.'),
    updatedAt: Timestamp('Time of the last change.'),
    version: Type.Integer({ description: 'Increases by one with each change. Used in the ETag and for If-Match.' }),
  }),
);

export type MessageView = Static<typeof MessageView>;

function viewOfMessage(message: MessageRecord, { waitReason, expectedAt }: MessageWait): MessageView {
  return viewOf(MessageView, message, {
    waitReason: message.holdReason ? null : waitReason,
    expectedAt: expectedAt?.toISOString() ?? null,
    bodyFormat: message.bodyFormat ?? 'text',
    bodyHtml: htmlOf(message),
  });
}

export async function toMessageViews(messages: MessageRecord[], ctx: ActionContext): Promise<MessageView[]> {
  const waits = await messageWaits(ctx.workspaceId, messages, ctx);
  return messages.map((message) =>
    viewOfMessage(message, waits.get(message.id) ?? { waitReason: null, expectedAt: null }),
  );
}

export async function toMessageView(message: MessageRecord, ctx: ActionContext): Promise<MessageView> {
  return (await toMessageViews([message], ctx))[0]!;
}

/** Without the expected time, which changes without the message. */
export function toStoredMessageView(message: MessageRecord): Omit<MessageView, 'expectedAt'> {
  const { expectedAt: _expected, ...view } = viewOfMessage(message, {
    waitReason: message.waitReason,
    expectedAt: null,
  });
  return view;
}
