import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { Input, paging } from '../../../schema/schema.ts';
import { listViews as findViewPage } from '../../../store/fields/view-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { SavedView, toSavedView, ViewKindInput, viewOwner } from './saved-view.ts';

export const listViews = defineRead({
  name: 'list_views',
  title: 'List views',
  summary: 'List saved views of contacts, companies, campaigns, replies, or messages.',
  description:
    'Lists saved views by position: your own, and those that are shared. Pass the where and sort of a view to ' +
    'query_contacts, or to the query of its kind, to get its records.',
  method: 'get',
  path: '/views',
  scope: 'views:read',
  input: Input({ kind: Type.Optional(ViewKindInput), ...paging }),
  output: Type.Array(SavedView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, 'position');
    const found = await findViewPage(ctx.workspaceId, { ownerId: viewOwner(ctx), kind: input.kind }, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toSavedView), page, summary: `${counted(found.items.length, 'view')}.` };
  },
});
