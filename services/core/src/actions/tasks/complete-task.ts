import { Type } from 'typebox';
import { Input, Text } from '../../schema/schema.ts';
import { defineWrite } from '../definition/define-action.ts';
import { closeTask, planClosing } from './close-task.ts';
import { TaskView, taskIdInput, toTaskView } from './task-view.ts';

export const completeTask = defineWrite({
  name: 'complete_task',
  title: 'Complete a task',
  summary: 'Mark a task as done and continue the sequence.',
  description:
    "Completes an open task, optionally with its result. The contact's sequence continues with the next step, " +
    'whose wait starts now. If the person replied or opted out during the task, also use set_contact_stage, ' +
    'remove_enrollment, or add_suppression.',
  method: 'post',
  path: '/tasks/{taskId}/complete',
  scope: 'tasks:write',
  effect: 'write',
  input: Input({
    ...taskIdInput,
    outcome: Type.Optional(Text(1000, 'Result, such as "Left a voicemail".')),
  }),
  output: TaskView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  plan({ taskId }, ctx) {
    return planClosing(taskId, 'completed', ctx);
  },

  async run({ outcome }, { state: task }, ctx) {
    const closed = await closeTask(task, { to: 'completed', outcome: outcome ?? null }, ctx);
    const { type, contactId, title } = closed;
    const erase =
      type === 'privacy' && contactId !== null ? ` To erase the person, use erase_contact with ${contactId}.` : '';
    return { data: toTaskView(closed), summary: `Completed the task "${title}".${erase}` };
  },
});
