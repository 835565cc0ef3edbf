import { isTask } from '../../../domain/campaigns/sequence-step.ts';
import { isInventedPerson, type ReservedSetting } from '../../../domain/contacts/invented-person.ts';
import { type CampaignRecord, updateCampaign } from '../../../store/campaigns/campaign-store.ts';
import { startEnrollments } from '../../../store/campaigns/enrollment-bulk.ts';
import { type EnrollmentRecord, findPendingEnrollments } from '../../../store/campaigns/enrollment-store.ts';
import { ensureDefaultMailbox } from '../../../store/mailboxes/default-mailbox.ts';
import type { NewMessage } from '../../../store/messages/message-store.ts';
import type { NewTask } from '../../../store/tasks/task-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import { inventedRuleOf } from '../../workspaces/invented-people.ts';
import { type CampaignMailbox, mailboxesOf, usableOf } from '../campaign-mailboxes.ts';
import { findPeople, mailboxFor, type Person } from '../campaign-people.ts';
import { endEnrollment } from '../enrollment-effects.ts';
import { createTasks } from './create-tasks.ts';
import { earliestTime, holdUnresolved, toMessage } from './queue-messages.ts';
import { toTask } from './queue-tasks.ts';
import { storeQueued } from './store-queued.ts';

/** Number of enrollments started in one transaction. The worker starts the rest. */
export const queueBatchSize = 100;

/**
 * Starts up to `limit` pending enrollments of a running campaign and returns how many it started. Call inside a
 * transaction.
 */
export async function queueFirstMessages(
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
  limit: number,
  { config, now }: { config: ReservedSetting; now: Date },
): Promise<number> {
  const [step] = campaign.steps;
  const pending = await findPendingEnrollments(workspace.id, campaign.id, limit);
  const mailboxes = await sendingMailboxes(campaign, workspace, now);
  if (step === undefined || mailboxes.length === 0) return 0;
  const people = await findPeople(
    workspace.id,
    pending.map(({ contactId }) => contactId),
  );
  const messages: NewMessage[] = [];
  const tasks: NewTask[] = [];
  const senders = new Map<string, string>();
  const startAt = campaign.startAt !== null && campaign.startAt > now ? campaign.startAt : now;
  for (const { enrollment, person } of await reachable(workspace.id, pending, people, { config, now })) {
    const mailbox = mailboxFor(mailboxes, person.contact.id);
    const item = { enrollment, person, mailbox, step, after: startAt, before: null, now };
    if (isTask(step)) {
      const dueAt = earliestTime(step, startAt, person, campaign, workspace);
      tasks.push(toTask({ ...item, dueAt }, campaign, workspace));
    } else {
      const { message, problem } = toMessage(item, campaign, workspace, { isHeld: false, now });
      if (problem !== null) {
        await holdUnresolved(enrollment, problem, now);
        continue;
      }
      messages.push(message);
    }
    senders.set(enrollment.id, mailbox.id!);
  }
  await storeQueued(workspace.id, messages, now);
  await createTasks(workspace.id, tasks, now);
  for (const { id } of mailboxes) {
    const started = pending.filter((enrollment) => senders.get(enrollment.id) === id);
    if (started.length > 0) await startEnrollments(workspace.id, started, id!, now);
  }
  const isQueueing = pending.length === limit;
  if (isQueueing !== campaign.isQueueing) await updateCampaign(workspace.id, campaign.id, { isQueueing }, now);
  return pending.length;
}

/** Enrollments of people who can be emailed. Ends the others. */
async function reachable(
  workspaceId: string,
  pending: EnrollmentRecord[],
  people: ReadonlyMap<string, Person>,
  { config, now }: { config: ReservedSetting; now: Date },
): Promise<{ enrollment: EnrollmentRecord; person: Person }[]> {
  const started = [];
  const inventedRule = await inventedRuleOf(workspaceId, config);
  for (const enrollment of pending) {
    const { id, contactId } = enrollment;
    const person = people.get(contactId);
    if (!person?.contact.email) await endEnrollment(workspaceId, id, 'failed', now, 'contact_gone');
    else if (inventedRule === 'skip' && isInventedPerson(person.contact))
      await endEnrollment(workspaceId, id, 'removed', now, 'invented_person');
    else started.push({ enrollment, person });
  }
  return started;
}

async function sendingMailboxes(
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
  now: Date,
): Promise<CampaignMailbox[]> {
  const active = usableOf(await mailboxesOf(workspace.id, campaign));
  const needsSandbox = active.some(({ id }) => id === null);
  return needsSandbox ? [await ensureDefaultMailbox(workspace.id, now)] : active;
}
