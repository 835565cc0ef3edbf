import type { RequestHandler } from 'express';
import { GatewayError } from '../errors/errors.ts';
import type { StoreWatch } from '../store/store-watch.ts';

/** No request waits for a store that hangs: it fails with 503 and Retry-After. A stream that has begun goes on. */
export function guardStore(watch: Pick<StoreWatch, 'isHanging' | 'onHang'>): RequestHandler {
  return (_req, res, next) => {
    if (watch.isHanging) throw unavailable();
    const forget = watch.onHang(() => {
      if (!res.headersSent) next(unavailable());
    });
    res.once('close', forget);
    next();
  };
}

function unavailable(): GatewayError {
  const text = 'The store does not respond; repeat the request. What was confirmed is carried out once.';
  return new GatewayError('unavailable', text, { 'Retry-After': '2' });
}
