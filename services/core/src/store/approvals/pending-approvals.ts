import { ApprovalModel, type ApprovalRecord, toApproval } from './approval-store.ts';

const cancelledAtOnceMax = 1_000;

/** Undecided approvals that the person requested, directly or through one of these keys. */
export async function listPendingApprovalsOf(
  workspaceId: string,
  userId: string,
  keyIds: string[],
): Promise<ApprovalRecord[]> {
  const requested = { $or: [{ 'actor.userId': userId }, { connectionId: { $in: keyIds } }] };
  const found = await ApprovalModel.find({ workspaceId, ...requested, state: 'pending' })
    .limit(cancelledAtOnceMax)
    .lean();
  return found.map(toApproval);
}

/** Cancels and returns undecided approvals. Call inside a transaction. */
export async function cancelApprovals(
  workspaceId: string,
  by: { connectionId: string } | { ids: string[] },
): Promise<ApprovalRecord[]> {
  const which = 'ids' in by ? { _id: { $in: by.ids } } : by;
  const found = await ApprovalModel.find({ workspaceId, ...which, state: 'pending' })
    .limit(cancelledAtOnceMax)
    .lean();
  await ApprovalModel.updateMany(
    { workspaceId, _id: { $in: found.map(({ _id }) => _id) }, state: 'pending' },
    { $set: { state: 'cancelled', input: '' } },
  );
  return found.map(toApproval);
}
