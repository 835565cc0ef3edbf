import { expect, test } from 'vitest';
import { footerLanguages, footerText, languageFor } from './footer.ts';

const url = 'https://outbound.example/u/token';
const parts = { postalAddress: 'Acme Ltd\n1 Road\nTown', unsubscribeUrl: url, wording: {} };

test.each(footerLanguages)('includes the sender and the unsubscribe link, in %s', (language) => {
  expect(footerText({ ...parts, language })).toMatch(
    /^\n\n-- \nAcme Ltd, 1 Road, Town\n\S.+: https:\/\/outbound\.example\/u\/token$/,
  );
});

test('has a different text in every language', () => {
  expect(new Set(footerLanguages.map((language) => footerText({ ...parts, language }))).size).toBe(8);
});

test('is empty without an address and an unsubscribe link', () => {
  expect(footerText({ ...parts, postalAddress: '', unsubscribeUrl: null, language: 'en' })).toBe('');
});

test('uses the workspace’s wording if there is one', () => {
  const wording = { de: 'Keine Post mehr?' };
  expect(footerText({ ...parts, wording, language: 'de' })).toContain(`\nKeine Post mehr? ${url}`);
  expect(footerText({ ...parts, wording, language: 'en' })).toContain('If you would rather not hear from me again:');
});

test.each([
  ['de-AT', 'Hello there', 'de'],
  ['FR', '', 'fr'],
  ['ja', 'Hello there', 'en'],
  [null, 'Guten Tag Frau Meier, ich habe gesehen, dass Sie eine neue Stelle haben, und wir suchen die beste.', 'de'],
  [null, 'Bonjour, nous avons vu que vous cherchez une solution pour votre équipe et les autres.', 'fr'],
  [null, 'Hi', 'en'],
])('language %s, text "%s": %s', (language, text, expected) => {
  expect(languageFor(language, text)).toBe(expected);
});
