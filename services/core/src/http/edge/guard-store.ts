import type { Middleware } from 'koa';
import type { StoreWatch } from '../../store/documents/store-watch.ts';

/** No request waits for a store that hangs: it fails with 503 and Retry-After. */
export function guardStore(watch: Pick<StoreWatch, 'guard'>): Middleware {
  return (_ctx, next) => watch.guard(next);
}
