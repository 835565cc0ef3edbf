import { Type } from 'typebox';
import { AppError } from '../../errors/errors.ts';
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
    'the task later, use postpone_task. To remove the contact from the campaign, use remove_enrollment. A task of type privacy (an erasure request) needs the reason.',
  method: 'post',
  path: '/tasks/{taskId}/skip',
  scope: 'tasks:write',
  effect: 'write',
  input: Input({ ...taskIdInput, reason: Type.Optional(Text(1000, 'Reason for the skip.')) }),
  output: TaskView,
  errors: ['not_found', 'invalid_state', 'version_conflict', 'validation_failed'],

  async plan({ taskId, reason }, ctx) {
    const plan = await planClosing(taskId, 'skipped', ctx);
    if (plan.state.type === 'privacy' && !reason?.trim()) {
      throw new AppError('validation_failed', 'Give the reason why the request for erasure is not carried out.', {
        field: 'reason',
      });
    }
    return plan;
  },

  async run({ reason }, { state: task }, ctx) {
    const closed = await closeTask(task, { to: 'skipped', outcome: reason ?? null }, ctx);
    return { data: toTaskView(closed), summary: `Skipped the task "${closed.title}".` };
  },
});
