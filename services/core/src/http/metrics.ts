import { collectProcessMetrics } from '@outbound/node-service/process/loop-lag';
import { Counter, Histogram, Registry } from 'prom-client';
import { providerErrors } from '../providers/provider-request.ts';
import { storeConflicts } from '../store/documents/transaction.ts';

export const metrics = new Registry();

collectProcessMetrics(metrics, 'outbound_core_');

export const requestDuration = new Histogram({
  name: 'outbound_core_request_seconds',
  help: 'Time to answer, by action and status.',
  labelNames: ['action', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});

/** Reads counts kept elsewhere when metrics are requested. */
function addFaultCounters(registry: Registry): void {
  new Counter({
    name: 'outbound_provider_errors_total',
    help: 'Calls to providers that failed.',
    labelNames: ['provider'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [provider, count] of providerErrors()) this.inc({ provider }, count);
    },
  });
  new Counter({
    name: 'outbound_store_conflicts_total',
    help: 'Transactions that had to begin again.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(storeConflicts());
    },
  });
}

addFaultCounters(metrics);
