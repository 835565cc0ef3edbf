import { expect, test } from 'vitest';
import { searchQuery, searchWordsOf } from './search-words.ts';

test('keeps words without accents and case, with their short beginnings', () => {
  expect(searchWordsOf('José', 'de la Peña', undefined, 'X')).toEqual([
    'jo',
    'jos',
    'jose',
    'de',
    'la',
    'pe',
    'pen',
    'pena',
    'x',
  ]);
});

test('asks for short words by equality and for longer ones by a range of the index', () => {
  expect(searchQuery('Jos peña')).toEqual([
    { searchWords: 'jos' },
    { searchWords: { $elemMatch: { $gte: 'pena', $lt: 'pena\uffff' } } },
  ]);
  expect(searchQuery('.*(')).toEqual([]);
});

test('keeps a bounded number of words of a bounded length', () => {
  const words = searchWordsOf(Array.from({ length: 500 }, (_, index) => `word${index}`).join(' '), 'y'.repeat(500));
  expect(words.length).toBeLessThanOrEqual(120);
  expect(Math.max(...words.map((word) => word.length))).toBeLessThanOrEqual(32);
});
