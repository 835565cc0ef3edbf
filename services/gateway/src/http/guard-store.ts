import type { StoreWatch } from '@outbound/node-service/store/store-watch';
import type { RequestHandler } from 'express';
import { GatewayError } from '../errors/errors.ts';
import { storeAwayText } from '../store/store-away.ts';

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
  return new GatewayError('unavailable', storeAwayText, { 'Retry-After': '2' });
}
