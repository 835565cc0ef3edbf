import { Input } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';
import { requireTask, TaskView, taskIdInput, toTaskView } from './task-view.ts';

export const getTask = defineRead({
  name: 'get_task',
  title: 'Get a task',
  summary: 'Get one task of a sequence, or about an erasure request.',
  description:
    'Returns one task: the work, the contact, the due time, the assignee, and the result. For the person, use ' +
    'get_contact. For the sequence, use get_campaign.',
  method: 'get',
  path: '/tasks/{taskId}',
  scope: 'tasks:read',
  input: Input(taskIdInput),
  output: TaskView,
  errors: ['not_found'],

  async run({ taskId }, ctx) {
    const task = await requireTask(taskId, ctx);
    return { data: toTaskView(task), summary: `${task.title}: ${task.state}.` };
  },
});
