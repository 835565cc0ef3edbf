import { counted } from '../../domain/text/counted.ts';
import { emitRecordChanges } from '../../engine/context/emit-record-changes.ts';
import { MembersChanged, memberProperties, memberResults, planMembers } from '../../engine/lists/plan-members.ts';
import { requireList } from '../../engine/lists/require-list.ts';
import { Input } from '../../schema/schema.ts';
import { changeMemberCount } from '../../store/lists/list-store.ts';
import { removeMarks } from '../../store/lists/record-marks-store.ts';
import { defineWrite } from '../definition/define-action.ts';

export const removeFromList = defineWrite({
  name: 'remove_from_list',
  title: 'Remove from a list',
  summary: 'Remove contacts or companies from a static list.',
  description:
    'Removes up to 1,000 contacts (or companies) from a static list. The records themselves are kept. ' +
    'Non-members and unknown IDs are skipped and named. Dynamic lists are rejected: their filter decides.',
  method: 'post',
  path: '/lists/{listId}/members/remove',
  scope: 'lists:write',
  effect: 'write',
  small: { change: 'lists', undo: 'add_to_list with the same members.' },
  input: Input(memberProperties),
  output: MembersChanged,
  errors: ['not_found', 'invalid_state'],

  async plan({ listId, ...members }, ctx) {
    return planMembers(await requireList(listId, ctx), members, 'remove', ctx);
  },

  async run({ listId }, plan, ctx) {
    const { list, recordIds } = plan.state;
    const { workspaceId, now } = ctx;
    if (recordIds.length > 0) {
      await removeMarks(workspaceId, list.memberType, recordIds, 'listIds', [listId], now());
      await changeMemberCount(workspaceId, [listId], -recordIds.length);
      await emitRecordChanges(list.memberType, recordIds, ['listIds'], ctx);
      await ctx.emit('list.changed', listId, { listId, change: 'members_removed', count: recordIds.length });
    }
    const memberCount = list.memberCount - recordIds.length;
    return {
      data: { listId, memberCount, results: memberResults(plan) },
      summary: `Removed ${recordIds.length}; ${list.name} has ${counted(memberCount, 'member')}.`,
      subjectIds: [listId],
    };
  },
});
