import { expect, test } from 'vitest';
import { sourceFiles } from './read-source.ts';

const root = new URL('../..', import.meta.url).pathname;
/** Keys of the search index, cut alike when they are written and read: a new rule would not find the stored ones. */
const indexKeys = [
  'domain/fields/search-words.ts',
  'domain/fields/custom-fields.ts',
  'store/migrations/3-custom-field-words.ts',
];
/** A limit of a text by its name; STYLE puts the unit last, so lists are cut by other names. */
const cutByUnits = /\.(?:slice|substring)\(0, \w*(?:length|text|message|excerpt|snippet|characters)max\)/i;

// Half a surrogate pair makes the whole response unreadable for strict JSON parsers (RFC 8259 section 8.2).
test('only cutText cuts text', () => {
  const cuts = sourceFiles(root, 'services')
    .filter(({ path }) => !/\.test\.ts$|\/testing\/|\/bench\//.test(path))
    .filter(({ path }) => !indexKeys.some((key) => path.endsWith(key)))
    .flatMap(({ path, text }) => (cutByUnits.test(text) ? [`${path}: ${cutByUnits.exec(text)![0]}`] : []));
  expect(cuts).toEqual([]);
});
