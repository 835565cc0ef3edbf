import type { ApprovedTexts } from '../../domain/campaigns/approved-texts.ts';
import type { BodyFormat } from '../../domain/messages/body-format.ts';
import { messageKinds, messageStates } from '../../domain/messages/message-state.ts';
import type { HoldReason, SkipReason, WaitReason } from '../../domain/sending/reasons.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import {
  boolean,
  choice,
  date,
  nullable,
  number,
  object,
  optional,
  string,
  stringOf,
  strings,
  withDefault,
} from '../documents/paths.ts';
import { queriesOf } from '../documents/record-query.ts';

/** Message from draft to end. While it is `scheduled`, it is the worker's queue entry. */
export type MessageDoc = DocOf<typeof MessageModel>;

/** Defaults of a new message. */
export const blankMessage = {
  campaignId: null,
  enrollmentId: null,
  contactId: null,
  stepId: null,
  stepIndex: null,
  variantId: null,
  mailboxId: null,
  replyId: null,
  inReplyTo: null,
  references: [],
  skipReason: null,
  bounceType: null,
  waitReason: null,
  laneId: null,
  scheduledAt: null,
  sentAt: null,
  approvedAt: null,
  approvedBy: null,
  attempt: 0,
  leaseOwner: null,
  leaseUntil: new Date(0),
  fence: 0,
  lastError: null,
  firstRefusedAt: null,
  version: 1,
} satisfies Partial<MessageDoc>;

const messageSchema = stored({
  workspaceId: string,
  kind: choice(messageKinds),
  campaignId: nullable(string),
  enrollmentId: nullable(string),
  contactId: nullable(string),
  stepId: nullable(string),
  stepIndex: nullable(number),
  variantId: nullable(string),
  mailboxId: nullable(string),
  /** Reply that this message responds to. */
  replyId: nullable(string),
  to: string,
  subject: withDefault(string, ''),
  bodyText: withDefault(string, ''),
  /** Format of bodyText. Absent means plain text. */
  bodyFormat: optional(stringOf<BodyFormat>()),
  /** IDs of the attached files. Absent means none. */
  attachments: optional(strings),
  /**
   * Includes angle brackets. Set once at creation, so that the fate of an unconfirmed message can be looked up later.
   */
  messageIdHeader: string,
  inReplyTo: nullable(string),
  references: strings,
  state: choice(messageStates),
  skipReason: nullable(stringOf<SkipReason>()),
  bounceType: nullable(stringOf<'hard' | 'soft' | 'complaint'>()),
  /** Reason a due message is not sent (mailbox_daily_cap, outside_window, …), shown in the sending status. */
  waitReason: nullable(stringOf<WaitReason>()),
  /** Reason a person must decide about it. Absent or null means nothing holds it. */
  holdReason: optional(nullable(stringOf<HoldReason>())),
  /** Approval that asks about it while it is held. Absent or null means none does. */
  heldApprovalId: optional(nullable(string)),
  /** State of the steps that its text comes from. */
  approvedTexts: optional(object<ApprovedTexts>()),
  /** True if a person wrote its text, so that the step no longer decides it. */
  isEdited: optional(boolean),
  /** Lane of its mailbox. Null until the planner assigns one. */
  laneId: nullable(string),
  scheduledAt: nullable(date),
  /** Time that the campaign planned, before its sending window was applied. */
  wantedAt: optional(nullable(date)),
  sentAt: nullable(date),
  approvedAt: nullable(date),
  approvedBy: nullable(string),
  attempt: number,
  leaseOwner: nullable(string),
  leaseUntil: date,
  /** Grows with every claim. The holder of an older number cannot change anything. */
  fence: number,
  lastError: nullable(string),
  /** MAC of its unsubscribe link, if another key than the store's own was used. */
  linkMac: optional(string),
  /** True if its text contains the workspace's GDPR Art. 14 notice. */
  hasNotice: optional(boolean),
  /** Send time of an autopilot message, unless someone cancels it first. */
  autopilotAt: optional(date),
  /** Day in which autopilot has counted it. */
  autopilotDay: optional(string),
  /** Trace context in which it was queued. */
  traceparent: optional(string),
  /** Time of the first temporary rejection. It is retried for some days after that. */
  firstRefusedAt: nullable(date),
  createdAt: date,
  updatedAt: date,
  version: number,
});
// The queue: workers read it across all workspaces.
messageSchema.index({ laneId: 1, scheduledAt: 1 }, { partialFilterExpression: { state: 'scheduled' } });
messageSchema.index({ scheduledAt: 1 }, { partialFilterExpression: { state: 'scheduled' } });
messageSchema.index({ leaseUntil: 1 }, { partialFilterExpression: { state: 'sending' } });
messageSchema.index({ workspaceId: 1, messageIdHeader: 1 }, { unique: true });
messageSchema.index({ workspaceId: 1, createdAt: -1, _id: -1 });
messageSchema.index({ workspaceId: 1, campaignId: 1, state: 1, scheduledAt: 1 });
messageSchema.index({ workspaceId: 1, enrollmentId: 1, stepIndex: 1 });
messageSchema.index({ workspaceId: 1, contactId: 1, sentAt: -1 });
messageSchema.index({ workspaceId: 1, to: 1, sentAt: -1 });
messageSchema.index({ workspaceId: 1, replyId: 1 });
// For reports: messages sent and bounced in a period.
messageSchema.index({ workspaceId: 1, sentAt: 1 });
messageSchema.index({ workspaceId: 1, state: 1, updatedAt: 1 });
messageSchema.index({ workspaceId: 1, mailboxId: 1, state: 1, scheduledAt: 1 });

messageSchema.index(
  { workspaceId: 1, attachments: 1 },
  { partialFilterExpression: { attachments: { $exists: true } } },
);
messageSchema.index({ holdReason: 1, workspaceId: 1 }, { partialFilterExpression: { state: 'awaiting_approval' } });
messageSchema.index({ workspaceId: 1, state: 1 }, { partialFilterExpression: { autopilotAt: { $exists: true } } });

export const MessageModel = defineModel('Message', 'messages', messageSchema, 'message');

export const messageQueries = queriesOf(MessageModel);
