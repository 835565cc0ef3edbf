import {
  addChangedRecords,
  type ChangedType,
  insertChangeSet,
} from '../../../store/events/changes/change-set-store.ts';
import type { ActionContext } from '../../context/action-context.ts';

export interface Merged {
  keptId: string;
  mergedIds: string[];
}

/** Records merges as a change set that can be undone, and returns its ID. Call in the transaction of the merges. */
export async function recordMerges(
  type: ChangedType,
  title: string,
  merges: readonly Merged[],
  { workspaceId, actor, now }: ActionContext,
): Promise<string> {
  const { id: changeSetId } = await insertChangeSet(workspaceId, { title, recordType: type, actor }, now());
  const changed = merges.map(({ keptId, mergedIds }) => ({ recordId: keptId, delta: { mergedIds } }));
  await addChangedRecords({ workspaceId, type, changeSetId }, changed, now());
  return changeSetId;
}

export function undoHint(changeSetId: string): string {
  return `undo_change ${changeSetId} reverts it.`;
}
