import { campaignFields } from '../../domain/campaigns/campaign-fields.ts';
import type { SequenceStep } from '../../domain/campaigns/sequence-step.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { pathsOf } from '../documents/field-paths.ts';
import { boolean, nullable, number, objects, optional, string, withDefault } from '../documents/paths.ts';
import { queriesOf } from '../documents/record-query.ts';

export type CampaignDoc = DocOf<typeof CampaignModel>;

const schema = stored({
  workspaceId: string,
  ...pathsOf(campaignFields),
  steps: withDefault(objects<SequenceStep>(), []),
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
  /** Number of the kept version that the steps equal. Absent: 0. */
  sequenceVersion: optional(number),
  /** Messages of the launch or the last resumption. Absent in campaigns launched before it was stored. */
  manifestId: optional(string),
  launchedBy: nullable(string),
  /** True if launched without a person. Switching autopilot off pauses the campaign. */
  isAutopilotLaunch: optional(boolean),
  createdBy: string,
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

export const CampaignModel = defineModel('Campaign', 'campaigns', schema, 'campaign');

export const campaignQueries = queriesOf(CampaignModel);
