import type { ApprovalState } from '../../domain/approvals/approval-state.ts';
import type { ManifestDifference } from '../../domain/approvals/manifest.ts';
import type { Actor, Via } from '../../domain/members/actor.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import {
  date,
  nullable,
  number,
  object,
  objects,
  optional,
  string,
  stringOf,
  strings,
  withDefault,
} from '../documents/paths.ts';

/** Response of the dry run, and its price, as stored with a request. */
export interface ShownPlan {
  data: {
    dryRun: boolean;
    summary: string;
    effects: PlannedEffect[];
    effectCount: number;
    skipped: { id?: string; label: string; reason: string }[];
    skippedCount: number;
    warnings: string[];
    preview: unknown;
    recipients: number;
    differences: ManifestDifference[];
    planDigest: string;
  };
  cost: number;
}

interface PlannedEffect {
  op: string;
  type: string;
  id?: string;
  label: string;
  changes?: Record<string, unknown>;
  removed?: Record<string, unknown>;
}

/** Expiration of an approval that ends only with a decision or with its messages. */
export const neverExpires = new Date('9999-12-31T00:00:00Z');

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
    /** Why the member declined, for the requester. */
    declineReason: optional(string),
    /** Summary of the execution, or the reason it failed. */
    outcome: optional(object<{ summary: string; errorCode?: string }>()),
    /** The plan as it was shown, if it has a manifest. */
    shown: optional(object<ShownPlan>()),
    /** Approval that covered held messages before. Null if none did. Absent unless this one asks about held messages. */
    replaces: optional(nullable(string)),
    heldMessageIds: optional(strings),
    /** Campaign of the held messages, or the one message. */
    heldFor: optional(string),
    differences: optional(objects<ManifestDifference>()),
    createdAt: date,
    expiresAt: date,
    /** Absent while it asks about held messages. */
    purgeAt: optional(date),
  })
    .index({ workspaceId: 1, action: 1, idempotencyKey: 1 }, { unique: true })
    .index({ workspaceId: 1, _id: 1 })
    .index({ workspaceId: 1, connectionId: 1, state: 1 })
    .index({ workspaceId: 1, subjectIds: 1 })
    .index({ heldFor: 1, workspaceId: 1, state: 1 }, { partialFilterExpression: { heldFor: { $exists: true } } })
    .index({ purgeAt: 1 }, { expireAfterSeconds: 0 }),
);

export function toApproval({ _id, purgeAt: _purge, ...rest }: ApprovalDoc): ApprovalRecord {
  return { id: _id, ...rest };
}

export function approvalSeal(workspaceId: string, approvalId: string): string {
  return `approval ${workspaceId} ${approvalId}`;
}
