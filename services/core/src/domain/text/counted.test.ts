import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test.each([
  [1, 'contact', '1 contact'],
  [0, 'contact', '0 contacts'],
  [2, 'company', '2 companies'],
  [1, 'reply', '1 reply'],
  [3, 'address', '3 addresses'],
  [5, 'day', '5 days'],
])('%i %s is %s', (count, noun, text) => {
  expect(counted(count, noun)).toBe(text);
});
