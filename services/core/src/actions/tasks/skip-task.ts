import { Type } from 'typebox';
import { Input, Text } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';
import { closeTask, planClosing } from './close-task.ts';
import { TaskView, taskIdInput, toTaskView } from './task-view.ts';

export const skipTask = defineWrite({
  name: 'skip_task',
  title: 'Skip a task',
  summary: 'Leave a task out; the sequence goes on.',
  description:
    'Marks an open task as skipped: it is not done, and the sequence of the contact goes on with the next step, whose wait begins now. To do it later use postpone_task; to take the contact out of the campaign remove_enrollment.',
  method: 'post',
  path: '/tasks/{taskId}/skip',
  scope: 'tasks:write',
  effect: 'write',
  input: Input({ ...taskIdInput, reason: Type.Optional(Text(1000, 'Why it is not done.')) }),
  output: TaskView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  plan({ taskId }, ctx) {
    return planClosing(taskId, 'skipped', ctx);
  },

  async run({ reason }, { state: task }, ctx) {
    const closed = await closeTask(task, { to: 'skipped', outcome: reason ?? null }, ctx);
    return { data: toTaskView(closed), summary: `Skipped the task "${closed.title}".` };
  },
});
