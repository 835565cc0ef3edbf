import type { Middleware } from 'koa';

/**
 * Between the parts that one launcher runs: a part that has written says so, the launcher passes it on, and the worker
 * looks at once. Where the parts run by themselves nothing is said, and the worker looks more often.
 */
const workMessage = 'work';
/** Many requests are one announcement. */
const gapMs = 400;
const reading = ['GET', 'HEAD', 'OPTIONS'];

/** Announces what a request may have left to do, when it has ended. */
export function announceWork(isAnnounced: boolean): Middleware {
  let isSaid = false;
  let isMore = false;
  const say = (): void => {
    isMore = isSaid;
    if (isSaid || !process.connected) return;
    process.send!(workMessage);
    isSaid = true;
    setTimeout(() => {
      isSaid = false;
      if (isMore) say();
    }, gapMs).unref();
  };
  return async (ctx, next) => {
    try {
      await next();
    } finally {
      if (isAnnounced && !reading.includes(ctx.method)) say();
    }
  };
}

/** Calls the listener whenever another part may have left something to do. */
export function onAnnouncedWork(listener: () => void): void {
  process.on('message', (message) => {
    if (message === workMessage) listener();
  });
  // The channel alone keeps no process alive.
  process.channel?.unref();
}
