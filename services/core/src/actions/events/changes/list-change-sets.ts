import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { Input, paging } from '../../../schema/schema.ts';
import { changeSetDays, listStoredChangeSets } from '../../../store/events/changes/change-set-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { ChangeSetView, toChangeSetView } from './change-set-view.ts';

export const listChangeSets = defineRead({
  name: 'list_change_sets',
  title: 'List bulk changes',
  summary: `List the bulk changes of the last ${changeSetDays} days, newest first.`,
  description:
    'Lists bulk changes, newest first: who made them, how many records changed, and whether they were undone. ' +
    'Pass an ID as changeSetId to undo_change.',
  method: 'get',
  path: '/change-sets',
  scope: 'changes:read',
  input: Input(paging),
  output: Type.Array(ChangeSetView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const found = await listStoredChangeSets(ctx.workspaceId, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toChangeSetView), page, summary: `${counted(found.items.length, 'change')}.` };
  },
});
