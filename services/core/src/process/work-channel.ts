import type { Middleware } from 'koa';

/**
 * Channel between the parts of one launcher. A part that wrote something announces it, the launcher passes that on, and
 * the worker checks immediately. Without a launcher, there are no announcements, and the worker checks more often.
 */
const workMessage = 'work';
/** Many requests share one announcement. */
const gapMs = 400;
const reading = ['GET', 'HEAD', 'OPTIONS'];

/** Announces possible new work when a request ends. */
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

/** Calls the listener whenever another part may have created work. */
export function onAnnouncedWork(listener: () => void): void {
  process.on('message', (message) => {
    if (message === workMessage) listener();
  });
  // The channel alone must not keep the process alive.
  process.channel?.unref();
}
