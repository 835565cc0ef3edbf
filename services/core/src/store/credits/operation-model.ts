import { defineModel, StoredSchema } from '../documents/define-model.ts';
import type { LedgerReason } from './ledger-store.ts';

/** Spending that calls an outside service: the credits held for it until it settles. */
export interface OperationDoc {
  _id: string;
  workspaceId: string;
  action: string;
  state: 'held' | 'done' | 'released';
  /** Credits held within a transaction. Written only by an earlier release. */
  held?: number;
  /** Held credits, and the part that was finally captured. */
  aside?: number;
  captured?: number;
  reason: LedgerReason;
  leaseUntil: Date;
  createdAt: Date;
}

export const OperationModel = defineModel<OperationDoc>(
  'Operation',
  'operations',
  new StoredSchema<OperationDoc>({
    workspaceId: String,
    action: String,
    state: String,
    held: Number,
    aside: Number,
    captured: Number,
    reason: Object,
    leaseUntil: Date,
    createdAt: Date,
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ leaseUntil: 1 }, { partialFilterExpression: { state: 'held' } }),
);
