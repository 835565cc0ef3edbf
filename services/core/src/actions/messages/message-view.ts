import { type Static, Type } from 'typebox';
import { messageKinds, messageStates, skipReasons } from '../../domain/mail/message-state.ts';
import type { MessageRecord } from '../../store/campaigns/message-store.ts';
import { Nullable, OneOf, Timestamp } from '../schema.ts';

const id = (description: string) => Nullable(Type.String({ description }));
const time = (description: string) => Nullable(Timestamp(description));

/** A message as every answer shows it. */
export const MessageView = Type.Object({
  id: Type.String({ description: 'msg_….' }),
  kind: OneOf(messageKinds, { description: 'Of a campaign, a single message, or an answer to a reply.' }),
  state: OneOf(messageStates, {
    description: 'Where it stands; unconfirmed: perhaps sent, never sent again by itself.',
  }),
  skipReason: Nullable(OneOf(skipReasons, { description: 'Why it was not sent, when skipped.' })),
  bounceType: Nullable(OneOf(['hard', 'soft', 'complaint'], { description: 'Kind of bounce, when bounced.' })),
  waitReason: id('Why it waits although it is due.'),
  campaignId: id('Its campaign.'),
  enrollmentId: id('Its enrollment.'),
  contactId: id('Who it goes to.'),
  stepId: id('Its step.'),
  stepIndex: Nullable(Type.Integer({ description: 'Place of its step in the sequence, from 0.' })),
  variantId: id('Which of the step’s texts.'),
  mailboxId: id('Where it is sent from.'),
  replyId: id('The reply that it answers.'),
  to: Type.String({ description: 'Address it goes to.' }),
  subject: Type.String({ description: 'Subject.' }),
  bodyText: Type.String({ description: 'Without signature and footer, which are added when it is sent.' }),
  messageIdHeader: Type.String({ description: 'Message-ID that it is sent with.' }),
  inReplyTo: id('Message-ID that it answers.'),
  scheduledAt: time('Not sent before.'),
  sentAt: time('When it was sent.'),
  approvedAt: time('When it was approved.'),
  attempt: Type.Integer({ description: 'How often sending was tried.' }),
  lastError: id('What the last attempt failed of.'),
  createdAt: Timestamp('When it was made.'),
  updatedAt: Timestamp('When it last changed.'),
  version: Type.Integer({ description: 'Grows by one with each change; in the ETag, and for If-Match.' }),
});

export const toMessageView = (message: MessageRecord): Static<typeof MessageView> => ({
  id: message.id,
  kind: message.kind,
  state: message.state,
  skipReason: message.skipReason,
  bounceType: message.bounceType,
  waitReason: message.waitReason,
  campaignId: message.campaignId,
  enrollmentId: message.enrollmentId,
  contactId: message.contactId,
  stepId: message.stepId,
  stepIndex: message.stepIndex,
  variantId: message.variantId,
  mailboxId: message.mailboxId,
  replyId: message.replyId,
  to: message.to,
  subject: message.subject,
  bodyText: message.bodyText,
  messageIdHeader: message.messageIdHeader,
  inReplyTo: message.inReplyTo,
  scheduledAt: message.scheduledAt?.toISOString() ?? null,
  sentAt: message.sentAt?.toISOString() ?? null,
  approvedAt: message.approvedAt?.toISOString() ?? null,
  attempt: message.attempt,
  lastError: message.lastError,
  createdAt: message.createdAt.toISOString(),
  updatedAt: message.updatedAt.toISOString(),
  version: message.version,
});
