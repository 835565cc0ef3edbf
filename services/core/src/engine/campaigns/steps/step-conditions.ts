import { meetsCondition, type StepCondition } from '../../../domain/campaigns/step-condition.ts';
import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { findReplyClasses } from '../../../store/replies/reply-classes-store.ts';
import type { StepTask } from '../../../store/tasks/task-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import type { CampaignMailbox } from '../campaign-mailboxes.ts';
import { findPeople, scopeOf } from '../campaign-people.ts';

/** Facts about the mailbox that is about to send. */
interface Sender {
  records: ReadonlyMap<string, CampaignRecord>;
  mailbox: Pick<CampaignMailbox, 'displayName' | 'address'>;
  workspace: WorkspaceRecord;
  now: Date;
}

/** Messages whose step has a condition that is false now, by ID. */
export async function findLeftOut(messages: MessageRecord[], sender: Sender): Promise<Set<string>> {
  const conditional = messages.flatMap((message) => {
    const condition = conditionOf(message.stepId, sender.records.get(message.campaignId ?? ''));
    const { enrollmentId, contactId } = message;
    if (!condition || enrollmentId === null || contactId === null) return [];
    return [{ id: message.id, enrollmentId, contactId, condition }];
  });
  return findUnmet(conditional, sender.mailbox, sender.workspace, sender.now);
}

/** True if the condition of a task's step holds now. */
export async function isTaskWanted(
  { id, stepId, enrollmentId, contactId }: StepTask,
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
  now: Date,
): Promise<boolean> {
  const condition = conditionOf(stepId, campaign);
  if (!condition) return true;
  const unmet = await findUnmet([{ id, enrollmentId, contactId, condition }], nobody, workspace, now);
  return !unmet.has(id);
}

/** Conditions do not use the sender. */
const nobody = { displayName: '', address: '' };

interface Conditional {
  id: string;
  enrollmentId: string;
  contactId: string;
  condition: StepCondition;
}

function conditionOf(stepId: string | null, campaign: CampaignRecord | undefined): StepCondition | null {
  return campaign?.steps.find(({ id }) => id === stepId)?.condition ?? null;
}

async function findUnmet(
  conditional: Conditional[],
  mailbox: Pick<CampaignMailbox, 'displayName' | 'address'>,
  workspace: WorkspaceRecord,
  now: Date,
): Promise<Set<string>> {
  if (conditional.length === 0) return new Set();
  const [replies, people] = await Promise.all([
    findReplyClasses(
      workspace.id,
      conditional.map(({ enrollmentId }) => enrollmentId),
    ),
    findPeople(
      workspace.id,
      conditional.map(({ contactId }) => contactId),
    ),
  ]);
  const unmet = conditional.filter(({ enrollmentId, contactId, condition }) => {
    const person = people.get(contactId);
    const scope = person === undefined ? {} : scopeOf(person, mailbox, workspace, now);
    return !meetsCondition(condition, { replies: replies.get(enrollmentId) ?? [], scope });
  });
  return new Set(unmet.map(({ id }) => id));
}
