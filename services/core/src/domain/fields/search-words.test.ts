import { expect, test } from 'vitest';
import { searchQuery, searchWordsOf } from './search-words.ts';

test('stores words without accents and case, along with their prefixes', () => {
  const words = searchWordsOf('José', 'de la Peñaloza', undefined, 'X');
  expect(words.sort()).toEqual(['de', 'jo', 'jose', 'la', 'pe', 'pena', 'penaloza', 'x']);
});

test('starts with an equality match, then tests the rest of a longer word', () => {
  expect(searchQuery('José')).toEqual([{ op: 'eq', values: ['jose'] }]);
  expect(searchQuery('peñal')).toEqual([
    { op: 'eq', values: ['pena'] },
    { op: 'starts', text: 'penal' },
  ]);
  expect(searchQuery('.*(')).toEqual([]);
});

test('limits the number and length of words', () => {
  const words = searchWordsOf(Array.from({ length: 500 }, (_, index) => `word${index}`).join(' '), 'y'.repeat(500));
  expect(words.length).toBeLessThanOrEqual(120);
  expect(Math.max(...words.map((word) => word.length))).toBeLessThanOrEqual(32);
});
