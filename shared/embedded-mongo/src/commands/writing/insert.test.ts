import { serialize } from 'bson';
import { expect, test } from 'vitest';
import { decodeDocument } from '../../bson/decode.ts';
import { storable } from './insert.ts';

test('stores a document as received, with its _id first', () => {
  const bytes = Buffer.from(serialize({ text: 'abcd', 5: true, _id: 1 }));
  bytes[bytes.indexOf('abcd')] = 0xc3;
  const stored = storable(decodeDocument(bytes), bytes).bytes;
  expect(stored.length).toBe(bytes.length);
  expect(stored.subarray(4, 13)).toEqual(Buffer.from(serialize({ _id: 1 })).subarray(4, 13));
  expect(stored.includes(Buffer.from([0xc3, ...Buffer.from('bcd')]))).toBe(true);
});
