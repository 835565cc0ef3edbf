import { expect, test } from 'vitest';
import { mergeMetrics } from './merge-metrics.ts';

test('describes each metric once and labels samples with their part', () => {
  const core = '# HELP up Whether.\n# TYPE up gauge\nup 1\n\n# HELP t_seconds Time.\n# TYPE t_seconds histogram\n';
  const merged = mergeMetrics({
    core: `${core}t_seconds_bucket{le="1",route="a b}"} 3\nt_seconds_sum 2\n`,
    worker: '# HELP up Whether.\n# TYPE up gauge\nup 0\n',
  });
  expect(merged).toBe(
    [
      '# HELP up Whether.',
      '# TYPE up gauge',
      'up{part="core"} 1',
      'up{part="worker"} 0',
      '',
      '# HELP t_seconds Time.',
      '# TYPE t_seconds histogram',
      't_seconds_bucket{le="1",route="a b}",part="core"} 3',
      't_seconds_sum{part="core"} 2',
      '',
    ].join('\n'),
  );
});
