import { expect, test } from 'vitest';
import { loadContract } from '../../core-client/contract.ts';
import { missed } from '../../testing/missed-phrases.ts';
import { ActionSearch } from './action-search.ts';
import { heardPhrases } from './phrases-of.ts';

test('finds known requests among the first three results', () => {
  const search = new ActionSearch(new Map(loadContract().actions.map((action) => [action.name, action])));
  const misses = missed(heardPhrases, search);
  expect(misses.length / heardPhrases.length, misses.join('\n')).toBeLessThanOrEqual(0.02);
});
