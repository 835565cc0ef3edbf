import { Schema } from 'mongoose';
import type { MessageKind, MessageState, SkipReason } from '../../domain/mail/message-state.ts';
import { messageKinds, messageStates } from '../../domain/mail/message-state.ts';
import { defineModel } from '../define-model.ts';

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
  bodyHtml: string | null;
  /** With angle brackets, made once at creation: what happened to an unconfirmed message can be found out by it later. */
  messageIdHeader: string;
  inReplyTo: string | null;
  references: string[];
  state: MessageState;
  skipReason: SkipReason | null;
  bounceType: 'hard' | 'soft' | 'complaint' | null;
  /** Why a due message waits (mailbox_daily_cap, outside_window, …): part of "why is it not sending". */
  waitReason: string | null;
  scheduledAt: Date | null;
  sentAt: Date | null;
  approvedAt: Date | null;
  approvedBy: string | null;
  attempt: number;
  leaseOwner: string | null;
  leaseUntil: Date;
  /** Grows with every claim; whoever holds an older number may change nothing any more. */
  fence: number;
  lastError: string | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

const text = { type: String, default: null };
const date = { type: Date, default: null };

const messageSchema = new Schema({
  workspaceId: { type: String, required: true },
  kind: { type: String, enum: messageKinds, required: true },
  campaignId: text,
  enrollmentId: text,
  contactId: text,
  stepId: text,
  stepIndex: { type: Number, default: null },
  variantId: text,
  mailboxId: text,
  replyId: text,
  to: { type: String, required: true },
  subject: { type: String, default: '' },
  bodyText: { type: String, default: '' },
  bodyHtml: text,
  messageIdHeader: { type: String, required: true },
  inReplyTo: text,
  references: { type: [String], default: [] },
  state: { type: String, enum: messageStates, required: true },
  skipReason: text,
  bounceType: text,
  waitReason: text,
  scheduledAt: date,
  sentAt: date,
  approvedAt: date,
  approvedBy: text,
  attempt: { type: Number, default: 0 },
  leaseOwner: text,
  leaseUntil: { type: Date, default: () => new Date(0) },
  fence: { type: Number, default: 0 },
  lastError: text,
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  version: { type: Number, default: 1 },
});
// The queue: read by workers for all workspaces at once.
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

export const MessageModel = defineModel<MessageDoc>('Message', 'messages', messageSchema);
