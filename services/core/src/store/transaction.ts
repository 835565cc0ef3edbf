import mongoose from 'mongoose';
import { AppError } from '../errors.ts';

const DUPLICATE_KEY = 11000;
const duplicateRetriesMax = 3;
/** Transactions open at the same time in one process: more of them only conflict with each other more often. */
const openMax = 12;
/** Beyond this many that wait for their turn, a request is refused, to be repeated. */
const waitingMax = 2_000;

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === DUPLICATE_KEY;

let open = 0;
const waiting: (() => void)[] = [];

const enter = async (): Promise<void> => {
  if (open < openMax) {
    open += 1;
    return;
  }
  if (waiting.length >= waitingMax) throw new AppError('unavailable', 'The service is busy; repeat the request.');
  await new Promise<void>((resolve) => waiting.push(resolve));
};

// The place is handed on, so that whoever waits longest is next.
const leave = (): void => {
  const next = waiting.shift();
  if (next === undefined) open -= 1;
  else next();
};

/**
 * Runs `work` in one transaction (snapshot reads, majority writes); every Model operation inside takes part by itself.
 * `work` may run more than once: no effects outside the store in it. A unique index that another request filled in the
 * meantime is a conflict like any other: the work runs again and sees what is there now. Not to be nested.
 */
export const inTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
  await enter();
  try {
    return await withDuplicateRetries(work);
  } finally {
    leave();
  }
};

const withDuplicateRetries = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(work);
    } catch (error) {
      if (!isDuplicateKey(error) || attempt >= duplicateRetriesMax) throw error;
    }
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
