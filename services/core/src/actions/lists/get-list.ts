import { counted } from '../../domain/text/counted.ts';
import { requireList } from '../../engine/lists/require-list.ts';
import { Id, Input } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';
import { dynamicMembersMax, ListView, toCountedListView } from './list-view.ts';

export const getList = defineRead({
  name: 'get_list',
  title: 'Get a list',
  summary: 'Get one list.',
  description:
    'Returns one list: name, kind, filter, and member count. Members of a dynamic list are counted up to ' +
    '10,000. For the members, use list_list_members.',
  method: 'get',
  path: '/lists/{listId}',
  scope: 'lists:read',
  input: Input({ listId: Id('lst', 'The list.') }),
  output: ListView,
  errors: ['not_found'],

  async run({ listId }, ctx) {
    const list = await requireList(listId, ctx);
    const data = await toCountedListView(list, ctx);
    const isCut = list.kind === 'dynamic' && data.memberCount === dynamicMembersMax;
    const members = isCut ? `${dynamicMembersMax} or more members` : counted(data.memberCount!, 'member');
    return { data, summary: `${list.name}: ${members}.` };
  },
});
