import type { StoreWatch } from '@outbound/node-service/store/store-watch';
import type { RequestHandler } from 'express';
import { GatewayError } from '../errors/errors.ts';

/**
 * Requests fail with 503 and Retry-After while the store hangs, instead of hanging with it. A started stream continues.
 */
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
