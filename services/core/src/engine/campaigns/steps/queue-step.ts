import { isTask } from '../../../domain/campaigns/sequence-step.ts';
import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import type { EnrollmentRecord } from '../../../store/campaigns/enrollment-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { mailboxesOf } from '../campaign-mailboxes.ts';
import { findPeople } from '../campaign-people.ts';
import { endEnrollment, pauseSequence } from '../enrollment-effects.ts';
import { createTasks } from './create-tasks.ts';
import { earliestTime, holdUnresolved, toMessage } from './queue-messages.ts';
import { toTask } from './queue-tasks.ts';
import { storeQueued } from './store-queued.ts';

const mailboxRetryMs = 60 * 60_000;

/** Pauses an enrollment after all mailboxes of its campaign were deleted, and retries until one exists. */
async function holdWithoutMailbox({ workspaceId, id, state }: EnrollmentRecord, now: Date): Promise<void> {
  if (state === 'paused') return;
  await pauseSequence(workspaceId, id, 'no_mailbox', new Date(now.getTime() + mailboxRetryMs), now);
}

/** Previous state of a step: the last sent message, for its thread, and the start of the step's wait. */
export interface StepBefore {
  message: MessageRecord | null;
  endedAt: Date;
}

/**
 * Queues the message or task of an enrollment's current step. Pauses the enrollment if a placeholder has no value, and
 * ends it if no step is left. Call inside a transaction.
 */
export async function queueStep(
  enrollment: EnrollmentRecord,
  { message: before, endedAt }: StepBefore,
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
  now: Date,
): Promise<void> {
  const { id, contactId, stepIndex, state, resumeAt } = enrollment;
  const step = campaign.steps[stepIndex];
  const person = (await findPeople(workspace.id, [contactId])).get(contactId);
  const mailboxes = await mailboxesOf(workspace.id, campaign);
  const mailboxId = before?.mailboxId ?? enrollment.mailboxId;
  const mailbox = mailboxes.find((own) => own.id === mailboxId) ?? mailboxes[0];
  if (step === undefined) return void (await endEnrollment(workspace.id, id, 'completed', now));
  if (person === undefined) return void (await endEnrollment(workspace.id, id, 'failed', now, 'contact_gone'));
  if (mailbox === undefined) return holdWithoutMailbox(enrollment, now);
  const isHeld = campaign.state !== 'running' || (state === 'paused' && resumeAt === null);
  const item = { enrollment, person, mailbox, step, after: endedAt, before, now };
  if (isTask(step)) {
    const dueAt = earliestTime(step, endedAt, person, campaign, workspace);
    return createTasks(workspace.id, [toTask({ ...item, dueAt }, campaign, workspace)], now);
  }
  const { message, problem } = toMessage(item, campaign, workspace, { isHeld, now });
  if (problem === null) await storeQueued(workspace.id, [message], now);
  else await holdUnresolved(enrollment, problem, now);
}
