import type { Middleware } from 'koa';
import { AppError } from '../../errors/errors.ts';
import type { RequestState } from '../request-state.ts';

interface Turns {
  running: number;
  waiting: (() => void)[];
}

/**
 * Limits the running and queued requests per workspace in this process. A busy workspace cannot take more than its
 * share of the event loop and store connections.
 */
export function takeTurns({
  runningMax,
  waitingMax,
}: {
  runningMax: number;
  waitingMax: number;
}): Middleware<RequestState> {
  const workspaces = new Map<string, Turns>();
  return async (ctx, next) => {
    const { id } = ctx.state.principal!.workspace;
    const turns = workspaces.get(id) ?? { running: 0, waiting: [] };
    workspaces.set(id, turns);
    if (turns.running < runningMax) turns.running += 1;
    else if (turns.waiting.length < waitingMax) await new Promise<void>((resolve) => turns.waiting.push(resolve));
    else {
      const message = `Too many requests of this workspace at once: ${runningMax} run and ${waitingMax} wait already.`;
      throw new AppError('rate_limited', message, { retryAfterSeconds: 1 });
    }
    try {
      await next();
    } finally {
      // The turn passes to the next in line. The count drops only if none is queued.
      const first = turns.waiting.shift();
      if (first) first();
      else turns.running -= 1;
      if (turns.running === 0) workspaces.delete(id);
    }
  };
}
