import { deserialize, serialize } from 'bson';
import { expect, test } from 'vitest';
import { oneOfEachType } from '../../test/one-of-each-type.ts';
import { idInFront } from './id-in-front.ts';

function bytesOf(document: object): Buffer {
  return Buffer.from(serialize(document));
}

test('skips every type and leaves it unchanged', () => {
  for (const id of Object.values(oneOfEachType)) {
    const moved = idInFront(bytesOf({ ...oneOfEachType, _id: id, last: 1 }))!;
    expect(moved).toEqual(bytesOf({ _id: id, ...oneOfEachType, last: 1 }));
  }
});

test('keeps text that is not UTF-8', () => {
  const bytes = bytesOf({ text: 'abcd', _id: 1 });
  bytes[bytes.indexOf('abcd')] = 0xc3;
  const moved = idInFront(bytes)!;
  expect(moved.indexOf(Buffer.from([0xc3, ...Buffer.from('bcd')]))).toBeGreaterThan(0);
  expect(Object.keys(deserialize(moved, { validation: { utf8: false } }))).toEqual(['_id', 'text']);
});

test('requires exactly one _id', () => {
  expect(idInFront(bytesOf({ a: 1 }))).toBeUndefined();
  const twice = bytesOf({ _id: 1, _ie: 2 });
  twice[twice.indexOf('_ie') + 2] = 'd'.charCodeAt(0);
  expect(idInFront(twice)).toBeUndefined();
});
