import { Input } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';
import { requireTask, TaskView, taskIdInput, toTaskView } from './task-view.ts';

export const getTask = defineRead({
  name: 'get_task',
  title: 'Get a task',
  summary: 'Read one task of a sequence.',
  description:
    'Reads one task: what is to be done, for whom, until when and by whom, and what came of it. See get_contact for the person and get_campaign for the sequence.',
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
