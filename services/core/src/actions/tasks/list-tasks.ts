import { Type } from 'typebox';
import { taskStates, taskTypes } from '../../domain/tasks/task-state.ts';
import { counted } from '../../domain/text/counted.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError } from '../../errors/errors.ts';
import { Id, Input, OneOf, paging } from '../../schema/schema.ts';
import { listTasks as findTaskPage } from '../../store/tasks/task-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { TaskView, toTaskView } from './task-view.ts';

export const listTasks = defineRead({
  name: 'list_tasks',
  title: 'List tasks',
  summary: 'List tasks of campaigns by due date.',
  description:
    'Lists the steps of sequences that a person does (calls, LinkedIn messages, other tasks) and requests for ' +
    'erasure (privacy), the earliest due first. Filter by state (open, completed, skipped), isDue, mine, owner, campaign, or contact. The ' +
    "contact's sequence continues when its task is completed (complete_task) or skipped (skip_task).",
  method: 'get',
  path: '/tasks',
  scope: 'tasks:read',
  input: Input({
    type: Type.Optional(OneOf(taskTypes, { description: 'Only tasks of this type; privacy: requests for erasure.' })),
    state: Type.Optional(OneOf(taskStates, { description: 'Only tasks in this state.' })),
    isDue: Type.Optional(Type.Boolean({ description: 'true: only open tasks that are due.' })),
    mine: Type.Optional(Type.Boolean({ description: 'true: only tasks of the person behind this key or connection.' })),
    ownerId: Type.Optional(Id('usr', 'Only tasks of this member.')),
    campaignId: Type.Optional(Id('cmp', 'Only tasks of this campaign.')),
    contactId: Type.Optional(Id('con', 'Only tasks about this contact.')),
    ...paging,
  }),
  output: Type.Array(TaskView),
  errors: ['validation_failed'],
  isPaged: true,

  async run(input, ctx) {
    const { campaignId, contactId, isDue } = input;
    const filter = {
      type: input.type,
      campaignId,
      contactId,
      ownerId: input.mine ? ownerOf(ctx, input.ownerId) : input.ownerId,
      state: isDue ? ('open' as const) : input.state,
      dueBefore: isDue ? ctx.now() : undefined,
    };
    const request = ctx.pager.request(input, 'dueAt');
    const found = await findTaskPage(ctx.workspaceId, filter, request);
    const page = ctx.pager.answer(input, request, found);
    const more = page.nextCursor === null ? '' : ', and more on the next page';
    return { data: found.items.map(toTaskView), page, summary: `${counted(found.items.length, 'task')}${more}.` };
  },
});

function ownerOf({ actor }: ActionContext, ownerId: string | undefined): string {
  const userId = actor.userId ?? actor.id;
  if (ownerId === undefined || ownerId === userId) return userId;
  throw new AppError('validation_failed', 'Give mine or ownerId, not both.', { field: 'ownerId' });
}
