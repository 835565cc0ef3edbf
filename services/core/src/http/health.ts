import Router from '@koa/router';
import { isStoreReady } from '../store/connect.ts';
import { metrics } from './metrics.ts';

/** /healthz: the process runs. /readyz: the store answers. /metrics: Prometheus text. */
export const healthRoutes = (): Router => {
  const router = new Router();
  router.get('/healthz', (ctx) => {
    ctx.body = { ok: true };
  });
  router.get('/readyz', async (ctx) => {
    const isReady = await isStoreReady();
    ctx.status = isReady ? 200 : 503;
    ctx.body = { ok: isReady };
  });
  router.get('/metrics', async (ctx) => {
    ctx.type = metrics.contentType;
    ctx.body = await metrics.metrics();
  });
  return router;
};
