import { isUtf8 } from 'node:buffer';
import type { RequestHandler } from 'express';
import { GatewayError } from '../errors/errors.ts';

/** The endpoint keeps no streams and no sessions, so there is nothing to GET or DELETE. */
export function postJsonOnly(): RequestHandler {
  return (req, _res, next) => {
    if (req.method !== 'POST')
      throw new GatewayError('method_not_allowed', 'Only POST is served here.', { Allow: 'POST' });
    if (!req.is('application/json'))
      throw new GatewayError('unsupported_media_type', 'The body must be application/json.');
    next();
  };
}

/** JSON exchanged between programs is UTF-8 (RFC 8259 section 8.1). The parser would silently replace other bytes. */
export function requireUtf8(_req: unknown, _res: unknown, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw Object.assign(new Error('not UTF-8'), { type: 'entity.not.utf8' });
}
