import type { SequenceStep } from '../../../domain/campaigns/sequence-step.ts';
import { renderTemplate } from '../../../domain/messages/templates/render-template.ts';
import type { CampaignRecord } from '../../../store/campaigns/campaign-store.ts';
import type { EnrollmentRecord } from '../../../store/campaigns/enrollment-store.ts';
import type { NewTask } from '../../../store/tasks/task-store.ts';
import type { WorkspaceRecord } from '../../../store/workspaces/workspace-store.ts';
import type { CampaignMailbox } from '../campaign-mailboxes.ts';
import { type Person, scopeOf } from '../campaign-people.ts';

interface TaskItem {
  enrollment: EnrollmentRecord;
  person: Person;
  mailbox: CampaignMailbox;
  step: SequenceStep;
  dueAt: Date;
  now: Date;
}

/** Task of a step for one contact. Keeps placeholders without a value, because a person reads the task. */
export function toTask(item: TaskItem, campaign: CampaignRecord, workspace: WorkspaceRecord): NewTask {
  const { enrollment, person, mailbox, step, dueAt, now } = item;
  const scope = scopeOf(person, mailbox, workspace, now);
  const fill = (template: string) => (renderTemplate(template, scope).text ?? template).trim();
  return {
    campaignId: campaign.id,
    enrollmentId: enrollment.id,
    contactId: person.contact.id,
    stepId: step.id,
    stepIndex: enrollment.stepIndex,
    type: step.task?.type ?? 'custom',
    title: fill(step.subject).replace(/\s+/g, ' '),
    instructions: fill(step.body),
    ownerId: step.task?.ownerId ?? launcherOf(campaign),
    dueAt,
  };
}

function launcherOf({ launchedBy }: CampaignRecord): string | null {
  return launchedBy?.startsWith('usr_') ? launchedBy : null;
}
