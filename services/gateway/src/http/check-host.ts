import type { RequestHandler } from 'express';
import { GatewayError } from '../errors/errors.ts';

/**
 * A foreign name in Host means DNS rebinding or a misconfigured proxy. X-Forwarded-Host counts only from trusted
 * proxies.
 */
export function checkHost(allowed: readonly string[]): RequestHandler {
  return (req, _res, next) => {
    if (!allowed.includes(req.host)) throw new GatewayError('forbidden', 'This host name is not served here.');
    next();
  };
}
