import { splitChanges } from '../../../domain/contacts/merge-records.ts';
import { findMerged, type MergedRecord } from '../../../store/erasure/merge-store.ts';
import type { ChangedOne } from '../../../store/events/changes/change-set-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import type { ChangedRecord, ChangeKind } from './change-kind.ts';

/** Merges into one record, and what undoing them today changes in it. */
export interface PlannedSplit {
  kept: ChangedRecord;
  merged: MergedRecord[];
  changes: object;
}

type Kind = ChangeKind<ChangedRecord>;

/** Plans undoing the merges into each record, by its ID. A string: the reason why they stay. Reads only. */
export async function planSplits(
  kind: Kind,
  changed: readonly ChangedOne[],
  ctx: ActionContext,
): Promise<Map<string, PlannedSplit | string>> {
  const { workspaceId } = ctx;
  if (changed.length === 0) return new Map();
  const keptIds = changed.map(({ recordId }) => recordId);
  const kept = new Map((await kind.find(workspaceId, keptIds)).map((record) => [record.id, record]));
  const found = await findMerged(
    workspaceId,
    changed.flatMap(({ delta }) => delta.mergedIds ?? []),
  );
  const merged = new Map(found.map((one) => [one.id, one]));
  const restorable = await kind.planRestore(found, ctx, new Set(keptIds));
  return new Map(
    changed.map(({ recordId, delta: { mergedIds = [] } }): [string, PlannedSplit | string] => {
      const own = mergedIds.flatMap((id) => merged.get(id) ?? []).filter(({ keptId }) => keptId === recordId);
      const record = kept.get(recordId);
      if (record === undefined || own.length < mergedIds.length) return [recordId, 'not_found'];
      const conflict = own.map(({ id }) => restorable.get(id)).find((each) => typeof each === 'string');
      const changes = changesOf(kind, record, own);
      if (changes === null) return [recordId, 'changed_since'];
      return [recordId, conflict ?? { kept: record, merged: own, changes }];
    }),
  );
}

/** Changes that revert the merges, the latest first. Null: the record has changed since. */
function changesOf({ fields }: Kind, record: ChangedRecord, merged: readonly MergedRecord[]): object | null {
  let changes: object = {};
  for (const each of merged.toReversed()) {
    const reverted = splitChanges(fields, { ...record, ...changes }, each);
    if (reverted === null) return null;
    changes = { ...changes, ...reverted };
  }
  return changes;
}

/** Merges records again whose merge was undone. Returns the kept one, or the reason why they stay apart. */
export async function mergeAgain(
  kind: Kind,
  { recordId, delta: { splitIds = [] } }: ChangedOne,
  ctx: ActionContext,
): Promise<ChangedRecord | string> {
  const found = new Map((await kind.find(ctx.workspaceId, [recordId, ...splitIds])).map((one) => [one.id, one]));
  let kept = found.get(recordId);
  if (kept === undefined || splitIds.some((id) => !found.has(id))) return 'not_found';
  for (const id of splitIds) kept = await kind.merge(kept, found.get(id)!, ctx);
  return kept;
}
