import type { Schema } from 'mongoose';
import { afterCommit } from './transaction.ts';

const keptMs = 1_000;
const entriesMax = 10_000;

interface Entry {
  value: unknown;
  until: number;
}

/** What was read to know who asks: keys, memberships, workspaces. */
const entries = new Map<string, Entry>();
let generation = 0;

/**
 * The result of `read`, at most a second old: a change made by this process shows with its next request, one made by
 * another within that second. What is not there is asked for each time.
 */
export async function rememberShortly<T>(id: string, read: () => Promise<T>): Promise<T> {
  const known = entries.get(id);
  if (known !== undefined && known.until > performance.now()) return known.value as T;
  const readIn = generation;
  const value = await read();
  // A change in between may be missing from what was read.
  if (!value || readIn !== generation) return value;
  if (entries.size >= entriesMax) entries.clear();
  entries.set(id, { value, until: performance.now() + keptMs });
  return value;
}

/** For the schemas of what is remembered: each write through them makes it forgotten, again once it is committed. */
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
