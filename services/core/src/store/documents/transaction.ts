import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';
import { AppError } from '../../errors/errors.ts';
import { OwnTransaction, openTransaction, runInTransaction } from './open-transaction.ts';
import { requireStillWanted } from './store-watch.ts';

const duplicateKeyCode = 11000;
const duplicateRetriesMax = 3;
const lockRetriesMax = 20;
const pauseMaxMs = 100;
/** Transactions open at the same time in one process: more of them only conflict with each other more often. */
const openMax = 12;
/** Beyond this many that wait for their turn, a request is refused, to be repeated. */
const waitingMax = 2_000;

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === duplicateKeyCode;
}

/** Waits for an insert that somebody else may make at the same moment: then theirs is there. */
export async function unlessThere(insert: PromiseLike<unknown>): Promise<void> {
  try {
    await insert;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

// Engines on PostgreSQL end transactions that wait for each other, or too long, with errors of its own, which carry neither
// MongoDB's code 112 nor its label TransientTransactionError.
export function isLockConflict(error: unknown): boolean {
  return error instanceof Error && /^(deadlock detected|canceling statement due to lock timeout)/.test(error.message);
}

/** For claims outside of a transaction: null when another one was at the same record in that moment; the loop looks again. */
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

/** Waits for one of the places of open transactions; the caller has to `leave` it. */
export async function enter(): Promise<void> {
  if (open < openMax) {
    open += 1;
    return;
  }
  if (waiting.length >= waitingMax) throw new AppError('unavailable', 'The service is busy; repeat the request.');
  await new Promise<void>((resolve) => waiting.push(resolve));
}

// The place is handed on, so that the longest waiting one is next.
export function leave(): void {
  const next = waiting.shift();
  if (next === undefined) open -= 1;
  else next();
}

/**
 * Runs `work` in one transaction (snapshot reads, majority writes); every Model operation inside takes part by itself.
 * `work` may run more than once: no effects outside the store in it. A unique index that another request filled in the
 * meantime is a conflict like any other: the work runs again and sees what is there now. Not to be nested.
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
 * Like `inTransaction`, one after the other within this process for one lane. For transactions that are known to meet at
 * one document (a workspace's balance): running them side by side would only let all but one start again.
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

/** How often a transaction of this process had to begin again, since it started. */
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

/** Does it when the transaction under way is committed; at once where there is none. */
export function afterCommit(work: () => void): void {
  const transaction = openTransaction();
  if (transaction === undefined) work();
  else transaction.afterCommit(work);
}
