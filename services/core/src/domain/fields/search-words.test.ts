import { expect, test } from 'vitest';
import { searchQuery, searchWordsOf } from './search-words.ts';

test('keeps words without accents and case, with their beginnings', () => {
  const words = searchWordsOf('José', 'de la Peñaloza', undefined, 'X');
  expect(words.sort()).toEqual(['de', 'jo', 'jose', 'la', 'pe', 'pena', 'penaloza', 'x']);
});

test('is led by an equality, and tests the rest of a longer word', () => {
  expect(searchQuery('José')).toEqual([{ searchWords: 'jose' }]);
  expect(searchQuery('peñal')).toEqual([{ searchWords: 'pena' }, { searchWords: { $regex: '^penal' } }]);
  expect(searchQuery('.*(')).toEqual([]);
});

test('keeps a bounded number of words of a bounded length', () => {
  const words = searchWordsOf(Array.from({ length: 500 }, (_, index) => `word${index}`).join(' '), 'y'.repeat(500));
  expect(words.length).toBeLessThanOrEqual(120);
  expect(Math.max(...words.map((word) => word.length))).toBeLessThanOrEqual(32);
});
