import { Schema } from 'mongoose';
import type { ApprovedTexts } from '../../domain/campaigns/approved-texts.ts';
import type { BodyFormat } from '../../domain/messages/body-format.ts';
import type { MessageKind, MessageState } from '../../domain/messages/message-state.ts';
import { messageKinds, messageStates } from '../../domain/messages/message-state.ts';
import type { HoldReason, SkipReason, WaitReason } from '../../domain/sending/reasons.ts';
import { defineModel, StoredSchema } from '../documents/define-model.ts';

/** Message from draft to end. While it is `scheduled`, it is the worker's queue entry. */
export interface MessageDoc {
  _id: string;
  workspaceId: string;
  kind: MessageKind;
  campaignId: string | null;
  enrollmentId: string | null;
  contactId: string | null;
  stepId: string | null;
  stepIndex: number | null;
  variantId: string | null;
  mailboxId: string | null;
  /** Reply that this message responds to. */
  replyId: string | null;
  to: string;
  subject: string;
  bodyText: string;
  /** Format of bodyText. Absent means plain text. */
  bodyFormat?: BodyFormat;
  /** IDs of the attached files. Absent means none. */
  attachments?: string[];
  /**
   * Includes angle brackets. Set once at creation, so that the fate of an unconfirmed message can be looked up later.
   */
  messageIdHeader: string;
  inReplyTo: string | null;
  references: string[];
  state: MessageState;
  skipReason: SkipReason | null;
  bounceType: 'hard' | 'soft' | 'complaint' | null;
  /** Reason a due message is not sent (mailbox_daily_cap, outside_window, …), shown in the sending status. */
  waitReason: WaitReason | null;
  /** Reason a person must decide about it. Absent or null means nothing holds it. */
  holdReason?: HoldReason | null;
  /** Approval that asks about it while it is held. Absent or null means none does. */
  heldApprovalId?: string | null;
  /** State of the steps that its text comes from. */
  approvedTexts?: ApprovedTexts;
  /** True if a person wrote its text, so that the step no longer decides it. */
  isEdited?: boolean;
  /** Lane of its mailbox. Null until the planner assigns one. */
  laneId: string | null;
  scheduledAt: Date | null;
  /** Time that the campaign planned, before its sending window was applied. */
  wantedAt?: Date | null;
  sentAt: Date | null;
  approvedAt: Date | null;
  approvedBy: string | null;
  attempt: number;
  leaseOwner: string | null;
  leaseUntil: Date;
  /** Grows with every claim. The holder of an older number cannot change anything. */
  fence: number;
  lastError: string | null;
  /** MAC of its unsubscribe link, if another key than the store's own was used. */
  linkMac?: string;
  /** True if its text contains the workspace's GDPR Art. 14 notice. */
  hasNotice?: boolean;
  /** Send time of an autopilot message, unless someone cancels it first. */
  autopilotAt?: Date;
  /** Day in which autopilot has counted it. */
  autopilotDay?: string;
  /** Trace context in which it was queued. */
  traceparent?: string;
  /** Time of the first temporary rejection. It is retried for some days after that. */
  firstRefusedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

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

const messageSchema = new StoredSchema<MessageDoc>({
  workspaceId: { type: String, required: true },
  kind: { type: String, enum: messageKinds, required: true },
  campaignId: String,
  enrollmentId: String,
  contactId: String,
  stepId: String,
  stepIndex: Number,
  variantId: String,
  mailboxId: String,
  replyId: String,
  to: { type: String, required: true },
  subject: String,
  bodyText: String,
  bodyFormat: String,
  attachments: { type: [String], default: undefined },
  messageIdHeader: { type: String, required: true },
  inReplyTo: String,
  references: [String],
  state: { type: String, enum: messageStates, required: true },
  skipReason: String,
  bounceType: String,
  waitReason: String,
  holdReason: String,
  heldApprovalId: String,
  approvedTexts: Schema.Types.Mixed,
  isEdited: Boolean,
  laneId: String,
  scheduledAt: Date,
  wantedAt: Date,
  sentAt: Date,
  approvedAt: Date,
  approvedBy: String,
  attempt: Number,
  leaseOwner: String,
  leaseUntil: Date,
  fence: Number,
  lastError: String,
  linkMac: String,
  hasNotice: Boolean,
  autopilotAt: Date,
  autopilotDay: String,
  traceparent: String,
  firstRefusedAt: Date,
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  version: Number,
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

export const MessageModel = defineModel<MessageDoc>('Message', 'messages', messageSchema);
