import type { ApprovalState } from '../../domain/approvals/approval-state.ts';
import type { ManifestDifference } from '../../domain/approvals/manifest.ts';
import type { Actor, Via } from '../../domain/members/actor.ts';
import { defineModel, StoredSchema } from '../documents/define-model.ts';

export interface ApprovalDoc {
  _id: string;
  workspaceId: string;
  /** Requesting key or connection. */
  connectionId: string;
  actor: Actor;
  via: Via;
  scopes: string[];
  action: string;
  /** JSON input, sealed for this workspace. Empty once the approval ended. */
  input: string;
  inputDigest: string;
  idempotencyKey: string;
  previewId?: string;
  requestId: string;
  /** One-sentence description of the effect, taken from the plan. */
  summary: string;
  /** Reason a person must decide. */
  reason: string;
  credits: number;
  recipients: number;
  subjectIds: string[];
  state: ApprovalState;
  /** The member who approved or declined. */
  decidedBy?: Actor;
  decidedAt?: Date;
  /** Summary of the execution, or the reason it failed. */
  outcome?: { summary: string; errorCode?: string };
  /** The plan as it was shown, if it has a manifest. */
  shown?: ShownPlan;
  /** Approval that covered held messages before. Null if none did. Absent unless this one asks about held messages. */
  replaces?: string | null;
  heldMessageIds?: string[];
  /** Campaign of the held messages, or the one message. */
  heldFor?: string;
  differences?: ManifestDifference[];
  createdAt: Date;
  expiresAt: Date;
  /** Absent while it asks about held messages. */
  purgeAt?: Date;
}

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

export type ApprovalRecord = Omit<ApprovalDoc, '_id' | 'purgeAt'> & { id: string };
export type NewApproval = Omit<ApprovalRecord, 'id' | 'state' | 'decidedBy' | 'decidedAt' | 'outcome' | 'expiresAt'>;

export const ApprovalModel = defineModel<ApprovalDoc>(
  'Approval',
  'approvals',
  new StoredSchema<ApprovalDoc>({
    workspaceId: String,
    connectionId: String,
    actor: Object,
    via: String,
    scopes: [String],
    action: String,
    input: { type: String, default: '' },
    inputDigest: String,
    idempotencyKey: String,
    previewId: String,
    requestId: String,
    summary: String,
    reason: String,
    credits: Number,
    recipients: Number,
    subjectIds: [String],
    state: String,
    decidedBy: Object,
    decidedAt: Date,
    outcome: Object,
    shown: Object,
    replaces: String,
    heldMessageIds: { type: [String], default: undefined },
    heldFor: String,
    differences: { type: [Object], default: undefined },
    createdAt: Date,
    expiresAt: Date,
    purgeAt: Date,
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
