import { releaseHeldMessages } from '../../store/campaign-messages-store.ts';
import { findCampaign, updateCampaign } from '../../store/campaign-store.ts';
import { type EnrollmentRecord, transitionEnrollment } from '../../store/enrollment-store.ts';
import { findMessagesOfEnrollment } from '../../store/message-store.ts';

/**
 * Lets a paused enrollment go on: with the message that it was held with, else from the step that it stands at. Null
 * when it is no longer paused. Call inside a transaction.
 */
export const reviveEnrollment = async (enrollment: EnrollmentRecord, now: Date): Promise<EnrollmentRecord | null> => {
  const { workspaceId, id, campaignId } = enrollment;
  const campaign = await findCampaign(workspaceId, campaignId);
  const messages = await findMessagesOfEnrollment(workspaceId, id);
  const transition = messages.length > 0 ? 'resume' : 'requeue';
  const revived = await transitionEnrollment(workspaceId, id, transition, { endReason: null }, now);
  if (revived === null) return null;
  if (transition === 'requeue' && campaign?.launchedAt) {
    await updateCampaign(workspaceId, campaignId, { isQueueing: true }, now);
  }
  if (transition === 'resume' && campaign?.state === 'running') {
    await releaseHeldMessages(workspaceId, { enrollmentId: id }, now);
  }
  return revived;
};
