import {
  afterDelta,
  isEmptyDelta,
  type MarkDelta,
  type RecordDelta,
} from '../../../domain/contacts/changes/record-delta.ts';
import { addChangedRecords } from '../../../store/events/changes/change-set-store.ts';
import { changeMemberCount, findLists } from '../../../store/lists/list-store.ts';
import { ensureTags } from '../../../store/lists/tag-store.ts';
import { membersAmong } from '../../../store/members/membership-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { ChangedRecord, ChangeKind } from './change-kind.ts';

export interface RecordAndDelta {
  record: ChangedRecord;
  delta: RecordDelta;
}

/** Members of the record that the delta sets, for plans and for the store. */
export function changesOfDelta(record: ChangedRecord, delta: RecordDelta): object {
  const after = afterDelta(record, delta);
  const changed = Object.keys(delta).map((name) => [name, after[name as keyof typeof after]]);
  // Undoing the stage later keeps doNotContact.
  const isRefused = delta.stage?.after === 'do_not_contact' && !record.doNotContact;
  return { ...Object.fromEntries(changed), ...(isRefused && { doNotContact: true }) };
}

/** Applies changes to records and keeps the former values in a change set. Call in the transaction of a batch. */
export async function applyDeltas(
  kind: ChangeKind<ChangedRecord>,
  changes: readonly RecordAndDelta[],
  changeSetId: string,
  ctx: ActionContext,
): Promise<void> {
  const { workspaceId, now } = ctx;
  const changed = (await withoutGone(changes, workspaceId)).filter(({ delta }) => !isEmptyDelta(delta));
  const tags = [...new Set(changed.flatMap(({ delta }) => delta.tags?.added ?? []))];
  if (tags.length > 0) await ensureTags(workspaceId, tags, now());
  for (const { record, delta } of changed) await kind.apply(record, changesOfDelta(record, delta), ctx);
  for (const change of ['added', 'removed'] as const) await countMembers(changed, change, ctx);
  const kept = changed.map(({ record, delta }) => ({ recordId: record.id, delta }));
  await addChangedRecords({ workspaceId, type: kind.type, changeSetId }, kept, now());
}

/** A list that was deleted in the meantime gets no records, and a member who left gets none either. */
async function withoutGone(changes: readonly RecordAndDelta[], workspaceId: string): Promise<RecordAndDelta[]> {
  const listIds = [...new Set(changes.flatMap(({ delta }) => delta.listIds?.added ?? []))];
  const lists = new Set(listIds.length === 0 ? [] : (await findLists(workspaceId, listIds)).map(({ id }) => id));
  const owners = await membersAmong(workspaceId, [
    ...new Set(changes.flatMap(({ delta }) => delta.ownerId?.after ?? [])),
  ]);
  return changes.map(({ record, delta: { listIds: marks, ownerId, ...rest } }) => ({
    record,
    delta: { ...rest, ...existingMarks(marks, lists), ...existingOwner(ownerId, owners) },
  }));
}

function existingMarks(marks: MarkDelta | undefined, lists: ReadonlySet<string>): Pick<RecordDelta, 'listIds'> {
  if (marks === undefined) return {};
  const added = marks.added.filter((id) => lists.has(id));
  return added.length + marks.removed.length === 0 ? {} : { listIds: { added, removed: marks.removed } };
}

function existingOwner(owner: RecordDelta['ownerId'], members: ReadonlySet<string>): Pick<RecordDelta, 'ownerId'> {
  if (owner === undefined) return {};
  const after = owner.after !== null && members.has(owner.after) ? owner.after : null;
  return after === owner.before ? {} : { ownerId: { before: owner.before, after } };
}

async function countMembers(
  changed: readonly RecordAndDelta[],
  change: 'added' | 'removed',
  ctx: ActionContext,
): Promise<void> {
  const counts = new Map<string, number>();
  for (const listId of changed.flatMap(({ delta }) => delta.listIds?.[change] ?? []))
    counts.set(listId, (counts.get(listId) ?? 0) + 1);
  for (const [listId, count] of counts) {
    await changeMemberCount(ctx.workspaceId, [listId], change === 'added' ? count : -count);
    await ctx.emit('list.changed', listId, { listId, change: `members_${change}`, count });
  }
}
