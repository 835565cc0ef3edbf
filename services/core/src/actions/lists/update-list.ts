import { Type } from 'typebox';
import { factChanges } from '../../domain/contacts/contact-changes.ts';
import { updatableProperties } from '../../domain/fields/fields.ts';
import { listFields } from '../../domain/lists/list-fields.ts';
import { checkVersion } from '../../engine/context/check-version.ts';
import { changesInWords, plannedUpdate } from '../../engine/context/planned-update.ts';
import { refuseTakenName, requireList } from '../../engine/lists/require-list.ts';
import { AppError } from '../../errors/errors.ts';
import { Id, Input, Nullable, Text } from '../../schema/schema.ts';
import { updateList as storeList } from '../../store/lists/list-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { ListView, toCountedListView } from './list-view.ts';
import { requireFilter, SavedFilter } from './saved-filter.ts';

export const updateList = defineWrite({
  name: 'update_list',
  title: 'Update a list',
  summary: 'Change the name, description, or filter of a list.',
  description:
    'Changes the given fields of a list and keeps the others. A null description clears it. Only dynamic ' +
    'lists have a filter. To change the members of a static list, use add_to_list and remove_from_list.',
  method: 'patch',
  path: '/lists/{listId}',
  scope: 'lists:write',
  effect: 'write',
  small: { change: 'lists', undo: 'update_list with the previous values.' },
  input: Input({
    listId: Id('lst', 'The list.'),
    name: Type.Optional(Text(100, 'New name.')),
    ...updatableProperties(listFields),
    description: Type.Optional(Nullable(Text(500, 'Purpose of the list. Null clears it.'))),
    filter: Type.Optional(SavedFilter),
  }),
  output: ListView,
  errors: ['not_found', 'already_exists', 'version_conflict'],

  async plan({ listId, ...wanted }, ctx) {
    const list = await requireList(listId, ctx);
    checkVersion(ctx, list);
    if (wanted.name !== undefined) await refuseTakenName(wanted.name, ctx, listId);
    if (wanted.filter !== undefined && list.kind === 'static')
      throw new AppError('validation_failed', 'A static list has no filter.', { field: 'filter' });
    await requireFilter(list.memberType, wanted.filter, ctx);
    const changes = factChanges(list, wanted);
    const isChanged = Object.keys(changes).length > 0;
    const update = plannedUpdate({ type: 'list', id: listId, label: list.name, before: list, changes });
    return {
      summary: isChanged ? `Would change the list ${list.name}: ${changesInWords(update)}.` : 'Would change nothing.',
      effects: isChanged ? [update] : [],
      skipped: [],
      warnings: [],
      state: { before: list, changes },
    };
  },

  async run({ listId }, { state: { before, changes } }, ctx) {
    if (Object.keys(changes).length === 0)
      return { data: await toCountedListView(before, ctx), summary: 'Nothing to change.' };
    const list = (await storeList(ctx.workspaceId, listId, changes, ctx.now())) ?? before;
    await ctx.emit('list.changed', listId, { listId, change: 'updated' });
    return { data: await toCountedListView(list, ctx), summary: `Changed the list ${list.name}.` };
  },
});
