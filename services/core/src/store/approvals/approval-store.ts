import { type ApprovalState, approvalLifetimeMs } from '../../domain/approvals/approval-state.ts';
import type { Actor, Via } from '../../domain/members/actor.ts';
import { newId } from '../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { findPage } from '../documents/find-page.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { date, number, object, optional, string, stringOf, strings, withDefault } from '../documents/paths.ts';

/** Matches the lifetime of a response stored under its Idempotency-Key. */
const keptAfterEndMs = 7 * 24 * 60 * 60_000;

export type ApprovalDoc = DocOf<typeof ApprovalModel>;

export type ApprovalRecord = Omit<ApprovalDoc, '_id' | 'purgeAt'> & { id: string };
export type NewApproval = Omit<ApprovalRecord, 'id' | 'state' | 'decidedBy' | 'decidedAt' | 'outcome' | 'expiresAt'>;

export const ApprovalModel = defineModel(
  'Approval',
  'approvals',
  stored({
    workspaceId: string,
    /** Requesting key or connection. */
    connectionId: string,
    actor: object<Actor>(),
    via: stringOf<Via>(),
    scopes: strings,
    action: string,
    /** JSON input, sealed for this workspace. Empty once the approval ended. */
    input: withDefault(string, ''),
    inputDigest: string,
    idempotencyKey: string,
    previewId: optional(string),
    requestId: string,
    /** One-sentence description of the effect, taken from the plan. */
    summary: withDefault(string, ''),
    /** Reason a person must decide. */
    reason: withDefault(string, ''),
    credits: number,
    recipients: number,
    subjectIds: strings,
    state: stringOf<ApprovalState>(),
    /** The member who approved or declined. */
    decidedBy: optional(object<Actor>()),
    decidedAt: optional(date),
    /** Summary of the execution, or the reason it failed. */
    outcome: optional(object<{ summary: string; errorCode?: string }>()),
    createdAt: date,
    expiresAt: date,
    purgeAt: date,
  })
    .index({ workspaceId: 1, action: 1, idempotencyKey: 1 }, { unique: true })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, connectionId: 1, state: 1 })
    .index({ workspaceId: 1, subjectIds: 1 })
    .index({ purgeAt: 1 }, { expireAfterSeconds: 0 }),
);

export function newApprovalId(): string {
  return newId('apr');
}

/** Fails with a duplicate key if the action is already pending under this Idempotency-Key. */
export async function insertApproval(id: string, approval: NewApproval): Promise<ApprovalRecord> {
  const expiresAt = new Date(approval.createdAt.getTime() + approvalLifetimeMs);
  const purgeAt = new Date(expiresAt.getTime() + keptAfterEndMs);
  const doc = { _id: id, ...approval, state: 'pending' as const, expiresAt, purgeAt };
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

export function countWaiting(workspaceId: string, max: number, now: Date): Promise<number> {
  const waiting = { workspaceId, state: 'pending' as const, expiresAt: { $gt: now } };
  return ApprovalModel.countDocuments(waiting).limit(max).exec();
}

export interface ApprovalDecision {
  state: 'approved' | 'declined';
  decidedBy: Actor;
}

/** Null if the approval is no longer open. An approved one can be claimed again; its Idempotency-Key makes it run once. */
export async function decideApproval(
  workspaceId: string,
  id: string,
  { state, decidedBy }: ApprovalDecision,
  now: Date,
): Promise<ApprovalRecord | null> {
  const open: ApprovalState[] = state === 'approved' ? ['pending', 'approved'] : ['pending'];
  const found = await ApprovalModel.findOneAndUpdate(
    { workspaceId, _id: id, state: { $in: open }, expiresAt: { $gt: now } },
    { $set: { state, decidedBy, decidedAt: now, ...(state === 'declined' && { input: '' }) } },
    { returnDocument: 'after' },
  ).lean();
  return found && toApproval(found);
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
}

/** Removes approvals that mention an erased record. */
export async function forgetApprovalsAbout(workspaceId: string, subjectId: string): Promise<void> {
  await ApprovalModel.deleteMany({ workspaceId, subjectIds: subjectId });
}

export function toApproval({ _id, purgeAt: _purge, ...rest }: ApprovalDoc): ApprovalRecord {
  return { id: _id, ...rest };
}

export function approvalSeal(workspaceId: string, approvalId: string): string {
  return `approval ${workspaceId} ${approvalId}`;
}
