import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';

const DUPLICATE_KEY = 11000;
const duplicateRetriesMax = 10;
const lockRetriesMax = 30;
/** More at once only get into each other's way: most of a workspace's transactions meet at its balance. */
const concurrentMax = 8;
const pauseStepMs = 10;
const pauseMaxMs = 300;

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === DUPLICATE_KEY;

// Engines on PostgreSQL end transactions that wait for each other, or too long, with errors of its own, which carry neither
// MongoDB's code 112 nor its label TransientTransactionError.
const isLockConflict = (error: unknown): boolean =>
  error instanceof Error && /^(deadlock detected|canceling statement due to lock timeout)/.test(error.message);

/**
 * Runs `work` in one transaction (snapshot reads, majority writes); every Model operation inside takes part by itself.
 * `work` may run more than once: no effects outside the store in it. A unique index that another request filled in the
 * meantime is a conflict like any other: the work runs again and sees what is there now.
 */
export const inTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTurn(() => once(work));
    } catch (error) {
      const attemptsMax = isLockConflict(error) ? lockRetriesMax : isDuplicateKey(error) ? duplicateRetriesMax : 0;
      if (attempt >= attemptsMax) throw error;
      await pause(Math.random() * Math.min(attempt * pauseStepMs, pauseMaxMs));
    }
  }
};

let running = 0;
const waiting: (() => void)[] = [];

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running < concurrentMax) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
};

const once = async <T>(work: () => Promise<T>): Promise<T> => {
  let result: T;
  await mongoose.connection.transaction(
    async () => {
      result = await work();
    },
    { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
  );
  return result!;
};
