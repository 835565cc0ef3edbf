import { expect, test } from 'vitest';
import { type KnownBy, Mentions } from './mentions.ts';

const ada: KnownBy = {
  email: 'ada.lovelace@analytical.example',
  firstName: 'Ada',
  lastName: 'Lovelace',
  phones: ['+44 20 7946 0018'],
  linkedinUrl: 'https://www.linkedin.com/in/ada-lovelace-9',
  namesakeIds: ['con_2'],
};
const rene: KnownBy = { firstName: 'René', lastName: 'de la Cruz' };
const mentions = new Mentions([ada, rene]);

test.each([
  ['Ask Ada Lovelace. Ada knows.', 'Ask (erased) (erased). (erased) knows.'],
  ['LOVELACE, Ada: see above', '(erased), (erased): see above'],
  ['Ada King Lovelace', '(erased) King (erased)'],
  ['> write to Ada.Lovelace@Analytical.example,\n> says Ada', '> write to (erased),\n> says (erased)'],
  ['?to=ada.lovelace%40analytical.example&x', '?to=(erased)&x'],
  ['call +44 (20) 7946.0018 at noon', 'call (erased) at noon'],
  ['see https://www.linkedin.com/in/ada-lovelace-9/ now', 'see (erased)/ now'],
  ['{"firstName":"Ada","lastName":"Lovelace","n":1}', '{"firstName":"(erased)","lastName":"(erased)","n":1}'],
  ['Rene de la Cruz and René', '(erased) (erased) and (erased)'],
])('removes people from texts: %s', (text, left) => {
  expect(mentions.without(text)).toBe(left);
});

test.each([
  'Ada wrote it',
  'Mrs Lovelace',
  'Adam Lovelaces',
  'Ada Byron met Peter and Paul and Lovelace',
  'bada.lovelace@analytical.example',
  'order 4420794600189',
  '',
])('keeps texts that name no erased person: %s', (text) => {
  expect(mentions.without(text)).toBe(text);
});

test('keeps texts about a namesake, except for the email address', () => {
  expect(mentions.without('Dear Ada Lovelace', 'con_2')).toBe('Dear Ada Lovelace');
  expect(mentions.without('not ada.lovelace@analytical.example', 'con_2')).toBe('not (erased)');
});

test('handles adversarial text without slowing down', () => {
  const startedAt = performance.now();
  mentions.without(`${'Ada a '.repeat(20_000)} lovelace 4${'4 '.repeat(20_000)}`);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
