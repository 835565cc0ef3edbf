import { expect, test } from 'vitest';
import { TypingErrors } from './typing-errors.ts';

const errors = new TypingErrors(['stop', 'shop', 'remove', 'address', 'mails', 'please']);

test.each([
  ['stpo', 'stop'],
  ['plese remvoe my adress', 'please remove my address'],
  ['removve', 'remove'],
  ['addrezs', 'address'],
])('corrects "%s"', (typed, meant) => {
  expect(errors.mend(typed)).toBe(meant);
});

test.each([
  ['shop', 'a known word, though it is near another'],
  ['stap', 'a short word with another letter'],
  ['tsop', 'a word that begins with another letter'],
  ['mailbox', 'a word that is two letters off'],
])('keeps "%s": %s', (typed) => {
  expect(errors.mend(typed)).toBe(typed);
});
