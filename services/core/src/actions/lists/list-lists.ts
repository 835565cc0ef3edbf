import { Type } from 'typebox';
import { listKinds, listMemberTypes } from '../../domain/lists/list-fields.ts';
import { counted } from '../../domain/text/counted.ts';
import { Input, OneOf, paging } from '../../schema/schema.ts';
import { listLists as findListPage } from '../../store/lists/list-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { ListView, toListView } from './list-view.ts';

export const listLists = defineRead({
  name: 'list_lists',
  title: 'List lists',
  summary: 'List the lists of the workspace, newest first.',
  description:
    'Lists the lists of the workspace, newest first: name, kind (static or dynamic), member type, and member ' +
    'count. Use the ID (lst_…) as listId in list_contacts, enroll_contacts, or export_contacts.',
  method: 'get',
  path: '/lists',
  scope: 'lists:read',
  input: Input({
    kind: Type.Optional(OneOf(listKinds, { description: 'Only static or only dynamic lists.' })),
    memberType: Type.Optional(OneOf(listMemberTypes, { description: 'Only lists of contacts or of companies.' })),
    ...paging,
  }),
  output: Type.Array(ListView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const { kind, memberType } = input;
    const found = await findListPage(ctx.workspaceId, { kind, memberType }, request);
    const page = ctx.pager.answer(input, request, found);
    return {
      data: found.items.map((list) => toListView(list)),
      page,
      summary: `${counted(found.items.length, 'list')}.`,
    };
  },
});
