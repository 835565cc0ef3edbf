import { checkVersion } from '../../engine/context/check-version.ts';
import { emitRecordChanges } from '../../engine/context/emit-record-changes.ts';
import { countedEffects } from '../../engine/context/plan.ts';
import { requireList } from '../../engine/lists/require-list.ts';
import { Deleted } from '../../schema/record-parts.ts';
import { Id, Input } from '../../schema/schema.ts';
import { deleteList as removeList } from '../../store/lists/list-store.ts';
import { findMarked, removeMarks } from '../../store/lists/record-marks-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { startJob } from '../jobs/start-job.ts';

/** Up to this size, a list releases its members in the same transaction. Larger lists need a job. */
const atOnceMax = 1_000;

export const deleteList = defineWrite({
  name: 'delete_list',
  title: 'Delete a list',
  summary: 'Delete a list, but not its members.',
  description:
    'Deletes a list. Its members are kept as contacts or companies. With more than 1,000 members, a ' +
    'background job removes the list from them.',
  method: 'delete',
  path: '/lists/{listId}',
  scope: 'lists:write',
  effect: 'destroy',
  input: Input({ listId: Id('lst', 'The list.') }),
  output: Deleted,
  errors: ['not_found', 'version_conflict'],

  async plan({ listId }, ctx) {
    const list = await requireList(listId, ctx);
    checkVersion(ctx, list);
    const changes = { kind: list.kind, memberCount: list.memberCount };
    return {
      summary: `Would delete the list ${list.name}. Its members are kept.`,
      effects: [
        { op: 'delete', type: 'list', id: listId, label: list.name, changes },
        ...countedEffects('update', list.memberType, list.memberCount, { removedFromList: listId }),
      ],
      skipped: [],
      warnings: [],
      state: list,
    };
  },

  async run({ listId }, { state: list }, ctx) {
    const { workspaceId, now } = ctx;
    await removeList(workspaceId, listId);
    const members = await findMarked(workspaceId, list.memberType, 'listIds', listId, atOnceMax + 1);
    if (members.length > atOnceMax) {
      const input = { types: [list.memberType], field: 'listIds', from: listId };
      await startJob({ kind: 'move_marks', title: `Empty the deleted list ${list.name}`, input }, ctx);
    } else if (members.length > 0) {
      await removeMarks(workspaceId, list.memberType, members, 'listIds', [listId], now());
      await emitRecordChanges(list.memberType, members, ['listIds'], ctx);
    }
    await ctx.emit('list.changed', listId, { listId, change: 'deleted' });
    return { data: { id: listId, deleted: true }, summary: `Deleted the list ${list.name}.` };
  },
});
