import { stepIndexAfter } from '../../domain/campaigns/sequence-step.ts';
import { type CampaignRecord, findCampaign, updateCampaign } from '../../store/campaigns/campaign-store.ts';
import {
  type EnrollmentRecord,
  findOpenEnrollments,
  transitionEnrollment,
} from '../../store/campaigns/enrollment-store.ts';
import { releaseHeldMessages } from '../../store/messages/campaign-messages-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { passedSteps } from './steps/passed-steps.ts';
import { queueStep, type StepBefore } from './steps/queue-step.ts';

/**
 * Resumes a paused or failed enrollment with its held message, or otherwise from its current step. Null if the
 * enrollment is no longer paused or failed. Call inside a transaction.
 */
export async function reviveEnrollment(enrollment: EnrollmentRecord, now: Date): Promise<EnrollmentRecord | null> {
  const { workspaceId, id, campaignId } = enrollment;
  if (await isElsewhere(enrollment)) return null;
  const campaign = await findCampaign(workspaceId, campaignId);
  const { passed, lastSent, endedAt, isWaiting } = await passedSteps(workspaceId, id);
  const transition = isWaiting || endedAt !== null ? 'resume' : 'requeue';
  // The steps may have changed during the pause.
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

/** True if the person is now in another campaign. People get one sequence at a time. */
async function isElsewhere({ workspaceId, id, contactId }: EnrollmentRecord): Promise<boolean> {
  const open = await findOpenEnrollments(workspaceId, { contactId });
  return open.some((other) => other.id !== id && other.endedAt === null);
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
