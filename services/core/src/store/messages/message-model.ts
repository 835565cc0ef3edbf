import type { BodyFormat } from '../../domain/messages/body-format.ts';
import type { MessageKind, MessageState, SkipReason } from '../../domain/messages/message-state.ts';
import { messageKinds, messageStates } from '../../domain/messages/message-state.ts';
import { defineModel, StoredSchema } from '../documents/define-model.ts';

/** A message from its draft to its end; while it is `scheduled` it is the worker's queue entry. */
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
  /** The reply that this message answers. */
  replyId: string | null;
  to: string;
  subject: string;
  bodyText: string;
  /** What bodyText is written in; absent: plain text. */
  bodyFormat?: BodyFormat;
  /** Ids of the files that go with it; absent: none. */
  attachments?: string[];
  /** With angle brackets, made once at creation: what happened to an unconfirmed message can be found out by it later. */
  messageIdHeader: string;
  inReplyTo: string | null;
  references: string[];
  state: MessageState;
  skipReason: SkipReason | null;
  bounceType: 'hard' | 'soft' | 'complaint' | null;
  /** Why a due message waits (mailbox_daily_cap, outside_window, …): part of "why is it not sending". */
  waitReason: string | null;
  /** The lane of its mailbox that it waits in; null until the planner has found it one. */
  laneId: string | null;
  scheduledAt: Date | null;
  /** When a campaign meant it to go out, before its sending window was looked at. */
  wantedAt?: Date | null;
  sentAt: Date | null;
  approvedAt: Date | null;
  approvedBy: string | null;
  attempt: number;
  leaseOwner: string | null;
  leaseUntil: Date;
  /** Grows with every claim; the holder of an older number may change nothing any more. */
  fence: number;
  lastError: string | null;
  /** What its unsubscribe link was marked with, where that was another key than the store's own. */
  linkMac?: string;
  /** Whether its text carries the workspace's notice by GDPR Art. 14. */
  hasNotice?: boolean;
  /** Written and sent by autopilot, unless somebody takes it back before this time. */
  autopilotAt?: Date;
  /** The day in which autopilot has counted it. */
  autopilotDay?: string;
  /** Where in a trace it was queued. */
  traceparent?: string;
  /** When it was first refused for the moment: it is tried again for some days from then on. */
  firstRefusedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

/** What a message holds that nothing has been said about. */
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
// The queue: read by workers for all workspaces at once.
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
// Reports: what was sent, and what bounced, in a period.
messageSchema.index({ workspaceId: 1, sentAt: 1 });
messageSchema.index({ workspaceId: 1, state: 1, updatedAt: 1 });
messageSchema.index({ workspaceId: 1, mailboxId: 1, state: 1, scheduledAt: 1 });

messageSchema.index(
  { workspaceId: 1, attachments: 1 },
  { partialFilterExpression: { attachments: { $exists: true } } },
);
messageSchema.index({ workspaceId: 1, state: 1 }, { partialFilterExpression: { autopilotAt: { $exists: true } } });

export const MessageModel = defineModel<MessageDoc>('Message', 'messages', messageSchema);
