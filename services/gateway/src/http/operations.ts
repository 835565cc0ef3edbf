import { Router } from 'express';
import type { Metrics } from './metrics.ts';

export type OperationsOptions = { metrics: Metrics; isReady(): Promise<boolean> };

/** For the operator: alive, ready for traffic, numbers. */
export function operations({ metrics, isReady }: OperationsOptions): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ ok: true });
  });
  router.get('/readyz', async (_req, res) => {
    const ok = await isReady();
    res.status(ok ? 200 : 503).json({ ok });
  });
  router.get('/metrics', async (_req, res) => {
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}
