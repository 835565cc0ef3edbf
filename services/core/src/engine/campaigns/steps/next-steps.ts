import { isTask, stepIndexAfter } from '../../../domain/campaigns/sequence-step.ts';
import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import { advanceEnrollments, completeEnrollments } from '../../../store/campaigns/enrollment-bulk.ts';
import { type EnrollmentRecord, findEnrollments } from '../../../store/campaigns/enrollment-store.ts';
import {
  cancelMessagesOfEnrollments,
  type MessageRecord,
  type NewMessage,
} from '../../../store/messages/message-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { mailboxesOf } from '../campaign-mailboxes.ts';
import { findPeople } from '../campaign-people.ts';
import { completeCampaignIfDone } from '../enrollment-effects.ts';
import { scheduleNextStep } from './next-step.ts';
import { toMessage } from './queue-messages.ts';
import { storeQueued } from './store-queued.ts';

/**
 * Queues the next step for each person whose message of a window was sent, and ends the enrollments that had their last
 * step. Call it in the transaction that marks the messages as sent.
 */
export async function queueNextSteps(
  sent: MessageRecord[],
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
  now: Date,
): Promise<void> {
  const known = sent.filter(({ stepId }) => campaign.steps.some(({ id }) => id === stepId));
  // The step was removed in the meantime, so that the next step depends on all messages the person got.
  for (const message of sent) if (!known.includes(message)) await scheduleNextStep(message, now);
  const enrollments = await findEnrollments(
    workspace.id,
    known.flatMap(({ enrollmentId }) => enrollmentId ?? []),
  );
  const beforeOf = new Map(known.map((message) => [message.enrollmentId, message]));
  const open = enrollments.filter(({ id, state, stepIndex }) => {
    const isAtStep = beforeOf.get(id)?.stepIndex === stepIndex;
    return isAtStep && (state === 'active' || state === 'paused');
  });
  const isLast = (enrollment: EnrollmentRecord) => campaign.steps[nextIndex(enrollment)] === undefined;
  const nextIndex = ({ id }: EnrollmentRecord) => stepIndexAfter(campaign.steps, [beforeOf.get(id)!]);
  await finish(open.filter(isLast), campaign, now);
  const going = open
    .filter((enrollment) => !isLast(enrollment))
    .map((enrollment) => ({
      enrollment: { ...enrollment, stepIndex: nextIndex(enrollment) },
      before: beforeOf.get(enrollment.id)!,
    }));
  await goOn(going, campaign, workspace, now);
}

async function finish(enrollments: EnrollmentRecord[], campaign: CampaignRecord, now: Date): Promise<void> {
  if (enrollments.length === 0) return;
  const { workspaceId, id } = campaign;
  await completeEnrollments(workspaceId, enrollments, now);
  // Queued messages remain only if a step was added and then removed again.
  await cancelMessagesOfEnrollments(
    workspaceId,
    enrollments.map((enrollment) => enrollment.id),
    now,
  );
  await completeCampaignIfDone(workspaceId, id, now);
}

interface Going {
  enrollment: EnrollmentRecord;
  before: MessageRecord;
}

async function goOn(going: Going[], campaign: CampaignRecord, workspace: WorkspaceRecord, now: Date): Promise<void> {
  if (going.length === 0) return;
  const people = await findPeople(
    workspace.id,
    going.map(({ enrollment }) => enrollment.contactId),
  );
  const mailboxes = await mailboxesOf(workspace.id, campaign);
  const messages: NewMessage[] = [];
  const advanced: EnrollmentRecord[] = [];
  for (const { enrollment, before } of going) {
    const step = campaign.steps[enrollment.stepIndex]!;
    const person = people.get(enrollment.contactId);
    const mailbox = mailboxes.find(({ id }) => id === before.mailboxId);
    const isHeld = campaign.state !== 'running' || (enrollment.state === 'paused' && enrollment.resumeAt === null);
    const queued =
      person && mailbox && !isTask(step)
        ? toMessage({ enrollment, person, mailbox, step, after: before.sentAt ?? now, before }, campaign, workspace, {
            isHeld,
            now,
          })
        : null;
    // A task, a missing person or mailbox, or a placeholder without a value is handled individually.
    if (queued === null || queued.message === null) await scheduleNextStep(before, now);
    else {
      messages.push(queued.message);
      advanced.push(enrollment);
    }
  }
  await advanceEnrollments(workspace.id, advanced, now);
  await storeQueued(workspace.id, messages, now);
}
