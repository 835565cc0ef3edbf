import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';

/** What time it is for the sending of a workspace: its sandbox may have moved its clock on. */
export function workspaceNow({ clockOffsetMs }: Pick<WorkspaceRecord, 'clockOffsetMs'>, now: Date): Date {
  return clockOffsetMs > 0 ? new Date(now.getTime() + clockOffsetMs) : now;
}
