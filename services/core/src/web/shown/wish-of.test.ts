import { expect, test } from 'vitest';
import { wishOf } from './wish-of.ts';

test('phrases a request as a request, not as a prediction', () => {
  expect(wishOf('Would launch “Autumn” to 3 people.')).toBe('Launch “Autumn” to 3 people.');
  expect(wishOf('Nothing would change.')).toBe('Nothing would change.');
});
