import mongoose from 'mongoose';

const DUPLICATE_KEY = 11000;
const duplicateRetriesMax = 3;

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === DUPLICATE_KEY;

/**
 * Runs `work` in one transaction (snapshot reads, majority writes); every Model operation inside takes part by itself.
 * `work` may run more than once: no effects outside the store in it. A unique index that another request filled in the
 * meantime is a conflict like any other: the work runs again and sees what is there now.
 */
export const inTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
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
