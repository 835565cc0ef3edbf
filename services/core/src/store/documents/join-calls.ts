import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as endOfTurn } from 'node:timers/promises';

interface Call<Item, Result> {
  item: Item;
  done: PromiseWithResolvers<Result>;
}

/** A combined command belongs to no single transaction or request. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Combines concurrent calls of a workspace into one command. Calls that arrive while one is running form the next, up
 * to `most` at a time. `run` returns a result for each item, in order.
 */
export function joinCalls<Item, Result>(
  run: (workspaceId: string, items: Item[]) => Promise<Result[]>,
  most: number,
): (workspaceId: string, item: Item) => Promise<Result> {
  const lines = new Map<string, Call<Item, Result>[]>();

  const work = async (workspaceId: string, line: Call<Item, Result>[]): Promise<void> => {
    lines.set(workspaceId, line);
    while (line.length > 0) {
      await endOfTurn();
      const calls = line.splice(0, most);
      try {
        // Awaits inside the snapshot, since a mongoose query starts only when awaited.
        const results = await outside(
          async () =>
            await run(
              workspaceId,
              calls.map(({ item }) => item),
            ),
        );
        for (const [at, { done }] of calls.entries()) done.resolve(results[at]!);
      } catch (error) {
        for (const { done } of calls) done.reject(error);
      }
    }
    lines.delete(workspaceId);
  };

  return (workspaceId, item) => {
    const call = { item, done: Promise.withResolvers<Result>() };
    const line = lines.get(workspaceId);
    if (line === undefined) void work(workspaceId, [call]);
    else line.push(call);
    return call.done.promise;
  };
}
