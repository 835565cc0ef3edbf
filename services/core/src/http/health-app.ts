import type { Readiness } from '@outbound/node-service/http/readiness';
import Koa from 'koa';
import { healthRoutes, metricsRoutes } from './health.ts';

/** Serves Prometheus metrics on a separate listener. */
export function createMetricsApp(): Koa {
  const app = new Koa();
  app.use(metricsRoutes().routes());
  return app;
}

/** Serves the health of a part without an API. */
export function createHealthApp(readiness: Pick<Readiness, 'report'>): Koa {
  const app = new Koa();
  app.use(healthRoutes(readiness).routes());
  return app;
}
