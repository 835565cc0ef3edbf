import { Type } from 'typebox';
import { AppError } from '../../errors.ts';
import { updateList as storeList } from '../../store/crm/list-store.ts';
import { checkVersion } from '../check-version.ts';
import { defineWrite } from '../define-action.ts';
import { Id, Input, Nullable, Text } from '../schema.ts';
import { ListView, refuseTakenName, requireList, toListView } from './list-view.ts';
import { refuseForeignFilters, SavedFilter } from './saved-filter.ts';

export const updateList = defineWrite({
  name: 'update_list',
  title: 'Update a list',
  summary: 'Change name, description or filter of a list.',
  description:
    'Changes the given members of a list and leaves the others; description null removes it. A filter can be set on dynamic lists only. Members of static lists change with add_to_list and remove_from_list.',
  method: 'patch',
  path: '/lists/{listId}',
  scope: 'lists:write',
  effect: 'write',
  input: Input({
    listId: Id('lst', 'The list.'),
    name: Type.Optional(Text(100, 'New name.')),
    description: Type.Optional(Nullable(Text(500, 'What it is for; null removes it.'))),
    filter: Type.Optional(SavedFilter),
  }),
  output: ListView,
  errors: ['not_found', 'already_exists', 'version_conflict'],

  async plan({ listId, ...changes }, ctx) {
    const list = await requireList(listId, ctx);
    checkVersion(ctx, list);
    if (changes.name !== undefined) await refuseTakenName(changes.name, ctx, listId);
    if (changes.filter !== undefined && list.kind === 'static')
      throw new AppError('validation_failed', 'A static list has no filter.', { field: 'filter' });
    refuseForeignFilters(list.memberType, changes.filter);
    return {
      summary: `Would change the list ${list.name}.`,
      cost: 0,
      effects: [{ op: 'update', type: 'list', id: listId, label: list.name, changes }],
      skipped: [],
      warnings: [],
      state: list,
    };
  },

  async run({ listId, description, ...rest }, plan, ctx) {
    const changes = { ...rest, ...(description !== undefined && { description: description ?? undefined }) };
    const list = (await storeList(ctx.workspaceId, listId, changes, ctx.now())) ?? plan.state;
    await ctx.emit('list.changed', listId, { listId, change: 'updated' });
    return { data: toListView(list), summary: `Changed the list ${list.name}.` };
  },
});
