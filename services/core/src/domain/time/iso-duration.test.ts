import { expect, test } from 'vitest';
import { durationMs } from './iso-duration.ts';

test.each([
  ['P3D', 259_200_000],
  ['PT90M', 5_400_000],
  ['P1W', 604_800_000],
  ['P1DT2H3M4S', 93_784_000],
  ['PT0S', 0],
])('reads %s', (text, ms) => {
  expect(durationMs(text)).toBe(ms);
});

test.each(['', 'P', 'PT', 'P1DT', '3 days', '-P1D', 'P1M', 'P1Y', 'P1.5D'])('rejects "%s"', (text) => {
  expect(durationMs(text)).toBeNull();
});
