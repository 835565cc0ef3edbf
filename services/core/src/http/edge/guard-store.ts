import type { Middleware } from 'koa';
import type { GuardingStoreWatch } from '../../store/documents/guarding-store-watch.ts';

/** Fails requests with 503 and Retry-After while the store hangs, so that none waits for it. */
export function guardStore(watch: Pick<GuardingStoreWatch, 'guard'>): Middleware {
  return (_ctx, next) => watch.guard(next);
}
