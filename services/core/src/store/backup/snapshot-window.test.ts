import { expect, test } from 'vitest';
import { SnapshotError } from './snapshot.ts';
import { requireWindow } from './snapshot-window.ts';

const minuteSeconds = 60;

test('a store that is read within the time of its snapshot is backed up', () => {
  expect(() => requireWindow({ bytes: 1e9, bytesPerSecond: 10e6, windowSeconds: 5 * minuteSeconds })).not.toThrow();
});

test('a store that takes longer is refused before it is read, with what to do instead', () => {
  const attempt = () => requireWindow({ bytes: 40e9, bytesPerSecond: 20e6, windowSeconds: 5 * minuteSeconds });
  expect(attempt).toThrow(SnapshotError);
  expect(attempt).toThrow(/hold 40\.0 GB.*50 minutes.*snapshot for 5 minutes/);
  expect(attempt).toThrow('outbound restored --from TIME --journal FILE');
  expect(attempt).toThrow('minSnapshotHistoryWindowInSeconds: 3000');
});

test('a longer window of the store is believed', () => {
  expect(() => requireWindow({ bytes: 40e9, bytesPerSecond: 20e6, windowSeconds: 3_600 })).not.toThrow();
});
