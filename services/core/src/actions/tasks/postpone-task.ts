import { requireOpenTask } from '../../domain/tasks/task-state.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { AppError } from '../../errors/errors.ts';
import { Input, Timestamp } from '../../schema/schema.ts';
import { updateOpenTask } from '../../store/tasks/task-store.ts';
import { changedMeanwhile } from '../campaigns/require-campaign.ts';
import { defineWrite } from '../definition/define-action.ts';
import { requireTask, TaskView, taskIdInput, toTaskView } from './task-view.ts';

export const postponeTask = defineWrite({
  name: 'postpone_task',
  title: 'Postpone a task',
  summary: 'Change the due time of a task.',
  description:
    "Gives an open task a new due time. The contact's sequence waits for it. An event task.due is emitted at that time.",
  method: 'post',
  path: '/tasks/{taskId}/postpone',
  scope: 'tasks:write',
  effect: 'write',
  small: { change: 'tasks', undo: 'postpone_task to the previous time.' },
  input: Input({ ...taskIdInput, dueAt: Timestamp('New due time, in the future.') }),
  output: TaskView,
  errors: ['not_found', 'invalid_state', 'version_conflict', 'validation_failed'],

  async plan({ taskId, dueAt }, ctx) {
    const task = await requireTask(taskId, ctx);
    checkVersion(ctx, task);
    requireOpenTask(task.state, 'postponed');
    if (task.type === 'privacy') {
      throw new AppError(
        'invalid_state',
        'The deadline of a request for erasure is set by law and cannot be postponed.',
      );
    }
    if (new Date(dueAt) <= ctx.now()) {
      throw new AppError('validation_failed', 'dueAt must be in the future.', { field: 'dueAt' });
    }
    return {
      summary: `Would postpone the task "${task.title}" to ${dueAt}.`,
      effects: [{ op: 'update', type: 'task', id: task.id, label: task.title, changes: { dueAt } }],
      skipped: [],
      warnings: [],
      state: task,
    };
  },

  async run({ dueAt }, { state: task }, ctx) {
    const changes = { dueAt: new Date(dueAt), isAnnounced: false };
    const postponed = changedMeanwhile(await updateOpenTask(task, changes, ctx.now()), 'task');
    return { data: toTaskView(postponed), summary: `Postponed the task "${task.title}".` };
  },
});
