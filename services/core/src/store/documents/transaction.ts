import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';
import { AppError } from '../../errors/errors.ts';
import { requireStillWanted } from './guarding-store-watch.ts';
import { OwnTransaction, openTransaction, runInTransaction } from './open-transaction.ts';

const duplicateKeyCode = 11000;
const duplicateRetriesMax = 3;
const lockRetriesMax = 20;
const pauseMaxMs = 100;
/** Maximum open transactions in one process. More would only increase conflicts. */
const openMax = 12;
/** Maximum number of queued transactions. Further requests are rejected as retryable. */
const waitingMax = 2_000;

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === duplicateKeyCode;
}

/** Awaits an insert that another writer can make concurrently, in which case theirs is kept. */
export async function unlessThere(insert: PromiseLike<unknown>): Promise<void> {
  try {
    await insert;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

// Engines on PostgreSQL end deadlocked or slow transactions with errors of their own, which have neither MongoDB's code
// 112 nor its label TransientTransactionError.
export function isLockConflict(error: unknown): boolean {
  return error instanceof Error && /^(deadlock detected|canceling statement due to lock timeout)/.test(error.message);
}

/** For claims outside of a transaction: returns null if another claim had the record locked. The loop tries again. */
export async function unlessLocked<T>(claim: () => Promise<T>): Promise<T | null> {
  try {
    return await claim();
  } catch (error) {
    if (isLockConflict(error)) return null;
    throw error;
  }
}

export const transactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
} as const;

let open = 0;
const waiting: (() => void)[] = [];

/** Waits for a free transaction slot. The caller must `leave` it. */
export async function enter(): Promise<void> {
  if (open < openMax) {
    open += 1;
    return;
  }
  if (waiting.length >= waitingMax) throw new AppError('unavailable', 'The service is busy; repeat the request.');
  await new Promise<void>((resolve) => waiting.push(resolve));
}

// Hands the slot over, so that the longest waiting caller is next.
export function leave(): void {
  const next = waiting.shift();
  if (next === undefined) open -= 1;
  else next();
}

/**
 * Runs `work` in one transaction (snapshot reads, majority writes). Every model operation inside takes part
 * automatically. `work` can run more than once, so it must have no effects outside the store. A duplicate key from a
 * concurrent request counts as a conflict: the work runs again and sees the new state. Do not nest.
 */
export async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  await enter();
  try {
    return await withRetries(work);
  } finally {
    leave();
  }
}

const lanes = new Map<string, Promise<unknown>>();

/**
 * Like `inTransaction`, but runs the transactions of one lane in sequence within this process. For transactions that
 * contend for one document (a workspace's balance): run concurrently, all but one would restart.
 */
export function inSerializedTransaction<T>(lane: string, work: () => Promise<T>): Promise<T> {
  const before = lanes.get(lane) ?? Promise.resolve();
  const run = before.then(() => inTransaction(work));
  const settled = run.catch(() => undefined);
  lanes.set(lane, settled);
  settled.then(() => {
    if (lanes.get(lane) === settled) lanes.delete(lane);
  });
  return run;
}

let conflicts = 0;

export function countConflict(): void {
  conflicts += 1;
}

/** Number of transaction restarts in this process since it started. */
export function storeConflicts(): number {
  return conflicts;
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(work);
    } catch (error) {
      const attemptsMax = isLockConflict(error) ? lockRetriesMax : isDuplicateKey(error) ? duplicateRetriesMax : 0;
      if (attempt >= attemptsMax) throw error;
      conflicts += 1;
      await pause(Math.random() * pauseMaxMs);
    }
  }
}

async function once<T>(work: () => Promise<T>): Promise<T> {
  let result: T;
  let attempt: OwnTransaction | undefined;
  await mongoose.connection.transaction(async (session) => {
    if (attempt !== undefined) conflicts += 1;
    const transaction = new OwnTransaction(session);
    attempt = transaction;
    try {
      result = await runInTransaction(transaction, work);
      await transaction.send();
    } finally {
      transaction.close();
    }
    requireStillWanted();
  }, transactionOptions);
  attempt?.committed();
  return result!;
}

/** Runs the work after the current transaction commits, or immediately outside of transactions. */
export function afterCommit(work: () => void): void {
  const transaction = openTransaction();
  if (transaction === undefined) work();
  else transaction.afterCommit(work);
}
