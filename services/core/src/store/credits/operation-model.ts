import { defineModel, StoredSchema } from '../documents/define-model.ts';
import type { LedgerReason } from './ledger-store.ts';

/** One spending that calls the outside world: what is held for it, until it is settled. */
export interface OperationDoc {
  _id: string;
  workspaceId: string;
  action: string;
  state: 'held' | 'done' | 'released';
  /** Credits that were held in a transaction: only an earlier release did so. */
  held?: number;
  /** Credits that were set aside, and what was captured of them in the end. */
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
