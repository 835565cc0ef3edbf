import { expect, test } from 'vitest';
import { blockRows, RowSet } from './row-set.ts';

const few = [0, 31, 32, 63, 64, 65_535, 65_536, 1_048_575];
const many = Array.from({ length: 9_000 }, (_, index) => index * 7);

test('holds the same rows after a round trip as lists and as bitmaps', () => {
  for (const positions of [[], few, many, [...many, 70_000]]) {
    const bytes = RowSet.of(positions).toBytes();
    expect([...RowSet.fromBytes(bytes).positions()]).toEqual(positions);
    // A buffer of the driver begins anywhere in its memory.
    const shifted = Buffer.concat([Buffer.from([1]), bytes]).subarray(1);
    expect([...RowSet.fromBytes(shifted).positions()]).toEqual(positions);
  }
  expect(RowSet.of(few).toBytes().byteLength).toBe(few.length * 2 + 3 * 4);
  expect(RowSet.of(many).toBytes().byteLength).toBe(blockRows / 8 + 4);
});

test('intersects, unites, subtracts, and counts like sets of numbers', () => {
  const [one, other] = [RowSet.of(few), RowSet.of([31, 64, 100, 200_000, 1_048_575])];
  expect([...one.copy().intersect(other).positions()]).toEqual([31, 64, 1_048_575]);
  expect([...one.copy().unite(other).positions()]).toEqual([
    0, 31, 32, 63, 64, 100, 65_535, 65_536, 200_000, 1_048_575,
  ]);
  expect([...one.copy().subtract(other).positions()]).toEqual([0, 32, 63, 65_535, 65_536]);
  expect([one.size, RowSet.of(many).size, one.has(32), one.has(33)]).toEqual([8, 9_000, true, false]);
  one.delete(32);
  expect(one.has(32)).toBe(false);
});
