import { expect, test } from 'vitest';
import { wishOf } from './wish-of.ts';

test('what was asked for stands as such, not as something that would be', () => {
  expect(wishOf('Would launch “Autumn” to 3 people.')).toBe('Launch “Autumn” to 3 people.');
  expect(wishOf('Nothing would change.')).toBe('Nothing would change.');
});
