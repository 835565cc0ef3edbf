import type { Model } from 'mongoose';
import { joinCalls } from './join-calls.ts';
import { openTransaction } from './open-transaction.ts';

/** More keys than this are a command of their own. */
const keysMax = 20;
const callsMax = 100;

type Load<Found> = (workspaceId: string, keys: string[]) => Promise<Found[]>;

/**
 * Makes one command of look-ups that a workspace waits for at the same time. Inside a transaction with a session each is a
 * command of its own.
 */
export function joinLookUps<Found>(load: Load<Found>, keyOf: (found: Found) => string): Load<Found> {
  const join = joinCalls<string[], Found[]>(async (workspaceId, asked) => {
    const found = await load(workspaceId, [...new Set(asked.flat())]);
    return asked.map((keys) => found.filter((one) => keys.includes(keyOf(one))));
  }, callsMax);

  return (workspaceId, keys) => {
    if (keys.length > keysMax || openTransaction()?.isShared === false) return load(workspaceId, keys);
    return join(workspaceId, keys);
  };
}

/** Joined look-ups of a workspace's documents by one field, whose values are single in it. */
export function joinLookUpsBy<Doc>(model: Model<Doc>, field: keyof Doc & string): Load<Doc> {
  return joinLookUps(
    (workspaceId, keys) =>
      model
        .find({ workspaceId, [field]: { $in: keys } })
        .limit(keys.length)
        .lean<Doc[]>(),
    (found) => String(found[field]),
  );
}
