import { expect, test } from 'vitest';
import { stackedBars } from './stacked-bars.ts';

const series = [
  { name: 'Interested', key: 'interested', hue: 'green' },
  { name: 'Others', key: 'others', hue: 'teal' },
] as const;

test('stacks the parts of each day, and lists the same numbers in the table', () => {
  const days = [
    { day: '2026-01-01', interested: 1, others: 3 },
    { day: '2026-01-02', interested: 0, others: 0 },
    { day: '2026-01-03', interested: 2, others: 0 },
  ];
  const chart = stackedBars('Replies', days, series);
  const [first, third, others] = chart.bars;
  expect(chart.bars).toHaveLength(3);
  expect(others!.x).toBe(first!.x);
  expect(others!.y + others!.height).toBeCloseTo(first!.y);
  expect(third!.height).toBeCloseTo(first!.height * 2);
  expect(chart.rows).toEqual([
    ['Jan 1', 1, 3],
    ['Jan 3', 2, 0],
  ]);
  expect(chart.series.map(({ total }) => total)).toEqual([3, 3]);
});

test('draws a chart without data as an empty chart with a numeric scale', () => {
  const chart = stackedBars('Sent', [{ day: '2026-01-01', sent: 0 }], [{ name: 'Sent', key: 'sent', hue: 'accent' }]);
  expect(chart.bars).toEqual([]);
  expect(chart.lines.every(({ y }) => Number.isFinite(y))).toBe(true);
});
