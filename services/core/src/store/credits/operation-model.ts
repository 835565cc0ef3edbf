import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { date, number, object, optional, string, stringOf } from '../documents/paths.ts';
import type { LedgerReason } from './ledger-store.ts';

/** Spending that calls an outside service: the credits held for it until it settles. */
export type OperationDoc = DocOf<typeof OperationModel>;

export const OperationModel = defineModel(
  'Operation',
  'operations',
  stored({
    workspaceId: string,
    action: string,
    state: stringOf<'held' | 'done' | 'released'>(),
    /** Credits held within a transaction. Written only by an earlier release. */
    held: optional(number),
    /** Held credits, and the part that was finally captured. */
    aside: optional(number),
    captured: optional(number),
    reason: object<LedgerReason>(),
    leaseUntil: date,
    createdAt: date,
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ leaseUntil: 1 }, { partialFilterExpression: { state: 'held' } }),
);
