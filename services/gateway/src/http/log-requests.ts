import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/** Polled every few seconds, by load balancers and other parts. */
const polledRoutes = new Set(['/healthz', '/readyz', '/internal/jwks']);

/** Logs one line per request, without query, headers, or bodies, because they carry secrets. */
export function logRequests(log: Logger, metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const { method, path } = req;
    res.once('close', () => {
      const ms = performance.now() - startedAt;
      const route = routeOf(path);
      metrics.requests.observe({ method, route, status: res.statusCode }, ms / 1_000);
      const level = res.statusCode >= 500 ? 'error' : polledRoutes.has(route) ? 'debug' : 'info';
      const isCut = !res.writableFinished && { isCut: true };
      log[level](
        { requestId: res.locals.requestId, method, route, status: res.statusCode, ms: Math.round(ms), ...isCut },
        'request',
      );
    });
    next();
  };
}

/** Merges all paths that contain IDs into one label. */
export function routeOf(path: string): string {
  const known = /^\/(mcp|healthz|readyz|metrics|internal\/\w+|oauth\/\w+|\.well-known\/[\w-]+)/.exec(path);
  return known?.[0] ?? 'other';
}
