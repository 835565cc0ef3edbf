import { expect, test } from 'vitest';
import { generateApiKey, hashApiKey, isWellFormedApiKey, lastFourOf } from './api-key-format.ts';

test('generates keys with the documented shape and a valid checksum', () => {
  const key = generateApiKey();
  expect(key).toMatch(/^obk_live_[0-9A-Za-z]{38}$/);
  expect(isWellFormedApiKey(key)).toBe(true);
  expect(lastFourOf(key)).toBe(key.slice(-4));
});

test('generates different keys with different hashes', () => {
  expect(hashApiKey(generateApiKey())).not.toBe(hashApiKey(generateApiKey()));
  expect(hashApiKey('obk_live_x')).toMatch(/^[0-9a-f]{64}$/);
});

test('rejects a key with one changed character without querying the database', () => {
  const key = generateApiKey();
  for (let position = 'obk_live_'.length; position < key.length; position += 1) {
    const other = key[position] === 'a' ? 'b' : 'a';
    expect(isWellFormedApiKey(key.slice(0, position) + other + key.slice(position + 1))).toBe(false);
  }
});

test.each(['', 'obk_live_', 'obk_test_0000', `obk_live_${'0'.repeat(38)} `, 'a'.repeat(10_000)])(
  'rejects %j',
  (candidate) => {
    expect(isWellFormedApiKey(candidate)).toBe(false);
  },
);
