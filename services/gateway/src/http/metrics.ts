import { collectProcessMetrics } from '@outbound/node-service/process/loop-lag';
import { Counter, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** Prometheus metrics in their own registry, so that several apps fit into one process. */
export function createMetrics() {
  const registry = new Registry();
  collectProcessMetrics(registry);
  const requests = new Histogram({
    name: 'outbound_gateway_request_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const toolCalls = new Histogram({
    name: 'outbound_gateway_tool_seconds',
    help: 'Duration of tool calls.',
    labelNames: ['tool', 'outcome'],
    registers: [registry],
  });
  const limited = new Counter({
    name: 'outbound_gateway_rate_limited_total',
    help: 'Requests refused by a rate limit.',
    labelNames: ['by'],
    registers: [registry],
  });
  // Start at zero, because a rule about an increase ignores the first value of a series.
  for (const by of ['ip', 'principal', 'registration']) limited.inc({ by }, 0);
  return { registry, requests, toolCalls, limited };
}
