import { ApprovalModel, type ApprovalRecord, toApproval } from './approval-model.ts';
import { purgeTime } from './approval-store.ts';

/** The undecided request about the held messages of a campaign, or about one message. */
export async function findPendingHeld(workspaceId: string, heldFor: string): Promise<ApprovalRecord | null> {
  const found = await ApprovalModel.findOne({ heldFor, workspaceId, state: 'pending' }).lean();
  return found && toApproval(found);
}

export type PendingHeld = Pick<ApprovalRecord, 'id' | 'workspaceId' | 'action' | 'heldMessageIds'>;

type PendingHeldDoc = Omit<PendingHeld, 'id'> & { _id: string };

/** Undecided requests about held messages, over all workspaces. For the worker. */
export async function listPendingHeld(limit: number): Promise<PendingHeld[]> {
  const fields = { workspaceId: 1, action: 1, heldMessageIds: 1 };
  const found = await ApprovalModel.find({ heldFor: { $gt: '' }, state: 'pending' }, fields)
    .limit(limit)
    .lean<PendingHeldDoc[]>();
  return found.map(({ _id: id, ...rest }) => ({ id, ...rest }));
}

type Extended = Pick<
  ApprovalRecord,
  'input' | 'inputDigest' | 'summary' | 'recipients' | 'heldMessageIds' | 'differences' | 'subjectIds'
>;

/** More messages are held: the request asks about all of them. */
export async function extendHeld(workspaceId: string, id: string, changes: Extended): Promise<void> {
  const { input, inputDigest, summary, recipients, heldMessageIds, differences, subjectIds } = changes;
  const set = { input, inputDigest, summary, recipients, heldMessageIds, differences, subjectIds };
  await ApprovalModel.updateOne({ workspaceId, _id: id, state: 'pending' }, { $set: set });
}

/** Ends a request whose messages no longer need a decision. False if someone decided meanwhile. */
export async function endHeld(workspaceId: string, id: string, now: Date): Promise<boolean> {
  const { modifiedCount } = await ApprovalModel.updateOne(
    { workspaceId, _id: id, state: 'pending' },
    { $set: { state: 'cancelled', input: '', purgeAt: purgeTime(now) } },
  );
  return modifiedCount === 1;
}
