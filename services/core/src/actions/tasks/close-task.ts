import { stepIndexAfter } from '../../domain/campaigns/sequence-step.ts';
import { requireOpenTask, type TaskState } from '../../domain/tasks/task-state.ts';
import { goOnAfterTask } from '../../engine/campaigns/steps/next-step.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import type { Plan, PlannedEffect } from '../../engine/context/plan.ts';
import { findCampaign } from '../../store/campaigns/campaign-store.ts';
import { isStepTask, type TaskRecord, updateOpenTask } from '../../store/tasks/task-store.ts';
import { changedMeanwhile } from '../campaigns/require-campaign.ts';
import { requireAdminsTask, requireTask } from './task-view.ts';

type Closed = Exclude<TaskState, 'open'>;

/** Plans completing or skipping a task. The sequence continues with the next step or ends. */
export async function planClosing(taskId: string, to: Closed, ctx: ActionContext): Promise<Plan<TaskRecord>> {
  const task = await requireTask(taskId, ctx);
  checkVersion(ctx, task);
  requireOpenTask(task.state, to);
  requireAdminsTask(task, ctx);
  if (!isStepTask(task)) return planErasureClosing(task, to);
  const campaign = await findCampaign(ctx.workspaceId, task.campaignId);
  const steps = campaign?.steps ?? [];
  const next = steps[stepIndexAfter(steps, [task])];
  const sequence: PlannedEffect = {
    op: next === undefined ? 'stop' : 'update',
    type: 'enrollment',
    id: task.enrollmentId,
    label: next === undefined ? 'The sequence is completed' : 'The sequence goes on',
  };
  const following: PlannedEffect[] =
    next === undefined
      ? []
      : [{ op: 'create', type: next.kind === 'task' ? 'task' : 'message', label: 'The next step' }];
  const changes = { state: to };
  return {
    summary: `Would mark the task "${task.title}" ${to}.`,
    effects: [{ op: 'update', type: 'task', id: task.id, label: task.title, changes }, sequence, ...following],
    skipped: [],
    warnings: [],
    state: task,
  };
}

/** Closing the task erases no one: that is an operation of its own, with its own confirmation. */
function planErasureClosing(task: TaskRecord, to: Closed): Plan<TaskRecord> {
  const { id, title: label, contactId } = task;
  const erase =
    contactId === null ? [] : [`This erases no one. To erase the person, use erase_contact with ${contactId}.`];
  return {
    summary: `Would mark the task "${label}" ${to}.`,
    effects: [{ op: 'update', type: 'task', id, label, changes: { state: to } }],
    skipped: [],
    warnings: to === 'completed' ? erase : [],
    state: task,
  };
}

export async function closeTask(
  task: TaskRecord,
  { to, outcome }: { to: Closed; outcome: string | null },
  ctx: ActionContext,
): Promise<TaskRecord> {
  const now = ctx.now();
  const changes = {
    state: to,
    outcome,
    isAnnounced: true,
    closedAt: now,
    skipReason: to === 'skipped' ? ('user' as const) : null,
    closedBy: ctx.actor.userId ?? ctx.actor.id,
  };
  const closed = changedMeanwhile(await updateOpenTask(task, changes, now), 'task');
  const { campaignId, enrollmentId, contactId, ownerId, type } = closed;
  await ctx.emit('task.completed', task.id, { campaignId, enrollmentId, contactId, ownerId, type, state: to });
  if (isStepTask(closed)) await goOnAfterTask(closed, now);
  return closed;
}
