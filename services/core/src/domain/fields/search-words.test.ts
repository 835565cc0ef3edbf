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

test.each([
  ['Müller', 'mueller'],
  ['Mueller', 'müller'],
  ['Mueller', 'mueller'],
  ['Müller', 'muller'],
  ['Größmann', 'groessmann'],
  ['Søren Ångström', 'soeren aangstroem'],
  ['Aarhus', 'århus'],
  ["O'Brien", 'obrien'],
  ['D’Angelo', "d'angelo"],
  ['Meyer-Schulz', 'meyerschulz'],
  ['Meyer-Schulz', 'schulz'],
  ['Ji-woo', 'jiwo'],
])('%s is found by %s', (name, q) => {
  const words = searchWordsOf(name);
  for (const query of searchQuery(q))
    expect(words.some((word) => (query.op === 'eq' ? word === query.values[0] : word.startsWith(query.text)))).toBe(
      true,
    );
});

test('a spelling changes nothing but its own letters', () => {
  expect(searchWordsOf('Joe Doe').sort()).toEqual(['do', 'doe', 'jo', 'joe']);
  expect(searchQuery('joe')).toEqual([
    { op: 'eq', values: ['jo'] },
    { op: 'starts', text: 'joe' },
  ]);
});

test('limits the number and length of words', () => {
  const words = searchWordsOf(Array.from({ length: 500 }, (_, index) => `word${index}`).join(' '), 'y'.repeat(500));
  expect(words.length).toBeLessThanOrEqual(120);
  expect(Math.max(...words.map((word) => word.length))).toBeLessThanOrEqual(32);
});
