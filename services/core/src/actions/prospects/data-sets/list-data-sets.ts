import { Type } from 'typebox';
import { Input, paging } from '../../../schema/schema.ts';
import { listDataSets as findDataSetPage } from '../../../store/prospects/own/data-set-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { DataSetView, toDataSetView } from './data-set-view.ts';

export const listDataSets = defineRead({
  name: 'list_data_sets',
  title: 'List data sets',
  summary: 'List your data sets for searches, newest first.',
  description:
    'Lists the data sets imported with import_data_set, newest first, with the number of people in each. ' +
    'search_people and search_companies include all of them as source own.',
  method: 'get',
  path: '/search/data-sets',
  scope: 'search:read',
  input: Input(paging),
  output: Type.Array(DataSetView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const found = await findDataSetPage(ctx.workspaceId, request);
    const summary = `${found.items.length} data sets.`;
    return { data: found.items.map(toDataSetView), page: ctx.pager.answer(input, request, found), summary };
  },
});
