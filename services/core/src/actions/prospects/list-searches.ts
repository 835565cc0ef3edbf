import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { Input, OneOf, paging, Timestamp } from '../../schema/schema.ts';
import { listSearches as findSearchPage } from '../../store/prospects/search-history-store.ts';
import { defineRead } from '../definition/define-action.ts';

const SearchView = Type.Object({
  id: Type.String({ description: 'ID of the search.' }),
  kind: OneOf(['people', 'companies'] as const, { description: 'Type of search.' }),
  criteria: Type.Record(Type.String(), Type.Unknown(), { description: 'Criteria as given. Search again with them.' }),
  total: Type.Integer({ description: 'Number of results at the time.' }),
  searchedBy: Type.String({ description: 'Searcher: ID of a user, key, or client.' }),
  createdAt: Timestamp('When.'),
});

export const listSearches = defineRead({
  name: 'list_searches',
  title: 'List past searches',
  summary: 'List searches of the last 180 days, newest first.',
  description:
    'Lists the searches for people and companies of the last 180 days in this workspace, newest first, with ' +
    'their criteria and result counts. To repeat or refine one, pass its criteria to search_people or ' +
    'search_companies.',
  method: 'get',
  path: '/search/history',
  scope: 'search:read',
  input: Input(paging),
  output: Type.Array(SearchView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const found = await findSearchPage(ctx.workspaceId, request);
    const data = found.items.map(({ workspaceId: _workspaceId, words: _words, createdAt, ...search }) => ({
      ...search,
      createdAt: createdAt.toISOString(),
    }));
    return { data, page: ctx.pager.answer(input, request, found), summary: `${counted(data.length, 'search')}.` };
  },
});
