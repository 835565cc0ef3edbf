import { type CampaignPauseReason, campaignStates } from '../../domain/campaigns/campaign-state.ts';
import type { SequenceStep } from '../../domain/campaigns/sequence-step.ts';
import type { EmailStatus } from '../../domain/contacts/contact.ts';
import type { SendWindow } from '../../domain/sending/send-window.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import {
  boolean,
  date,
  nullable,
  number,
  object,
  objects,
  oneOf,
  optional,
  string,
  stringOf,
  strings,
  stringsOf,
  withDefault,
} from '../documents/paths.ts';

/** Digests of the parts around the texts of a campaign, as approved. */
export interface ApprovedFrame {
  senders: { address: string; digest: string }[];
  /** By language. */
  footers: Record<string, string>;
  notice: string;
}

export type CampaignDoc = DocOf<typeof CampaignModel>;

const schema = stored({
  workspaceId: string,
  name: string,
  goal: nullable(string),
  state: oneOf(campaignStates),
  pauseReason: nullable(stringOf<CampaignPauseReason>()),
  steps: withDefault(objects<SequenceStep>(), []),
  /** Empty means all active mailboxes of the workspace. */
  mailboxIds: withDefault(strings, []),
  /** Null means the workspace's default window. */
  window: nullable(object<SendWindow>()),
  /** True if messages are also sent on public holidays of the recipient's country. */
  sendsOnHolidays: withDefault(boolean, false),
  startAt: nullable(date),
  endAt: nullable(date),
  /** Messages per day. Null means no separate limit. */
  dailyCap: nullable(number),
  /** First messages per day. */
  newPerDayCap: nullable(number),
  /** Null means the workspace's limit. */
  perCompanyDailyCap: nullable(number),
  stopOnReply: withDefault(boolean, true),
  stopCompanyOnReply: withDefault(boolean, false),
  onePerCompany: withDefault(boolean, false),
  allowedEmailStatuses: withDefault(stringsOf<EmailStatus>(), ['valid']),
  /** True if messages carry an unsubscribe link in the text. The List-Unsubscribe header is always present. */
  unsubscribe: withDefault(boolean, true),
  /** `launch`: launching approves all messages. `each_message`: each one needs a person's approval. */
  approval: withDefault(oneOf(['launch', 'each_message']), 'launch'),
  /** True if the worker has enrollments left whose first messages are not queued. */
  isQueueing: withDefault(boolean, false),
  /** Set while the worker still has open enrollments of an ended campaign to end. */
  isEmptying: optional(boolean),
  /** Set while queued messages are rescheduled for a changed window. */
  isReplanning: optional(boolean),
  /** Number of changes of the workspace's window. Detects a change that arrives during rescheduling. */
  windowChanges: optional(number),
  /** Number of step changes since the first launch. Messages queued before a change are updated to it. */
  stepsVersion: optional(number),
  /** Set by the launch and by each resumption. Absent in campaigns launched before it was recorded. */
  approvedFrame: optional(object<ApprovedFrame>()),
  launchedAt: nullable(date),
  launchedBy: nullable(string),
  /** True if launched without a person. Switching autopilot off pauses the campaign. */
  isAutopilotLaunch: optional(boolean),
  completedAt: nullable(date),
  createdBy: string,
  createdAt: date,
  updatedAt: date,
  version: withDefault(number, 1),
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

export const CampaignModel = defineModel('Campaign', 'campaigns', schema);
