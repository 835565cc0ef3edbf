import { expect, test } from 'vitest';
import { SeenKeys } from './seen-keys.ts';

test('finds every key that was seen, and few others', () => {
  const seen = new SeenKeys();
  const keys = Array.from({ length: 100_000 }, (_, index) => `5299${String(index).padStart(16, '0')}`);
  const early = keys.filter((key) => seen.add(key)).length;
  expect(early).toBeLessThan(300);
  expect(keys.every((key) => seen.add(key))).toBe(true);
});
