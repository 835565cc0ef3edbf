import { expect, test } from 'vitest';
import { findForeignPlaceholders } from './foreign-placeholders.ts';
import { checkText } from './render-checks.ts';

test.each([
  'Hello {nachname}',
  'Hello [Last Name]',
  'Hello [surname|friend]',
  'Hello <last name>',
  'Hello *|LNAME|*',
  'Hello %LASTNAME%',
  'Hello %%Last Name%%',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of another product.
  'Hello ${lastName}',
  'Hello {!Lead.LastName}',
  'Hello <<apellido>>',
  'Hello [[Company]]',
  'Hello ::company::',
  'Hello ##FIRST_NAME##',
  'Hello «Firma»',
  'Hello <%= lead.first_name %>',
  'Hello {{{ first_name }}}',
  'Hello $first_name',
  '{Good morning|Good evening} Ada',
])('finds the placeholder of another product in "%s"', (text) => {
  expect(findForeignPlaceholders(text).certain).toHaveLength(1);
});

test.each([
  'See [1] and [sic], f(x) = {1, 2}, and 50% off or 20% more.',
  'Read [the guide](https://acme.example/guide) or write to <ada@acme.example>.',
  'std::vector::push_back, C#, F#, #sales, and 10:00::',
  'A JSON body: {"name": "Ada"}',
  'See https://acme.example/?firstName=Ada&last_name=x',
])('finds nothing in "%s"', (text) => {
  expect(findForeignPlaceholders(text)).toEqual({ certain: [], possible: [] });
});

test('warns about an unknown name in a form that ordinary text can contain', () => {
  expect(findForeignPlaceholders('The {weather} and [Pain Point]')).toEqual({
    certain: [],
    possible: ['{weather}', '[Pain Point]'],
  });
});

test.each(['Hi FIRSTNAME,', 'Hi -firstName-,', 'Hi @first_name,'])(
  'warns about the bare field name in "%s"',
  (text) => {
    expect(findForeignPlaceholders(text)).toEqual({ certain: [], possible: [text.slice(3, -1)] });
  },
);

test.each(['Hello ,\n\nwe met.', 'At  , they said.', 'Dear !', ', a question', 'the team ( ) at your side'])(
  'warns about the gap that an empty value leaves in "%s"',
  (bodyText) => {
    const problems = checkText({ subject: 'A question', bodyText });
    expect(problems).toContainEqual(expect.objectContaining({ kind: 'placeholder', severity: 'warning' }));
  },
);

test.each(['Bonjour !\n\nNous avons…', 'Hi Ada,\n\nfine.', 'Hi,\n\nfine.', 'It costs .5 or … more.'])(
  'sees no gap in "%s"',
  (bodyText) => {
    expect(checkText({ subject: 'A question', bodyText }).filter(({ kind }) => kind === 'placeholder')).toEqual([]);
  },
);
