import { expect, test } from 'vitest';
import { SnapshotError } from './snapshot.ts';
import { requireWindow } from './snapshot-window.ts';

const minuteSeconds = 60;

test('backs up a store that can be read within its snapshot window', () => {
  expect(() => requireWindow({ bytes: 1e9, bytesPerSecond: 10e6, windowSeconds: 5 * minuteSeconds })).not.toThrow();
});

test('rejects a store that takes too long before reading it, and suggests an alternative', () => {
  const attempt = () => requireWindow({ bytes: 40e9, bytesPerSecond: 20e6, windowSeconds: 5 * minuteSeconds });
  expect(attempt).toThrow(SnapshotError);
  expect(attempt).toThrow(/hold 40\.0 GB.*50 minutes.*snapshot for 5 minutes/);
  expect(attempt).toThrow('outbound restored --from TIME --journal FILE');
  expect(attempt).toThrow('minSnapshotHistoryWindowInSeconds: 3000');
});

test('accepts a longer snapshot window reported by the store', () => {
  expect(() => requireWindow({ bytes: 40e9, bytesPerSecond: 20e6, windowSeconds: 3_600 })).not.toThrow();
});
