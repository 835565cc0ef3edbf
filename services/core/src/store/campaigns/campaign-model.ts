import { Schema } from 'mongoose';
import { type CampaignPauseReason, type CampaignState, campaignStates } from '../../domain/campaigns/campaign-state.ts';
import type { SequenceStep } from '../../domain/campaigns/sequence-step.ts';
import type { EmailStatus } from '../../domain/contacts/contact.ts';
import type { SendWindow } from '../../domain/sending/send-window.ts';
import { defineModel, StoredSchema } from '../documents/define-model.ts';

export interface CampaignDoc {
  _id: string;
  workspaceId: string;
  name: string;
  goal: string | null;
  state: CampaignState;
  pauseReason: CampaignPauseReason | null;
  steps: SequenceStep[];
  /** Empty means all active mailboxes of the workspace. */
  mailboxIds: string[];
  /** Null means the workspace's default window. */
  window: SendWindow | null;
  /** True if messages are also sent on public holidays of the recipient's country. */
  sendsOnHolidays: boolean;
  startAt: Date | null;
  endAt: Date | null;
  /** Messages per day. Null means no separate limit. */
  dailyCap: number | null;
  /** First messages per day. */
  newPerDayCap: number | null;
  /** Null means the workspace's limit. */
  perCompanyDailyCap: number | null;
  stopOnReply: boolean;
  stopCompanyOnReply: boolean;
  onePerCompany: boolean;
  allowedEmailStatuses: EmailStatus[];
  /** True if messages carry an unsubscribe link in the text. The List-Unsubscribe header is always present. */
  unsubscribe: boolean;
  /** `launch`: launching approves all messages. `each_message`: each one needs a person's approval. */
  approval: 'launch' | 'each_message';
  /** True if the worker has enrollments left whose first messages are not queued. */
  isQueueing: boolean;
  /** Set while the worker still has open enrollments of an ended campaign to end. */
  isEmptying?: boolean;
  /** Set while queued messages are rescheduled for a changed window. */
  isReplanning?: boolean;
  /** Number of changes of the workspace's window. Detects a change that arrives during rescheduling. */
  windowChanges?: number;
  /** Number of step changes since the first launch. Messages queued before a change are updated to it. */
  stepsVersion?: number;
  /** Messages of the launch or the last resumption. Absent in campaigns launched before it was stored. */
  manifestId?: string;
  launchedAt: Date | null;
  launchedBy: string | null;
  /** True if launched without a person. Switching autopilot off pauses the campaign. */
  isAutopilotLaunch?: boolean;
  completedAt: Date | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

const text = { type: String, default: null };
const date = { type: Date, default: null };
const number = { type: Number, default: null };

const schema = new StoredSchema<CampaignDoc>({
  workspaceId: { type: String, required: true },
  name: { type: String, required: true },
  goal: text,
  state: { type: String, enum: campaignStates, required: true },
  pauseReason: text,
  steps: { type: [Schema.Types.Mixed], default: [] },
  mailboxIds: { type: [String], default: [] },
  window: { type: Schema.Types.Mixed, default: null },
  sendsOnHolidays: { type: Boolean, default: false },
  startAt: date,
  endAt: date,
  dailyCap: number,
  newPerDayCap: number,
  perCompanyDailyCap: number,
  stopOnReply: { type: Boolean, default: true },
  stopCompanyOnReply: { type: Boolean, default: false },
  onePerCompany: { type: Boolean, default: false },
  allowedEmailStatuses: { type: [String], default: ['valid'] },
  unsubscribe: { type: Boolean, default: true },
  approval: { type: String, enum: ['launch', 'each_message'], default: 'launch' },
  isQueueing: { type: Boolean, default: false },
  isEmptying: Boolean,
  isReplanning: Boolean,
  windowChanges: Number,
  stepsVersion: Number,
  manifestId: String,
  launchedAt: date,
  launchedBy: text,
  isAutopilotLaunch: Boolean,
  completedAt: date,
  createdBy: { type: String, required: true },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  version: { type: Number, default: 1 },
});
schema.index({ workspaceId: 1, _id: -1 });
schema.index({ workspaceId: 1, state: 1, _id: -1 });
schema.index({ workspaceId: 1, name: 1, _id: 1 });
// Indexes for the worker's sweeps over all workspaces.
schema.index({ state: 1, startAt: 1 });
schema.index({ state: 1, isQueueing: 1 });
schema.index({ state: 1, _id: 1 });
schema.index({ isReplanning: 1 }, { partialFilterExpression: { isReplanning: true } });
schema.index(
  { workspaceId: 1, isAutopilotLaunch: 1, state: 1 },
  { partialFilterExpression: { isAutopilotLaunch: true } },
);
schema.index({ isEmptying: 1 }, { partialFilterExpression: { isEmptying: true } });

export const CampaignModel = defineModel<CampaignDoc>('Campaign', 'campaigns', schema);
