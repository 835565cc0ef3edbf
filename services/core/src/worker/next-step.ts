import { type EnrollmentOutcome, endEnrollment } from '../actions/campaigns/engine/enrollment-effects.ts';
import { queueStep } from '../actions/campaigns/engine/queue-step.ts';
import { stepIndexAfter } from '../domain/campaigns/sequence-step.ts';
import { type CampaignRecord, findCampaign } from '../store/campaigns/campaign-store.ts';
import { advanceEnrollment } from '../store/campaigns/enrollment-store.ts';
import { findMessagesOfEnrollment, type MessageRecord } from '../store/campaigns/message-store.ts';
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
  const next = stepIndexAfter(campaign.steps, await sentSoFar(sent, campaign));
  if (campaign.steps[next] === undefined) {
    await endEnrollment(workspaceId, enrollmentId, 'completed', now);
    return;
  }
  const enrollment = await advanceEnrollment(workspaceId, enrollmentId, { from: stepIndex, to: next }, now);
  if (enrollment !== null) await queueStep(enrollment, sent, campaign, workspace, now);
};

/** The earlier messages matter only when the step of this one was removed meanwhile. */
const sentSoFar = async (sent: MessageRecord, { steps }: CampaignRecord): Promise<MessageRecord[]> => {
  if (steps.some(({ id }) => id === sent.stepId)) return [sent];
  return (await findMessagesOfEnrollment(sent.workspaceId, sent.enrollmentId!)).filter(({ sentAt }) => sentAt !== null);
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
