import { SuppressionModel } from './suppression-store.ts';

/** Entries of people who said no cover these addresses too. A bounce says nothing about another address. */
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

/** Hard bounces of a mailbox since a time: it had a fault of its own by then. */
export async function proposeRemovals(workspaceId: string, mailboxId: string, since: Date): Promise<void> {
  await SuppressionModel.updateMany(
    { workspaceId, mailboxId, createdAt: { $gte: since }, reason: 'hard_bounce' },
    { $set: { isRemovalProposed: true } },
  );
}

export function countProposedRemovals(workspaceId: string, mailboxId: string): Promise<number> {
  return SuppressionModel.countDocuments({ workspaceId, mailboxId, isRemovalProposed: true });
}
