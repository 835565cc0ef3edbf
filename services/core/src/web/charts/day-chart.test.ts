import { expect, test } from 'vitest';
import { dayChart } from './day-chart.ts';

const days = ['2026-01-01', '2026-01-02', '2026-01-03'];

test('draws a bar for each day with data, links it, and lists the same numbers in the table', () => {
  const chart = dayChart({
    days,
    bars: { name: 'Sent', values: [4, 0, 8], hue: 'accent', hrefOf: (day) => `/app/messages?day=${day}` },
    line: { name: 'Replied', values: [1, 0, 2], hue: 'teal' },
  });
  const [first, third] = chart.bars;
  expect(chart.bars).toHaveLength(2);
  expect(third!.height).toBeCloseTo(first!.height * 2);
  expect(third).toMatchObject({ href: '/app/messages?day=2026-01-03', text: 'Jan 3: 8 sent' });
  expect(chart.rows).toEqual([
    ['Jan 1', 4, 1],
    ['Jan 3', 8, 2],
  ]);
  expect(chart.line).toHaveLength(2);
  expect(chart.isEnough).toBe(true);
});

test('names each series at its end, without overlaps', () => {
  const values = [5, 5, 5];
  const { ends } = dayChart({
    days,
    bars: { name: 'Sent', values, hue: 'accent' },
    line: { name: 'Replied', values, hue: 'teal' },
    before: values,
  });
  const places = ends.map(({ y }) => y).toSorted((a, b) => a - b);
  expect(ends).toHaveLength(3);
  for (const [index, place] of places.slice(1).entries()) expect(place - places[index]!).toBeGreaterThanOrEqual(14);
  expect(places[0]).toBeGreaterThan(0);
});

test('a period without data has a scale and no bars; one day is not enough', () => {
  const empty = dayChart({ days, bars: { name: 'Sent', values: [0, 0, 0], hue: 'accent' } });
  expect(empty).toMatchObject({ bars: [], rows: [], isEnough: false });
  expect(empty.ticks.every(({ y }) => Number.isFinite(y))).toBe(true);
  expect(dayChart({ days, bars: { name: 'Sent', values: [0, 3, 0], hue: 'accent' } }).isEnough).toBe(false);
});
