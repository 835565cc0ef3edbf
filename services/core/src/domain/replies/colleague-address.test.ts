import { expect, test } from 'vitest';
import { isColleague } from './colleague-address.ts';

const own = ['ada@acme.example', 'bob.acme@gmail.com'];

test.each([
  ['carl@acme.example', true],
  ['bob.acme@gmail.com', true],
  ['stranger@gmail.com', false],
  ['carl@sub.acme.example', false],
  ['carl@notacme.example', false],
])('%s is a colleague: %s', (address, expected) => {
  expect(isColleague(address, own)).toBe(expected);
});
