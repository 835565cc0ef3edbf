import { SuppressionModel } from './suppression-store.ts';

/** Extends entries to these addresses too, except hard bounces, which have no meaning for another address. */
export async function extendSuppressions(workspaceId: string, digests: readonly string[]): Promise<void> {
  if (digests.length < 2) return;
  const wanted = [...digests];
  await SuppressionModel.updateMany(
    {
      workspaceId,
      kind: 'address',
      reason: { $ne: 'hard_bounce' },
      $or: [{ digest: { $in: wanted } }, { otherDigests: { $in: wanted } }],
    },
    { $addToSet: { otherDigests: { $each: wanted } } },
  );
}

/** Proposes removing a mailbox's hard bounces since a given time, because the mailbox already had a fault by then. */
export async function proposeRemovals(workspaceId: string, mailboxId: string, since: Date): Promise<void> {
  await SuppressionModel.updateMany(
    { workspaceId, mailboxId, createdAt: { $gte: since }, reason: 'hard_bounce' },
    { $set: { isRemovalProposed: true } },
  );
}

export function countProposedRemovals(workspaceId: string, mailboxId: string): Promise<number> {
  return SuppressionModel.countDocuments({ workspaceId, mailboxId, isRemovalProposed: true });
}
