import { type ApprovalRecord, findApproval } from '../../store/approvals/approval-store.ts';
import { findWorkspace, type WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';

export type { ApprovalRecord };

/** Searches all of these workspaces, because an approval link does not name its workspace. */
export async function findApprovalIn(
  workspaceIds: readonly string[],
  approvalId: string,
): Promise<{ approval: ApprovalRecord; workspace: WorkspaceRecord } | null> {
  for (const workspaceId of workspaceIds) {
    const approval = await findApproval(workspaceId, approvalId);
    const workspace = approval && (await findWorkspace(workspaceId));
    if (approval && workspace) return { approval, workspace };
  }
  return null;
}
