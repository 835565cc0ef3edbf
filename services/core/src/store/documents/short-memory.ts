import type { Schema } from 'mongoose';
import { afterCommit } from './transaction.ts';

/** The gateway caches for as long again, so that an end of authority takes effect everywhere within a second. */
const keptMs = 400;
const entriesMax = 10_000;

interface Entry {
  value: unknown;
  until: number;
}

/** Cached identity records: keys, memberships, workspaces. */
const entries = new Map<string, Entry>();
let generation = 0;

/**
 * Returns the result of `read`, at most 400 milliseconds old. Changes by this process apply to its next request, and changes
 * by other processes within that time. Missing records are read again each time.
 */
export async function rememberShortly<T>(id: string, read: () => Promise<T>): Promise<T> {
  const known = entries.get(id);
  if (known !== undefined && known.until > performance.now()) return known.value as T;
  const readIn = generation;
  const value = await read();
  // The value read can lack a change made in the meantime.
  if (!value || readIn !== generation) return value;
  if (entries.size >= entriesMax) entries.clear();
  entries.set(id, { value, until: performance.now() + keptMs });
  return value;
}

/** For schemas of cached records: each write through them clears the cache, and clears it again after the commit. */
export function forgetOnWrite(schema: Schema): void {
  schema.post(/^(save|insertMany|update|findOneAnd|replace|delete|bulkWrite)/, () => {
    forgetAll();
    afterCommit(forgetAll);
  });
}

function forgetAll(): void {
  generation += 1;
  entries.clear();
}
