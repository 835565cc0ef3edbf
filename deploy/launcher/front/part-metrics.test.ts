import { expect, test } from 'vitest';
import { partMetrics } from './part-metrics.ts';

test('every part has both metrics, up only while it is ready', () => {
  const since = '2030-01-01T00:00:00Z';
  const text = partMetrics([
    { name: 'core', status: { state: 'ready', since }, restarts: 0 },
    { name: 'worker', status: { state: 'degraded', since }, restarts: 2 },
    { name: 'store', status: { state: 'down', since }, restarts: 0 },
  ]);
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
    'outbound_part_up{part="core"} 1',
    'outbound_part_up{part="worker"} 0',
    'outbound_part_up{part="store"} 0',
    'outbound_part_restarts_total{part="core"} 0',
    'outbound_part_restarts_total{part="worker"} 2',
    'outbound_part_restarts_total{part="store"} 0',
  ]);
});
