import type { RequestHandler } from 'express';

/**
 * Set on every response; pages add their own Content-Security-Policy. Cross-Origin-Opener-Policy is not set: some
 * clients sign in in a pop-up window and need its opener at the end.
 */
export function securityHeaders(): RequestHandler {
  return (_req, res, next) => {
    res.set({
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
      'Cache-Control': 'no-store',
    });
    next();
  };
}
