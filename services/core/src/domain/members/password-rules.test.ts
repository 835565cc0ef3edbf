import { expect, test } from 'vitest';
import { passwordProblem } from './password-rules.ts';

test.each([
  'correct horse battery',
  'a long password',
  'xkTq94mzLp',
  'Bergsteigen-Morgen',
  'correct horse '.concat('x'.repeat(180)),
])('accepts %j, without requiring special characters', async (password) => {
  expect(await passwordProblem(password, 'ada@example.org')).toBeNull();
});

test.each([
  ['short', /at least 10/],
  ['x'.repeat(201), /at most 200/],
  ...['aaaaaaaaaaaa', 'Password123', 'password12', 'Qwertz!2026', 'adminadmin99', '1q2w3e4r5t6y', '1qaz2wsx3edc'].map(
    common,
  ),
  ...['abcdefghij', '0987654321', 'starwars123', 'Michael1987', 'P@ssw0rd123!', 'liverpool1', 'asdfghjkl;'].map(common),
  ...[
    'Willkommen1',
    'Passwort2026!',
    'Summer2024!',
    'outbound2026',
    'monkeymonkey',
    '1234qwer!@#$',
    'qwertyuiop'.repeat(20),
  ].map(common),
  ['ada.lovelace', /differ/],
  ['Ada.Lovelace1!', /differ/],
  ['Ada.Lovelace@example.org', /differ/],
] as [string, RegExp][])('rejects %j with a reason', async (password, reason) => {
  expect(await passwordProblem(password, 'ada.lovelace@example.org')).toMatch(reason);
});

function common(password: string): [string, RegExp] {
  return [password, /first that are tried/];
}

test('judges the longest password without a noticeable delay', async () => {
  await passwordProblem('correct horse battery', 'ada@example.org');
  const longest = 'correct horse battery staple and more of it '.repeat(9).slice(0, 200);
  const started = performance.now();
  expect(await passwordProblem(longest, 'ada@example.org')).toBeNull();
  expect(performance.now() - started).toBeLessThan(1_000);
});
