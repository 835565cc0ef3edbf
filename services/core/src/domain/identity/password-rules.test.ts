import { expect, test } from 'vitest';
import { passwordProblem } from './password-rules.ts';

test('accepts a long plain phrase, without asking for special characters', () => {
  expect(passwordProblem('correct horse battery', 'ada@example.org')).toBeNull();
});

test.each([
  ['short', /at least 10/],
  ['x'.repeat(201), /at most 200/],
  ['aaaaaaaaaaaa', /repeats/],
  ['Password123', /common/],
  ['ada.lovelace', /differ/],
  ['Ada.Lovelace@example.org', /differ/],
])('refuses %j and says why', (password, reason) => {
  expect(passwordProblem(password, 'ada.lovelace@example.org')).toMatch(reason);
});
