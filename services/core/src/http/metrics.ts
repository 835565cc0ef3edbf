import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export const metrics = new Registry();

collectDefaultMetrics({ register: metrics, prefix: 'outbound_core_' });

export const requestDuration = new Histogram({
  name: 'outbound_core_request_seconds',
  help: 'Time to answer, by action and status.',
  labelNames: ['action', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});
