import { stepIndexAfter } from '../../../domain/campaigns/sequence-step.ts';
import { releaseHeldMessages } from '../../../store/campaigns/campaign-messages-store.ts';
import { type CampaignRecord, findCampaign, updateCampaign } from '../../../store/campaigns/campaign-store.ts';
import { type EnrollmentRecord, transitionEnrollment } from '../../../store/campaigns/enrollment-store.ts';
import { findMessagesOfEnrollment, type MessageRecord } from '../../../store/campaigns/message-store.ts';
import { findWorkspace } from '../../../store/identity/workspace-store.ts';
import { queueStep } from './queue-step.ts';

/**
 * Lets a paused enrollment go on: with the message that was held, else from the step that it stands at. Null when it is
 * no longer paused. Call inside a transaction.
 */
export const reviveEnrollment = async (enrollment: EnrollmentRecord, now: Date): Promise<EnrollmentRecord | null> => {
  const { workspaceId, id, campaignId } = enrollment;
  const campaign = await findCampaign(workspaceId, campaignId);
  const messages = await findMessagesOfEnrollment(workspaceId, id);
  const sent = messages.filter(({ state }) => state === 'sent' || state === 'unconfirmed');
  const before = sent.at(-1) ?? null;
  const isWaiting = messages.some(({ state }) => waitingStates.includes(state));
  const transition = isWaiting || before !== null ? 'resume' : 'requeue';
  // While it was paused the steps may have changed.
  const stepIndex = campaign === null || isWaiting ? enrollment.stepIndex : stepIndexAfter(campaign.steps, sent);
  const revived = await transitionEnrollment(workspaceId, id, transition, { endReason: null, stepIndex }, now);
  if (revived === null || campaign === null) return null;
  if (transition === 'requeue') await startAgain(campaign, now);
  else if (!isWaiting && before !== null) await goOn(revived, before, campaign, now);
  else if (campaign.state === 'running') await releaseHeldMessages(workspaceId, { enrollmentId: id }, now);
  return revived;
};

const waitingStates: readonly MessageRecord['state'][] = [
  'draft',
  'awaiting_approval',
  'approved',
  'scheduled',
  'sending',
];

const startAgain = async ({ workspaceId, id, launchedAt }: CampaignRecord, now: Date): Promise<void> => {
  if (launchedAt !== null) await updateCampaign(workspaceId, id, { isQueueing: true }, now);
};

const goOn = async (
  enrollment: EnrollmentRecord,
  before: MessageRecord,
  campaign: CampaignRecord,
  now: Date,
): Promise<void> => {
  const workspace = await findWorkspace(enrollment.workspaceId);
  if (workspace !== null) await queueStep(enrollment, before, campaign, workspace, now);
};
