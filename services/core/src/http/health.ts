import Router from '@koa/router';
import type { Readiness } from '@outbound/node-service/http/readiness';
import { metrics } from './metrics.ts';

/** /healthz: the process runs. /readyz: it takes requests, and the store responds. */
export function healthRoutes(readiness: Pick<Readiness, 'report'>): Router {
  const router = new Router();
  router.get('/healthz', (ctx) => {
    ctx.body = { ok: true };
  });
  router.get('/readyz', async (ctx) => {
    const report = await readiness.report();
    ctx.status = report.ok ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = report;
  });
  return router;
}

/** Serves Prometheus text on a separate listener. */
export function metricsRoutes(): Router {
  const router = new Router();
  router.get('/metrics', async (ctx) => {
    ctx.type = metrics.contentType;
    ctx.body = await metrics.metrics();
  });
  return router;
}
