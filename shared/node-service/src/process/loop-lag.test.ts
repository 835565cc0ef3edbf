import { setTimeout as wait } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { collectProcessMetrics } from './loop-lag.ts';

test('a blocked event loop appears in the metrics once', async () => {
  const registry = new Registry();
  collectProcessMetrics(registry, 'tried_');
  const lag = async (figure: string) => {
    const metric = await registry.getSingleMetric(`tried_nodejs_eventloop_lag_${figure}_seconds`)!.get();
    return metric.values[0]!.value;
  };
  // Longer than two intervals between checks.
  const until = performance.now() + 500;
  while (performance.now() < until);
  await wait(1);
  expect(await lag('p99')).toBeGreaterThan(0.2);
  expect(await lag('max')).toBeGreaterThan(0.2);
  expect(await lag('max')).toBe(0);
  expect(await registry.metrics()).toContain('tried_nodejs_eventloop_lag_seconds');
});
