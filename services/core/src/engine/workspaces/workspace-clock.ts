import type { WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';

/** Current time for sending in a workspace. A sandbox can advance its clock. */
export function workspaceNow({ clockOffsetMs }: Pick<WorkspaceRecord, 'clockOffsetMs'>, now: Date): Date {
  return clockOffsetMs > 0 ? new Date(now.getTime() + clockOffsetMs) : now;
}
