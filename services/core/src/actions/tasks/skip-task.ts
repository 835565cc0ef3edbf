import { Type } from 'typebox';
import { Input, Text } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';
import { closeTask, planClosing } from './close-task.ts';
import { TaskView, taskIdInput, toTaskView } from './task-view.ts';

export const skipTask = defineWrite({
  name: 'skip_task',
  title: 'Skip a task',
  summary: 'Skip a task and continue the sequence.',
  description:
    "Skips an open task. The contact's sequence continues with the next step, whose wait starts now. To do " +
    'the task later, use postpone_task. To remove the contact from the campaign, use remove_enrollment.',
  method: 'post',
  path: '/tasks/{taskId}/skip',
  scope: 'tasks:write',
  effect: 'write',
  input: Input({ ...taskIdInput, reason: Type.Optional(Text(1000, 'Reason for the skip.')) }),
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
