import { cutText } from '@outbound/node-service/text/cut-text';
import { stepIndexAfter } from '../../../domain/campaigns/sequence-step.ts';
import { findCampaign } from '../../../store/campaigns/campaign-store.ts';
import { advanceEnrollment } from '../../../store/campaigns/enrollment-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import type { StepTask } from '../../../store/tasks/task-store.ts';
import { findWorkspace } from '../../../store/workspaces/workspace-store.ts';
import { type EnrollmentOutcome, emitEnrollmentChange, endEnrollment } from '../enrollment-effects.ts';
import { passedSteps } from './passed-steps.ts';
import { queueStep, type StepBefore } from './queue-step.ts';

/**
 * Queues the step after a message that was sent or skipped by its condition, and ends the enrollment after the last
 * step. Call it in the transaction that marks the message, because a crash in between would lose the sequence.
 * Idempotent.
 */
export async function scheduleNextStep(done: MessageRecord, now: Date): Promise<void> {
  const { enrollmentId, stepIndex, stepId } = done;
  if (enrollmentId === null || stepIndex === null) return;
  const { state, sentAt } = done;
  const own = state === 'skipped' ? null : { message: done, endedAt: sentAt ?? now };
  await goOnAfter({ ...done, enrollmentId, stepId, stepIndex }, own, now);
}

/** Queues the step after a task that was completed or skipped. */
export function goOnAfterTask(task: StepTask, now: Date): Promise<void> {
  return goOnAfter(task, null, now);
}

interface DoneStep {
  workspaceId: string;
  campaignId: string | null;
  enrollmentId: string;
  stepId: string | null;
  stepIndex: number;
}

/** `before` is null if the step was not a message. The thread is then that of the last message. */
async function goOnAfter(done: DoneStep, before: StepBefore | null, now: Date): Promise<void> {
  const { workspaceId, campaignId, enrollmentId, stepId, stepIndex } = done;
  const campaign = campaignId === null ? null : await findCampaign(workspaceId, campaignId);
  const workspace = await findWorkspace(workspaceId);
  if (campaign === null || workspace === null) return;
  // The earlier steps matter only if this step was removed in the meantime or was not a message.
  const isKnown = campaign.steps.some(({ id }) => id === stepId);
  const history = isKnown && before !== null ? null : await passedSteps(workspaceId, enrollmentId);
  const next = stepIndexAfter(campaign.steps, isKnown || history === null ? [done] : history.passed);
  if (campaign.steps[next] === undefined) {
    await endEnrollment(workspaceId, enrollmentId, 'completed', now);
    return;
  }
  const enrollment = await advanceEnrollment(workspaceId, enrollmentId, { from: stepIndex, to: next }, now);
  if (enrollment === null) return;
  await emitEnrollmentChange(enrollment, now);
  const after = before ?? { message: history?.lastSent ?? null, endedAt: now };
  await queueStep(enrollment, after, campaign, workspace, now);
}

/**
 * Ends the sequence of a campaign message that was not sent, because the next step would refer to an unread message.
 */
export async function endStep(message: MessageRecord, now: Date): Promise<void> {
  const { workspaceId, enrollmentId, skipReason, state } = message;
  if (enrollmentId === null) return;
  const endReason = skipReason ?? message.lastError ?? state;
  await endEnrollment(workspaceId, enrollmentId, outcomeOf(message), now, cutText(endReason, endReasonLengthMax));
}

const endReasonLengthMax = 200;

function outcomeOf({ state, skipReason }: MessageRecord): EnrollmentOutcome {
  if (state === 'bounced') return 'bounced';
  if (state !== 'skipped') return 'failed';
  if (skipReason === 'suppressed' || skipReason === 'unsubscribed' || skipReason === 'do_not_contact') {
    return 'unsubscribed';
  }
  return skipReason === 'replied' ? 'replied' : 'removed';
}
