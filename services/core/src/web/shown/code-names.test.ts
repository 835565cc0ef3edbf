import { expect, test } from 'vitest';
import { countryName, languageName } from './code-names.ts';

test('shows countries and languages by name, and keeps values that are not codes', () => {
  expect(['DE', 'Germany', 'ZZ', ''].map(countryName)).toEqual(['Germany', 'Germany', 'Unknown Region', '']);
  expect(['de', 'en-GB', 'klingon', ''].map(languageName)).toEqual(['German', 'British English', 'klingon', '']);
});
