import { Type } from 'typebox';
import { settableProperties } from '../../domain/fields/fields.ts';
import { listFields, listKinds, listMemberTypes } from '../../domain/lists/list-fields.ts';
import { refuseTakenName } from '../../engine/lists/require-list.ts';
import { AppError } from '../../errors/errors.ts';
import { Input, OneOf, Text } from '../../schema/schema.ts';
import { countLists, insertList, listsMax } from '../../store/lists/list-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { ListView, toCountedListView } from './list-view.ts';
import { requireFilter, SavedFilter } from './saved-filter.ts';

export const createList = defineWrite({
  name: 'create_list',
  title: 'Create a list',
  summary: 'Create a static or dynamic list.',
  description:
    'Creates a list of contacts, or of companies with memberType company. A static list has members that you ' +
    'add and remove (add_to_list). A dynamic list has a filter, as for list_contacts or list_companies, and ' +
    'contains all current matches. Names are unique in the ' +
    'workspace.',
  method: 'post',
  path: '/lists',
  scope: 'lists:write',
  effect: 'write',
  small: { change: 'lists', undo: 'delete_list removes it.' },
  input: Input({
    name: Text(100, 'Name, unique in the workspace.'),
    ...settableProperties(listFields),
    kind: Type.Optional(
      OneOf(listKinds, {
        default: 'static',
        description: 'static: members are added. dynamic: members match a filter.',
      }),
    ),
    memberType: Type.Optional(OneOf(listMemberTypes, { default: 'contact', description: 'Type of the members.' })),
    filter: Type.Optional(SavedFilter),
  }),
  output: ListView,
  statuses: [201],
  errors: ['already_exists', 'limit_reached'],
  example: { name: 'Fintech CTOs', kind: 'dynamic', filter: { emailStatus: 'valid', tag: 'fintech' } },

  async plan(input, ctx) {
    const { name, kind = 'static', memberType = 'contact', filter } = input;
    if (kind === 'dynamic' && filter === undefined)
      throw new AppError('validation_failed', 'A dynamic list needs a filter.', { field: 'filter' });
    if (kind === 'static' && filter !== undefined)
      throw new AppError('validation_failed', 'A static list has no filter. Set kind to dynamic.', { field: 'filter' });
    await requireFilter(memberType, filter, ctx);
    await refuseTakenName(name, ctx);
    if ((await countLists(ctx.workspaceId)) >= listsMax)
      throw new AppError('limit_reached', `A workspace has at most ${listsMax} lists.`);
    const changes = { kind, memberType, ...(filter && { filter }) };
    return {
      summary: `Would create the ${kind} list ${name}.`,
      effects: [{ op: 'create', type: 'list', label: name, changes }],
      skipped: [],
      warnings: [],
      state: undefined,
    };
  },

  async run(input, _plan, ctx) {
    const { name, kind = 'static', memberType = 'contact' } = input;
    const createdBy = ctx.actor.userId ?? ctx.actor.id;
    const list = await insertList(ctx.workspaceId, { ...input, kind, memberType, createdBy }, ctx.now());
    await ctx.emit('list.changed', list.id, { listId: list.id, change: 'created' });
    return { status: 201, data: await toCountedListView(list, ctx), summary: `Created the ${kind} list ${name}.` };
  },
});
