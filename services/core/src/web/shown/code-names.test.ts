import { expect, test } from 'vitest';
import { countryName, languageName } from './code-names.ts';

test('countries and languages stand by their names, and what is no code as it is', () => {
  expect(['DE', 'Germany', 'ZZ', ''].map(countryName)).toEqual(['Germany', 'Germany', 'Unknown Region', '']);
  expect(['de', 'en-GB', 'klingon', ''].map(languageName)).toEqual(['German', 'British English', 'klingon', '']);
});
