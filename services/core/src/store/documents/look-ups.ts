import type { Model } from 'mongoose';
import { joinCalls } from './join-calls.ts';
import { openTransaction } from './open-transaction.ts';

/** Look-ups with more keys than this run as separate commands. */
const keysMax = 20;
const callsMax = 100;

type Load<Found> = (workspaceId: string, keys: string[]) => Promise<Found[]>;

/**
 * Combines concurrent look-ups of a workspace into one command. Inside a transaction with a session, each runs as a
 * separate command.
 */
export function joinLookUps<Found>(load: Load<Found>, keysOf: (found: Found) => readonly string[]): Load<Found> {
  const join = joinCalls<string[], Found[]>(async (workspaceId, asked) => {
    const found = await load(workspaceId, [...new Set(asked.flat())]);
    return asked.map((keys) => found.filter((one) => keysOf(one).some((key) => keys.includes(key))));
  }, callsMax);

  return (workspaceId, keys) => {
    if (keys.length > keysMax || openTransaction()?.isShared === false) return load(workspaceId, keys);
    return join(workspaceId, keys);
  };
}

/** Combined look-ups of a workspace's documents by one field with unique values. */
export function joinLookUpsBy<Doc>(model: Model<Doc>, field: keyof Doc & string): Load<Doc> {
  return joinLookUps(
    (workspaceId, keys) =>
      model
        .find({ workspaceId, [field]: { $in: keys } })
        .limit(keys.length)
        .lean<Doc[]>(),
    (found) => [String(found[field])],
  );
}
