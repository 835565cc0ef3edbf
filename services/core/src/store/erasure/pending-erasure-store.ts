import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { date, string } from '../documents/paths.ts';
import { serverNow } from '../documents/server-clock.ts';

const leaseMs = 60_000;
const claimedMax = 500;

/** Erased person whom other people's records may still name. Deleted when those records have been searched. */
type PendingErasureDoc = DocOf<typeof PendingErasureModel>;

export type PendingErasure = Pick<PendingErasureDoc, 'workspaceId' | 'known'> & { contactId: string };

export const PendingErasureModel = defineModel(
  'PendingErasure',
  'pending_erasures',
  stored({
    /** ID of the contact. */
    _id: string,
    workspaceId: string,
    /** Sealed JSON with the person's known identifiers. */
    known: string,
    leaseUntil: date,
    createdAt: date,
  })
    .index({ workspaceId: 1, leaseUntil: 1 })
    .index({ leaseUntil: 1 }),
);

export function pendingErasureSeal(workspaceId: string, contactId: string): string {
  return `erasure ${workspaceId} ${contactId}`;
}

/** Call inside the transaction of the erasure. */
export async function addPendingErasure({ contactId, ...erasure }: PendingErasure, now: Date): Promise<void> {
  const document = { ...erasure, _id: contactId, leaseUntil: new Date(0), createdAt: now };
  await insertDocuments(PendingErasureModel, [document]);
}

/** Claims the pending erasures of one workspace that no other worker is processing. */
export async function claimPendingErasures(): Promise<PendingErasure[]> {
  const serverTime = await serverNow();
  const isFree = { leaseUntil: { $lte: serverTime } };
  const first = await PendingErasureModel.findOne(isFree).sort({ leaseUntil: 1 }).lean<PendingErasureDoc>();
  if (first === null) return [];
  const { workspaceId } = first;
  const found = await PendingErasureModel.find({ workspaceId, ...isFree })
    .limit(claimedMax)
    .lean<PendingErasureDoc[]>();
  const ids = found.map(({ _id }) => _id);
  const leaseUntil = new Date(serverTime.getTime() + leaseMs);
  await PendingErasureModel.updateMany({ workspaceId, _id: { $in: ids } }, { $set: { leaseUntil } });
  return found.map(({ _id, known }) => ({ contactId: _id, workspaceId, known }));
}

export async function endPendingErasures(workspaceId: string, contactIds: string[]): Promise<void> {
  await PendingErasureModel.deleteMany({ workspaceId, _id: { $in: contactIds } });
}

/** Makes them available for another search. */
export async function freePendingErasures(workspaceId: string, contactIds: string[]): Promise<void> {
  const free = { $set: { leaseUntil: new Date(0) } };
  await PendingErasureModel.updateMany({ workspaceId, _id: { $in: contactIds } }, free);
}
