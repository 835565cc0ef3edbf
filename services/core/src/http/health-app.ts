import Koa from 'koa';
import { healthRoutes, metricsRoutes, type Readiness } from './health.ts';

/** Prometheus metrics, on a listener of their own. */
export function createMetricsApp(): Koa {
  const app = new Koa();
  app.use(metricsRoutes().routes());
  return app;
}

/** What a part without an API serves: its health. */
export function createHealthApp(readiness: Pick<Readiness, 'report'>): Koa {
  const app = new Koa();
  app.use(healthRoutes(readiness).routes());
  return app;
}
