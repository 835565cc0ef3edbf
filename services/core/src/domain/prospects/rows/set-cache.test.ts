import { expect, test } from 'vitest';
import { RowSet } from './row-set.ts';
import { SetCache } from './set-cache.ts';

test('keeps the sets that were used last, up to its size', () => {
  const cache = new SetCache(20_000);
  const set = RowSet.of([1]);
  for (const key of ['a', 'b']) cache.set(key, set);
  cache.get('a');
  cache.set('c', set);
  cache.set('none', null);
  expect(['a', 'b', 'c', 'none', 'other'].map((key) => cache.get(key))).toEqual([set, undefined, set, null, undefined]);
});
