import type { EnrollmentPauseReason, EnrollmentTransition } from '../../domain/campaigns/enrollment-state.ts';
import { transitionCampaign } from '../../store/campaigns/campaign-store.ts';
import { enrollmentEvent } from '../../store/campaigns/enrollment-events.ts';
import {
  type EnrollmentRecord,
  findOpenEnrollments,
  hasOpenEnrollments,
  transitionEnrollment,
} from '../../store/campaigns/enrollment-store.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { cancelMessagesFor } from '../../store/messages/message-store.ts';
import { closeTasksOf } from '../../store/tasks/close-tasks.ts';

const endings = {
  completed: 'complete',
  replied: 'reply',
  bounced: 'bounce',
  unsubscribed: 'unsubscribe',
  failed: 'fail',
  removed: 'remove',
} as const satisfies Record<string, EnrollmentTransition>;
export type EnrollmentOutcome = keyof typeof endings;

/**
 * Ends an enrollment and cancels its queued messages. Completes the campaign if this was its last open enrollment.
 * False if the enrollment is deleted or already ended. Call inside a transaction.
 */
export async function endEnrollment(
  workspaceId: string,
  enrollmentId: string,
  outcome: EnrollmentOutcome,
  now: Date,
  endReason: string | null = null,
): Promise<boolean> {
  const changes = { endReason, endedAt: now };
  const ended = await transitionEnrollment(workspaceId, enrollmentId, endings[outcome], changes, now);
  if (ended === null) return false;
  await cancelMessagesFor(workspaceId, { enrollmentId }, now);
  await closeTasksOf(workspaceId, [enrollmentId], now);
  await emitEnrollmentChange(ended, now);
  await completeCampaignIfDone(workspaceId, ended.campaignId, now);
  return true;
}

export async function endEnrollmentsOfContact(
  workspaceId: string,
  contactId: string,
  outcome: EnrollmentOutcome,
  now: Date,
): Promise<void> {
  const open = await findOpenEnrollments(workspaceId, { contactId });
  for (const { id } of open) await endEnrollment(workspaceId, id, outcome, now);
}

/** Ends the campaign's other enrollments at a company after one of its contacts replied. */
export async function endEnrollmentsOfCompany(
  workspaceId: string,
  companyId: string,
  campaignId: string,
  now: Date,
): Promise<void> {
  const open = await findOpenEnrollments(workspaceId, { campaignId, companyId });
  for (const { id } of open) await endEnrollment(workspaceId, id, 'removed', now, 'company_replied');
}

/**
 * Pauses an enrollment. With a time, it resumes automatically; without one, a person must resume it. False if it cannot
 * be paused.
 */
export async function pauseSequence(
  workspaceId: string,
  enrollmentId: string,
  pauseReason: EnrollmentPauseReason,
  resumeAt: Date | null,
  now: Date,
): Promise<EnrollmentRecord | null> {
  const paused = await transitionEnrollment(workspaceId, enrollmentId, 'pause', { pauseReason, resumeAt }, now);
  if (paused !== null) await emitEnrollmentChange(paused, now);
  return paused;
}

/**
 * Holds a sequence after a bounce caused by the sender, not the recipient. The person gets no more messages until
 * someone resumes the enrollment or enrolls them again. Call inside a transaction.
 */
export async function holdSequence(
  workspaceId: string,
  enrollmentId: string,
  endReason: string,
  now: Date,
): Promise<void> {
  const changes = { pauseReason: 'sender_refused', resumeAt: null, endReason } as const;
  const held = await transitionEnrollment(workspaceId, enrollmentId, 'hold', changes, now);
  if (held === null) return;
  await cancelMessagesFor(workspaceId, { enrollmentId }, now);
  await closeTasksOf(workspaceId, [enrollmentId], now);
  await emitEnrollmentChange(held, now);
}

export function emitEnrollmentChange(enrollment: EnrollmentRecord, now: Date): Promise<void> {
  const { type, subjectId, data } = enrollmentEvent(enrollment);
  return addEvent(enrollment.workspaceId, type, subjectId, data, now);
}

/**
 * Two workers that end the last two enrollments concurrently do not see each other's change. The sweep checks again.
 */
export async function completeCampaignIfDone(workspaceId: string, campaignId: string, now: Date): Promise<boolean> {
  if (await hasOpenEnrollments(workspaceId, campaignId)) return false;
  const completed = await transitionCampaign(workspaceId, campaignId, 'complete', { completedAt: now }, now);
  if (completed === null) return false;
  await addEvent(workspaceId, 'campaign.completed', campaignId, { campaignId }, now);
  return true;
}
