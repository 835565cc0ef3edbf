import { expect, test } from 'vitest';
import { winnerOf } from './variant-winner.ts';

function variant(variantId: string, sent: number, answers: number) {
  return { variantId, sent, answers };
}

test.each([
  ['nothing to compare', [variant('A', 500, 100)], null],
  ['too few messages', [variant('A', 49, 30), variant('B', 500, 1)], null],
  ['no clear difference', [variant('A', 200, 20), variant('B', 200, 24)], null],
  ['a clear difference', [variant('A', 200, 10), variant('B', 200, 40)], 'B'],
  ['the best of three', [variant('A', 300, 60), variant('B', 300, 20), variant('C', 300, 18)], 'A'],
  ['two good ones', [variant('A', 300, 60), variant('B', 300, 58), variant('C', 300, 10)], null],
])('%s', (_what, variants, winner) => {
  expect(winnerOf(variants)?.variantId ?? null).toBe(winner);
});
