import {
  keepsAll,
  keptSince,
  type RetentionKind,
  retentionKindNames,
} from '../../domain/workspaces/retention-kinds.ts';
import { countOld, removeOld } from '../../store/maintenance/retention-store.ts';
import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';

/** What is due of one kind in one workspace. */
export interface RetentionStep {
  workspaceId: string;
  kind: RetentionKind;
  days: number;
  /** Everything before is removed. */
  before: Date;
  count: number;
}

/** What the settings of a workspace would have removed now. Reads only. */
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

/** Removes what a step names, a part at a time; answers how many. */
export async function carryOutRetention({ workspaceId, kind, before }: RetentionStep): Promise<number> {
  let count = 0;
  for (;;) {
    const removed = await removeOld(workspaceId, kind, before, removedAtOnce);
    if (removed === 0) return count;
    count += removed;
  }
}
