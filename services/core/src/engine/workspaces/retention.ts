import {
  keepsAll,
  keptSince,
  type RetentionKind,
  retentionKindNames,
} from '../../domain/workspaces/retention-kinds.ts';
import { countOld, removeOld } from '../../store/maintenance/retention-store.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';

/** Expired records of one kind in one workspace. */
export interface RetentionStep {
  workspaceId: string;
  kind: RetentionKind;
  days: number;
  /** Records before this time are removed. */
  before: Date;
  count: number;
}

/** Records that a workspace's retention settings would remove now. Read-only. */
export async function planRetention(
  { id: workspaceId, settings }: Pick<WorkspaceRecord, 'id' | 'settings'>,
  now: Date,
): Promise<RetentionStep[]> {
  const steps: RetentionStep[] = [];
  for (const kind of retentionKindNames) {
    const days = (settings.retention ?? keepsAll)[kind];
    if (days === null) continue;
    const before = keptSince(days, now);
    const count = await countOld(workspaceId, kind, before);
    if (count > 0) steps.push({ workspaceId, kind, days, before, count });
  }
  return steps;
}

const removedAtOnce = 1_000;

/** Removes the records of a step in parts. Returns the number removed. */
export async function carryOutRetention({ workspaceId, kind, before }: RetentionStep): Promise<number> {
  let count = 0;
  for (;;) {
    const removed = await removeOld(workspaceId, kind, before, removedAtOnce);
    if (removed === 0) return count;
    count += removed;
  }
}
