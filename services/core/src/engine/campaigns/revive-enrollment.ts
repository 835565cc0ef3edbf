import { stepIndexAfter } from '../../domain/campaigns/sequence-step.ts';
import { type CampaignRecord, findCampaign, updateCampaign } from '../../store/campaigns/campaign-store.ts';
import { type EnrollmentRecord, transitionEnrollment } from '../../store/campaigns/enrollment-store.ts';
import { releaseHeldMessages } from '../../store/messages/campaign-messages-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { passedSteps } from './steps/passed-steps.ts';
import { queueStep, type StepBefore } from './steps/queue-step.ts';

/**
 * Lets a paused or failed enrollment go on: with the message that was held, else from the step that it stands at. Null when it is
 * neither any more. Call inside a transaction.
 */
export async function reviveEnrollment(enrollment: EnrollmentRecord, now: Date): Promise<EnrollmentRecord | null> {
  const { workspaceId, id, campaignId } = enrollment;
  const campaign = await findCampaign(workspaceId, campaignId);
  const { passed, lastSent, endedAt, isWaiting } = await passedSteps(workspaceId, id);
  const transition = isWaiting || endedAt !== null ? 'resume' : 'requeue';
  // While it was paused the steps may have changed.
  const stepIndex = campaign === null || isWaiting ? enrollment.stepIndex : stepIndexAfter(campaign.steps, passed);
  const revived = await transitionEnrollment(
    workspaceId,
    id,
    transition,
    { endReason: null, endedAt: null, stepIndex },
    now,
  );
  if (revived === null || campaign === null) return null;
  if (transition === 'requeue') await startAgain(campaign, now);
  else if (!isWaiting && endedAt !== null) await goOn(revived, { message: lastSent, endedAt }, campaign, now);
  else if (campaign.state === 'running') await releaseHeldMessages(workspaceId, { enrollmentId: id }, now);
  return revived;
}

async function startAgain({ workspaceId, id, launchedAt }: CampaignRecord, now: Date): Promise<void> {
  if (launchedAt !== null) await updateCampaign(workspaceId, id, { isQueueing: true }, now);
}

async function goOn(
  enrollment: EnrollmentRecord,
  before: StepBefore,
  campaign: CampaignRecord,
  now: Date,
): Promise<void> {
  const workspace = await findWorkspace(enrollment.workspaceId);
  if (workspace !== null) await queueStep(enrollment, before, campaign, workspace, now);
}
