import { findCampaign } from '../../store/campaigns/campaign-store.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvent } from '../../store/events/event-store.ts';
import {
  findDueTasks,
  isStepTask,
  type StepTask,
  type TaskRecord,
  updateOpenTask,
} from '../../store/tasks/task-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { goOnAfterTask } from '../campaigns/steps/next-step.ts';
import { isTaskWanted } from '../campaigns/steps/step-conditions.ts';

const tasksPerRound = 50;

/** Handles tasks that became due: skips those whose condition is false, and emits an event for the others. */
export async function announceDueTasks(now: Date, within: { workspaceId?: string }): Promise<number> {
  const due = await findDueTasks(now, tasksPerRound, within);
  for (const task of due) await inTransaction(() => announce(task, now));
  return due.length;
}

async function announce(task: TaskRecord, now: Date): Promise<void> {
  const { workspaceId, campaignId, enrollmentId, contactId, ownerId, type } = task;
  if (!isStepTask(task) || (await isStepWanted(task, now))) {
    if ((await updateOpenTask(task, { isAnnounced: true }, now)) === null) return;
    const data = { campaignId, enrollmentId, contactId, ownerId, type, dueAt: task.dueAt.toISOString() };
    return addEvent(workspaceId, 'task.due', task.id, data, now);
  }
  const leftOut = { state: 'skipped', skipReason: 'condition_not_met', isAnnounced: true, closedAt: now } as const;
  const skipped = await updateOpenTask(task, leftOut, now);
  if (skipped !== null && isStepTask(skipped)) await goOnAfterTask(skipped, now);
}

async function isStepWanted(task: StepTask, now: Date): Promise<boolean> {
  const campaign = await findCampaign(task.workspaceId, task.campaignId);
  const workspace = await findWorkspace(task.workspaceId);
  return campaign === null || workspace === null || isTaskWanted(task, campaign, workspace, now);
}
