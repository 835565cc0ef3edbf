import { Schema } from 'mongoose';
import { newId } from '../../domain/ids.ts';
import { AppError } from '../../errors.ts';
import { defineModel } from '../define-model.ts';
import { inTransaction } from '../transaction.ts';
import { holdCredits, type LedgerReason, settleHold } from './ledger-store.ts';

/** One spending that calls the outside world: what is held for it, until it is settled. */
interface OperationDoc {
  _id: string;
  workspaceId: string;
  action: string;
  state: 'held' | 'done' | 'released';
  held: number;
  reason: LedgerReason;
  leaseUntil: Date;
  createdAt: Date;
}

export type Operation = Omit<OperationDoc, '_id'> & { id: string };

const sweepBatchSize = 100;

const OperationModel = defineModel<OperationDoc>(
  'Operation',
  'operations',
  new Schema({
    workspaceId: { type: String, required: true },
    action: { type: String, required: true },
    state: { type: String, required: true },
    held: { type: Number, required: true },
    reason: { type: Object, required: true },
    leaseUntil: { type: Date, required: true },
    createdAt: { type: Date, required: true },
  })
    .index({ workspaceId: 1, _id: 1 })
    .index({ leaseUntil: 1 }, { partialFilterExpression: { state: 'held' } }),
);

export const newOperationId = (): string => newId('op');

/** Holds the credits and writes the operation down. Call inside a transaction. */
export const beginOperation = async (
  workspaceId: string,
  held: number,
  reason: LedgerReason,
  leaseMs: number,
  now: Date,
): Promise<void> => {
  if (held > 0) await holdCredits(workspaceId, held, reason, now);
  const leaseUntil = new Date(now.getTime() + leaseMs);
  await OperationModel.create([
    {
      _id: reason.operationId,
      workspaceId,
      action: reason.action,
      state: 'held',
      held,
      reason,
      leaseUntil,
      createdAt: now,
    },
  ]);
};

/** Captures what was delivered. Fails when the sweep has released the hold meanwhile. Call inside a transaction. */
export const finishOperation = async (
  workspaceId: string,
  operationId: string,
  captured: number,
  now: Date,
): Promise<void> => {
  await settle(workspaceId, operationId, 'done', captured, now);
};

/** Gives the hold back whole: the call failed or delivered nothing. */
export const releaseOperation = (workspaceId: string, operationId: string, now: Date): Promise<void> =>
  inTransaction(() => settle(workspaceId, operationId, 'released', 0, now));

const settle = async (
  workspaceId: string,
  operationId: string,
  state: 'done' | 'released',
  captured: number,
  now: Date,
) => {
  const operation = await OperationModel.findOneAndUpdate(
    { _id: operationId, workspaceId, state: 'held' },
    { $set: { state } },
  ).lean();
  if (operation === null)
    throw new AppError('unavailable', 'The operation took too long and was given up; nothing was charged. Try again.');
  if (operation.held > 0) await settleHold(workspaceId, operation.held, captured, operation.reason, now);
};

/** Gives back what an operation still holds; nothing when it holds nothing or was settled by another. */
export const releaseIfHeld = async (workspaceId: string, operationId: string, now: Date): Promise<void> => {
  const held = await OperationModel.findOne({ _id: operationId, workspaceId, state: 'held' }).lean();
  if (held !== null) await releaseOperation(workspaceId, operationId, now).catch(ignoreSettledElsewhere);
};

/** Releases what a crashed process left held: nothing was delivered, so nothing is charged. Returns how many. */
export const releaseAbandonedOperations = async (now: Date): Promise<number> => {
  const abandoned = await OperationModel.find({ state: 'held', leaseUntil: { $lt: now } })
    .limit(sweepBatchSize)
    .lean();
  for (const { workspaceId, _id } of abandoned) await releaseIfHeld(workspaceId, _id, now);
  return abandoned.length;
};

// Another instance's sweep, or the slow owner itself, was first.
const ignoreSettledElsewhere = (error: unknown): void => {
  if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
};
