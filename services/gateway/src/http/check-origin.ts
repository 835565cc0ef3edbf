import type { RequestHandler } from 'express';
import { GatewayError } from '../errors/errors.ts';

const exposedHeaders = 'WWW-Authenticate, Mcp-Protocol-Version, Mcp-Session-Id, Retry-After, X-Request-Id';
const preflightMaxAgeS = '600';

/**
 * Allows browsers only from listed origins. Callers without an Origin are not browsers. Preflights are answered here.
 */
export function checkOrigin(allowed: readonly string[]): RequestHandler {
  return (req, res, next) => {
    const origin = req.get('origin');
    if (origin === undefined) return next();
    if (!allowed.includes(origin)) throw new GatewayError('forbidden', 'This origin is not allowed.');
    res.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders }).vary('Origin');
    if (req.method !== 'OPTIONS') return next();
    res.set({
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': req.get('access-control-request-headers') ?? '',
      'Access-Control-Max-Age': preflightMaxAgeS,
    });
    res.status(204).end();
  };
}

/** Allows any origin, for endpoints that use no cookies (metadata, registration, token, revocation). */
export function allowAnyOrigin(methods: string): RequestHandler {
  return (req, res, next) => {
    res.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': exposedHeaders });
    if (req.method !== 'OPTIONS') return next();
    res.set({
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': req.get('access-control-request-headers') ?? '',
      'Access-Control-Max-Age': preflightMaxAgeS,
    });
    res.status(204).end();
  };
}
