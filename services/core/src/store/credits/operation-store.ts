import { newId } from '../../domain/values/ids.ts';
import { AppError } from '../../errors/errors.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { serverNow } from '../documents/server-clock.ts';
import { inSharedTransaction } from '../documents/shared-transaction.ts';
import { inTransaction } from '../documents/transaction.ts';
import { clearAside, readBalance, readWholeBalance, setAside } from './balance-store.ts';
import { type LedgerReason, recordCapture, recordHold, recordSettled, settleHold } from './ledger-store.ts';
import { type OperationDoc, OperationModel } from './operation-model.ts';

export function newOperationId(): string {
  return newId('op');
}

/** Holds the credits and records the operation. Do not call inside a transaction. */
export async function beginOperation(
  workspaceId: string,
  credits: number,
  reason: LedgerReason,
  leaseMs: number,
  now: Date,
): Promise<void> {
  const { operationId: _id, action } = reason;
  const at = await serverNow();
  const leaseUntil = new Date(at.getTime() + leaseMs);
  const state = 'held' as const;
  const operation = { _id, workspaceId, action, state, aside: credits, reason, leaseUntil, createdAt: now };
  const balance = credits === 0 ? 0 : await setAside(workspaceId, { operationId: _id, credits, at });
  try {
    await inSharedTransaction(async () => {
      if (credits > 0) await recordHold(workspaceId, credits, balance, reason, now);
      await insertDocuments(OperationModel, [operation]);
    });
  } catch (error) {
    await clearAside(workspaceId, _id, credits).catch(() => {});
    throw error;
  }
}

/**
 * Holds credits for work without an outside call. `recordSpent` records the operation when it completes. Returns the
 * remaining balance. Do not call inside a transaction.
 */
export async function setCreditsAside(
  workspaceId: string,
  operationId: string,
  credits: number,
  request?: string,
): Promise<number> {
  const aside = { operationId, credits, at: await serverNow() };
  return setAside(workspaceId, request === undefined ? aside : { ...aside, request });
}

/**
 * Captures the delivered part of a hold and returns the balance. Call inside a transaction, and call `closeOperation`
 * after the commit.
 */
export async function recordSpent(
  workspaceId: string,
  { aside, captured, left }: { aside: number; captured: number; left: number },
  reason: LedgerReason,
  now: Date,
): Promise<number> {
  const { operationId: _id, action } = reason;
  const ended = { state: 'done' as const, aside, captured, leaseUntil: now, createdAt: now };
  await insertDocuments(OperationModel, [{ _id, workspaceId, action, reason, ...ended }]);
  const balance = left + aside - captured;
  if (captured > 0) await recordCapture(workspaceId, captured, balance, reason, now);
  return balance;
}

/**
 * Captures the delivered part and returns the balance. Fails if the sweep has released the hold. Call inside a
 * transaction, and call `closeOperation` after the commit.
 */
export function finishOperation(
  workspaceId: string,
  operationId: string,
  captured: number,
  subjectIds: string[],
  now: Date,
): Promise<number> {
  return settle(workspaceId, operationId, { state: 'done', captured }, now, subjectIds);
}

/** Result of an ended operation: the held credits, and the part captured. */
type Ended = Pick<OperationDoc, 'aside' | 'captured'>;

/**
 * Adjusts the balance to the committed operation. The sweep finishes this for processes that die first. The caller that
 * just ended the operation passes its result.
 */
export async function closeOperation(workspaceId: string, operationId: string, known?: Ended): Promise<void> {
  const stored = { _id: operationId, workspaceId, state: { $ne: 'held' as const } };
  const ended: Ended | null = known ?? (await OperationModel.findOne(stored).lean());
  if (ended?.aside) await clearAside(workspaceId, operationId, ended.aside - (ended.captured ?? 0));
}

/** Balance after every ended operation is closed, which always equals the sum of the ledger. */
export async function closedBalance(workspaceId: string): Promise<number> {
  const { balance, asides } = await readWholeBalance(workspaceId);
  const under = await OperationModel.find({ workspaceId, _id: { $in: asides.map(({ operationId }) => operationId) } })
    .limit(asides.length)
    .lean();
  const states = new Map(under.map((operation) => [operation._id, operation]));
  const returning = asides.map(({ operationId, credits }) => {
    const operation = states.get(operationId);
    return operation?.state === 'held' ? 0 : credits - (operation?.captured ?? 0);
  });
  return returning.reduce((sum, each) => sum + each, balance);
}

/** Releases the hold in full, because the call failed or delivered nothing. */
export async function releaseOperation(workspaceId: string, operationId: string, now: Date): Promise<void> {
  await inTransaction(() => settle(workspaceId, operationId, { state: 'released', captured: 0 }, now));
  await closeOperation(workspaceId, operationId);
}

async function settle(
  workspaceId: string,
  operationId: string,
  end: { state: 'done' | 'released'; captured: number },
  now: Date,
  subjectIds: string[] = [],
): Promise<number> {
  const operation = await OperationModel.findOneAndUpdate(
    { _id: operationId, workspaceId, state: 'held' },
    { $set: end },
  ).lean();
  if (operation === null) throw givenUp();
  const reason = { ...operation.reason, subjectIds };
  if (operation.held) return settleHold(workspaceId, operation.held, end.captured, reason, now);
  if (!operation.aside) return readBalance(workspaceId);
  const balance = await recordSettled(workspaceId, operation.aside, end.captured, reason, now);
  if (balance === null) throw givenUp();
  return balance;
}

function givenUp(): AppError {
  return new AppError('unavailable', 'The operation took too long and was given up; nothing was charged. Try again.');
}

/** Releases any remaining hold of an operation. Has no effect if nothing is held or another process settled it. */
export async function releaseIfHeld(workspaceId: string, operationId: string, now: Date): Promise<void> {
  const held = await OperationModel.findOne({ _id: operationId, workspaceId, state: 'held' }).lean();
  if (held !== null) await releaseOperation(workspaceId, operationId, now).catch(ignoreSettledElsewhere);
}

// Another instance's sweep, or the slow owner itself, settled first.
function ignoreSettledElsewhere(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
}
