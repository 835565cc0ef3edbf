import { insertDocuments } from '../documents/insert-documents.ts';
import { serverNow } from '../documents/server-clock.ts';
import { unlessThere } from '../documents/transaction.ts';
import { findAsides, readWholeBalance } from './balance-store.ts';
import { OperationModel } from './operation-model.ts';
import { closeOperation, releaseIfHeld } from './operation-store.ts';

const sweepBatchSize = 100;
/**
 * Grace periods in milliseconds: from an operation's transaction to its balance update, and from a hold to its record.
 */
const closingMs = 10_000;
const beginningMs = 120_000;

/**
 * Returns the remaining credits of a dead request's operation, even if its hold was never recorded. If the request is
 * only slow, it finds the operation ended.
 */
export async function giveBackOperation(workspaceId: string, operationId: string, now: Date): Promise<void> {
  await releaseIfHeld(workspaceId, operationId, now);
  const { asides } = await readWholeBalance(workspaceId);
  const left = asides.find((aside) => aside.operationId === operationId);
  if (left === undefined) return;
  await refuseLater(workspaceId, operationId, left.credits, now);
  await closeOperation(workspaceId, operationId);
}

/**
 * Returns the credits held by an earlier attempt of the same request. That attempt is dead, or finds its operation
 * ended.
 */
export async function giveBackAttempts(workspaceId: string, request: string, now: Date): Promise<void> {
  const { asides } = await readWholeBalance(workspaceId);
  for (const aside of asides)
    if (aside.request === request) await giveBackOperation(workspaceId, aside.operationId, now);
}

/**
 * Releases credits held by a crashed process: nothing was delivered, so nothing is charged. Returns the number of
 * operations.
 */
export async function releaseAbandonedOperations(now: Date): Promise<number> {
  const abandoned = await OperationModel.find({ state: 'held', leaseUntil: { $lt: await serverNow() } })
    .limit(sweepBatchSize)
    .lean();
  for (const { workspaceId, _id } of abandoned) await releaseIfHeld(workspaceId, _id, now);
  return abandoned.length + (await clearLeftAsides(now));
}

/** Clears holds of operations that ended or were never recorded. */
async function clearLeftAsides(now: Date): Promise<number> {
  const at = (await serverNow()).getTime();
  const left = await findAsides(new Date(at - closingMs), sweepBatchSize);
  let count = 0;
  for (const { workspaceId, operationId, credits, at: since } of left) {
    const operation = await OperationModel.findOne({ _id: operationId, workspaceId }).lean();
    if (operation?.state === 'held' || (operation === null && since.getTime() > at - beginningMs)) continue;
    if (operation === null) await refuseLater(workspaceId, operationId, credits, now);
    await closeOperation(workspaceId, operationId);
    count += 1;
  }
  return count;
}

/**
 * Records an ended operation under the ID if none exists. A process that still tries to begin it fails on the unique
 * ID.
 */
async function refuseLater(workspaceId: string, operationId: string, aside: number, now: Date): Promise<void> {
  const action = 'sweep';
  const reason = { operationId, actor: { kind: 'system', id: action, name: action } as const, action };
  const ended = { state: 'released' as const, aside, captured: 0, leaseUntil: now, createdAt: now };
  await unlessThere(insertDocuments(OperationModel, [{ _id: operationId, workspaceId, action, reason, ...ended }]));
}
