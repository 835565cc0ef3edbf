import { requireOpenTask } from '../../domain/tasks/task-state.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { requireOwner } from '../../engine/members/require-owner.ts';
import { Id, Input, Nullable } from '../../schema/schema.ts';
import { updateOpenTask } from '../../store/tasks/task-store.ts';
import { changedMeanwhile } from '../campaigns/require-campaign.ts';
import { defineWrite } from '../definition/define-action.ts';
import { requireAdminsTask, requireTask, TaskView, taskIdInput, toTaskView } from './task-view.ts';

export const assignTask = defineWrite({
  name: 'assign_task',
  title: 'Assign a task',
  summary: 'Assign a task to a member.',
  description: 'Assigns an open task to a member of the workspace, or with null to anyone. Returns the task.',
  method: 'post',
  path: '/tasks/{taskId}/assign',
  scope: 'tasks:write',
  effect: 'write',
  small: { change: 'tasks', undo: 'assign_task with the previous owner.' },
  input: Input({ ...taskIdInput, ownerId: Nullable(Id('usr', 'Member. Null: anyone.')) }),
  output: TaskView,
  errors: ['not_found', 'invalid_state', 'version_conflict', 'validation_failed'],

  async plan({ taskId, ownerId }, ctx) {
    const task = await requireTask(taskId, ctx);
    checkVersion(ctx, task);
    requireOpenTask(task.state, 'assigned');
    requireAdminsTask(task, ctx);
    if (ownerId !== null) await requireOwner(ctx.workspaceId, ownerId, 'ownerId');
    return {
      summary: `Would assign the task "${task.title}" to ${ownerId ?? 'anyone'}.`,
      effects: [
        {
          op: 'update',
          type: 'task',
          id: task.id,
          label: task.title,
          changes: { ownerId },
          ...(task.ownerId !== null && { before: { ownerId: task.ownerId } }),
        },
      ],
      skipped: [],
      warnings: [],
      state: task,
    };
  },

  async run({ ownerId }, { state: task }, ctx) {
    const assigned = changedMeanwhile(await updateOpenTask(task, { ownerId }, ctx.now()), 'task');
    return { data: toTaskView(assigned), summary: `Assigned the task "${task.title}" to ${ownerId ?? 'anyone'}.` };
  },
});
