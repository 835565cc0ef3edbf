import { type EnrollmentOutcome, endEnrollment } from '../actions/campaigns/engine/enrollment-effects.ts';
import { queueStep } from '../actions/campaigns/engine/queue-step.ts';
import { findCampaign } from '../store/campaigns/campaign-store.ts';
import { advanceEnrollment } from '../store/campaigns/enrollment-store.ts';
import type { MessageRecord } from '../store/campaigns/message-store.ts';
import { findWorkspace } from '../store/identity/workspace-store.ts';

/**
 * Queues the step after a message that was sent, or ends the enrollment after the last one. Call it in the transaction
 * that marks the message sent: a crash in between would lose the sequence. Doing it twice changes nothing.
 */
export const scheduleNextStep = async (sent: MessageRecord, now: Date): Promise<void> => {
  const { workspaceId, campaignId, enrollmentId, stepIndex } = sent;
  if (campaignId === null || enrollmentId === null || stepIndex === null) return;
  const campaign = await findCampaign(workspaceId, campaignId);
  const workspace = await findWorkspace(workspaceId);
  if (campaign === null || workspace === null) return;
  if (campaign.steps[stepIndex + 1] === undefined) {
    await endEnrollment(workspaceId, enrollmentId, 'completed', now);
    return;
  }
  const enrollment = await advanceEnrollment(workspaceId, enrollmentId, stepIndex, now);
  if (enrollment !== null) await queueStep(enrollment, sent, campaign, workspace, now);
};

/** A campaign message that did not go out ends the sequence: the next step would refer to something never read. */
export const endStep = async (message: MessageRecord, now: Date): Promise<void> => {
  const { workspaceId, enrollmentId, skipReason, state } = message;
  if (enrollmentId === null) return;
  const endReason = skipReason ?? message.lastError ?? state;
  await endEnrollment(workspaceId, enrollmentId, outcomeOf(message), now, endReason.slice(0, endReasonLengthMax));
};

const endReasonLengthMax = 200;

const outcomeOf = ({ state, skipReason }: MessageRecord): EnrollmentOutcome => {
  if (state === 'bounced') return 'bounced';
  if (state !== 'skipped') return 'failed';
  if (skipReason === 'suppressed' || skipReason === 'unsubscribed' || skipReason === 'do_not_contact') {
    return 'unsubscribed';
  }
  return skipReason === 'replied' ? 'replied' : 'removed';
};
