import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

const acceptableId = /^[\w.:-]{8,64}$/;

/**
 * Uses the caller's request ID if it is well formed, or a new one. The ID is passed to the core and written to the
 * logs.
 */
export function assignRequestId(): RequestHandler {
  return (req, res, next) => {
    const asked = req.get('x-request-id');
    res.locals.requestId = asked && acceptableId.test(asked) ? asked : `req_${randomUUID().replaceAll('-', '')}`;
    res.set('X-Request-Id', res.locals.requestId);
    next();
  };
}
