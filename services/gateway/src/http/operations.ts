import type { ReadinessReport } from '@outbound/node-service/http/readiness';
import { Router } from 'express';
import type { Metrics } from './metrics.ts';

export interface OperationsOptions {
  readiness: { report(): Promise<ReadinessReport> };
}

/** Health endpoints for the operator: alive and ready for traffic. */
export function operations({ readiness }: OperationsOptions): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ ok: true });
  });
  router.get('/readyz', async (_req, res) => {
    const report = await readiness.report();
    res
      .status(report.ok ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(report);
  });
  return router;
}

/** Serves Prometheus text on a separate listener. */
export function metricsRoutes(metrics: Metrics): Router {
  const router = Router();
  router.get('/metrics', async (_req, res) => {
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}
