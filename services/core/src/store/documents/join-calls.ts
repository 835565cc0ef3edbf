import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as endOfTurn } from 'node:timers/promises';

interface Call<Item, Result> {
  item: Item;
  done: PromiseWithResolvers<Result>;
}

/** What goes out together belongs to nobody's transaction or request. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Makes one command of what is asked for a workspace at the same time: while one is under way, what comes meanwhile
 * becomes the next, `most` at a time. `run` returns a result for each item, in their order.
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
        // Awaited in there, as a query of mongoose begins when somebody waits for it.
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
