import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import type { EnrollmentRecord } from '../../../store/campaigns/enrollment-store.ts';
import type { MessageRecord } from '../../../store/campaigns/message-store.ts';
import type { WorkspaceRecord } from '../../../store/identity/workspace-store.ts';
import { mailboxesOf } from './campaign-mailboxes.ts';
import { findPeople } from './campaign-people.ts';
import { earliestTime, holdUnresolved, toMessage } from './queue-messages.ts';
import { storeQueued } from './store-queued.ts';

/**
 * Queues the message of the step that an enrollment stands at, after the one before it. With a placeholder that has no
 * value the enrollment is paused instead. Call inside a transaction.
 */
export const queueStep = async (
  enrollment: EnrollmentRecord,
  before: MessageRecord,
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
  now: Date,
): Promise<void> => {
  const { contactId, stepIndex, state, resumeAt } = enrollment;
  const step = campaign.steps[stepIndex];
  const person = (await findPeople(workspace.id, [contactId])).get(contactId);
  const mailboxes = await mailboxesOf(workspace.id, campaign);
  const mailbox = mailboxes.find(({ id }) => id === before.mailboxId) ?? mailboxes[0];
  if (step === undefined || person === undefined || mailbox === undefined) return;
  const isHeld = campaign.state !== 'running' || (state === 'paused' && resumeAt === null);
  const scheduledAt = earliestTime(step, before.sentAt ?? now, person, campaign, workspace);
  const item = { enrollment, person, mailbox, step, scheduledAt, before };
  const { message, problem } = toMessage(item, campaign, workspace, isHeld);
  if (problem === null) await storeQueued(workspace.id, [message], now);
  else await holdUnresolved(enrollment, problem, now);
};
