import { type ApprovalState, approvalLifetimeMs } from '../../domain/approvals/approval-state.ts';
import type { Actor } from '../../domain/members/actor.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { findPage } from '../documents/find-page.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import {
  ApprovalModel,
  type ApprovalRecord,
  approvalSeal,
  type NewApproval,
  neverExpires,
  type ShownPlan,
  toApproval,
} from './approval-model.ts';

export { type ApprovalRecord, approvalSeal, neverExpires, type ShownPlan };

/** Matches the lifetime of a response stored under its Idempotency-Key. */
const keptAfterEndMs = 7 * 24 * 60 * 60_000;

export function newApprovalId(): string {
  return newId('apr');
}

/** Time at which an undecided approval and what it shows are removed. */
export function purgeTime(createdAt: Date): Date {
  return new Date(createdAt.getTime() + approvalLifetimeMs + keptAfterEndMs);
}

/** Fails with a duplicate key if the action is already pending under this Idempotency-Key. */
export async function insertApproval(id: string, approval: NewApproval): Promise<ApprovalRecord> {
  const isAboutHeld = approval.heldMessageIds !== undefined;
  const expiresAt = isAboutHeld ? neverExpires : new Date(approval.createdAt.getTime() + approvalLifetimeMs);
  const purge = isAboutHeld ? {} : { purgeAt: purgeTime(approval.createdAt) };
  const doc = { _id: id, ...approval, state: 'pending' as const, expiresAt, ...purge };
  await insertDocuments(ApprovalModel, [doc]);
  return toApproval(doc);
}

export async function findApproval(workspaceId: string, id: string): Promise<ApprovalRecord | null> {
  const found = await ApprovalModel.findOne({ workspaceId, _id: id }).lean();
  return found && toApproval(found);
}

export async function findApprovalByKey(
  workspaceId: string,
  action: string,
  idempotencyKey: string,
): Promise<ApprovalRecord | null> {
  const found = await ApprovalModel.findOne({ workspaceId, action, idempotencyKey }).lean();
  return found && toApproval(found);
}

export interface ApprovalFilter {
  isPending?: boolean;
}

export function listApprovals(
  workspaceId: string,
  { isPending }: ApprovalFilter,
  page: PageRequest,
  now: Date,
): Promise<PageResult<ApprovalRecord>> {
  const waiting = { state: { $in: ['pending', 'approved'] }, expiresAt: { $gt: now } };
  return findPage(ApprovalModel, { workspaceId, ...(isPending && waiting) }, page);
}

/** Time of the oldest request that waits for a decision. Undefined if none does. */
export async function findOldestWaiting(workspaceId: string, now: Date): Promise<Date | undefined> {
  const found = await ApprovalModel.findOne(
    { workspaceId, state: 'pending', expiresAt: { $gt: now } },
    { createdAt: 1 },
  )
    .sort({ _id: 1 })
    .lean<{ createdAt: Date }>();
  return found?.createdAt;
}

export function countWaiting(workspaceId: string, max: number, now: Date): Promise<number> {
  const waiting = { workspaceId, state: 'pending' as const, expiresAt: { $gt: now } };
  return ApprovalModel.countDocuments(waiting).limit(max).exec();
}

export interface ApprovalDecision {
  state: 'approved' | 'declined';
  decidedBy: Actor;
  /** Only for a declined one. */
  declineReason?: string;
}

/** Null if the approval is no longer open. An approved one can be claimed again; its Idempotency-Key makes it run once. */
export async function decideApproval(
  workspaceId: string,
  id: string,
  { state, decidedBy, declineReason }: ApprovalDecision,
  now: Date,
): Promise<ApprovalRecord | null> {
  const open: ApprovalState[] = state === 'approved' ? ['pending', 'approved'] : ['pending'];
  const found = await ApprovalModel.findOneAndUpdate(
    { workspaceId, _id: id, state: { $in: open }, expiresAt: { $gt: now } },
    {
      $set: {
        state,
        decidedBy,
        decidedAt: now,
        purgeAt: purgeTime(now),
        ...(declineReason && { declineReason }),
        ...(state === 'declined' && { input: '' }),
      },
    },
    { returnDocument: 'after' },
  ).lean();
  return found && toApproval(found);
}

/** The plan has changed: the approval shows the new one from now on. */
export async function noteShownPlan(workspaceId: string, id: string, shown: ShownPlan): Promise<void> {
  await ApprovalModel.updateOne({ workspaceId, _id: id, state: { $in: ['pending', 'approved'] } }, { $set: { shown } });
}

/** Returns false if the approval had already ended. */
export async function endApproval(
  workspaceId: string,
  id: string,
  state: 'executed' | 'failed',
  outcome: { summary: string; errorCode?: string },
): Promise<boolean> {
  const ended = await ApprovalModel.updateOne(
    { workspaceId, _id: id, state: 'approved' },
    { $set: { state, outcome, input: '' } },
  );
  return ended.modifiedCount === 1;
}

/** Nothing happened, so a person can review the approval and decide again. */
export async function reopenApproval(workspaceId: string, id: string): Promise<void> {
  await ApprovalModel.updateOne(
    { workspaceId, _id: id, state: 'approved' },
    { $set: { state: 'pending' }, $unset: { decidedBy: '', decidedAt: '' } },
  );
  const isAboutHeld = { workspaceId, _id: id, state: 'pending' as const, heldMessageIds: { $exists: true } };
  await ApprovalModel.updateOne(isAboutHeld, { $unset: { purgeAt: '' } });
}

/** Removes approvals that mention an erased record, and returns the IDs of those about held messages. */
export async function forgetApprovalsAbout(workspaceId: string, subjectId: string): Promise<string[]> {
  const about = { workspaceId, subjectIds: subjectId };
  const held = await ApprovalModel.find({ ...about, heldFor: { $exists: true } }, { _id: 1 }).lean();
  await ApprovalModel.deleteMany(about);
  return held.map(({ _id }) => _id);
}
