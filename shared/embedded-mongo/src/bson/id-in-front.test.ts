import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  deserialize,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson';
import { expect, test } from 'vitest';
import { idInFront } from './id-in-front.ts';

const values = [
  new Double(1),
  'text',
  { a: { b: 1 } },
  [1, 'two'],
  new Binary(Buffer.from('bytes')),
  new ObjectId(),
  true,
  new Date(0),
  null,
  new BSONRegExp('a', 'i'),
  new Code('x'),
  new Code('x', { y: 1 }),
  new BSONSymbol('s'),
  7,
  new Timestamp({ t: 1, i: 2 }),
  1n << 40n,
  Decimal128.fromString('1.50'),
  new MinKey(),
  new MaxKey(),
];

function bytesOf(document: object): Buffer {
  return Buffer.from(serialize(document));
}

test('passes over every type, and leaves it as it is', () => {
  const others = Object.fromEntries(values.map((value, at) => [`field${at}`, value]));
  for (const id of values) {
    const moved = idInFront(bytesOf({ ...others, _id: id, last: 1 }))!;
    expect(moved).toEqual(bytesOf({ _id: id, ...others, last: 1 }));
  }
});

test('keeps text that is not UTF-8', () => {
  const bytes = bytesOf({ text: 'abcd', _id: 1 });
  bytes[bytes.indexOf('abcd')] = 0xc3;
  const moved = idInFront(bytes)!;
  expect(moved.indexOf(Buffer.from([0xc3, ...Buffer.from('bcd')]))).toBeGreaterThan(0);
  expect(Object.keys(deserialize(moved, { validation: { utf8: false } }))).toEqual(['_id', 'text']);
});

test('is for one _id only', () => {
  expect(idInFront(bytesOf({ a: 1 }))).toBeUndefined();
  const twice = bytesOf({ _id: 1, _ie: 2 });
  twice[twice.indexOf('_ie') + 2] = 'd'.charCodeAt(0);
  expect(idInFront(twice)).toBeUndefined();
});
