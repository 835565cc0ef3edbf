import { Binary, BSONRegExp, Code, Decimal128, Double, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareValues } from './compare.ts';
import { decodeDocument } from './decode.ts';
import { encodeDocument } from './encode.ts';
import { afterPrefix, encodeCompound, encodeValue } from './key-encoding.ts';
import type { Value } from './values.ts';

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: -40, max: 40 }))
  .map(([digits, exponent]) => Decimal128.fromString(`${digits}E${exponent}`));

const number = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.double(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.integer({ min: -5, max: 5 }).map((value) => new Double(value)),
  fc.constantFrom(2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 2 ** 53, 0, -0, 5e-324),
  decimal,
  fc.constantFrom('0.1', '1.0', 'NaN', 'Infinity', '-Infinity', '1E+400', '-1E-400').map(Decimal128.fromString),
) as fc.Arbitrary<Value>;

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'a', 'a\0', 'a\0b', '\uffff', '😀'));

const scalar = fc.oneof(
  { weight: 5, arbitrary: number },
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom<Value>(null, true, false, new MinKey(), new MaxKey()) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }) },
  { weight: 1, arbitrary: fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 4 }).map((bytes) => new Binary(bytes, bytes.length % 3)) },
  { weight: 1, arbitrary: fc.nat().map((i) => new Timestamp({ t: i % 3, i })) },
  { weight: 1, arbitrary: fc.constantFrom(new BSONRegExp('a'), new BSONRegExp('a', 'i'), new Code('f')) },
) as fc.Arbitrary<Value>;

const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) as fc.Arbitrary<Value> },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'ab', 'c'), tie('value'), {
        maxKeys: 3,
        noNullPrototype: true,
      }) as fc.Arbitrary<Value>,
    },
  ),
}));

const runs = { numRuns: 2_000, seed: 7 };

describe('encoded keys', () => {
  test('sort like the values', () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        const order = Math.sign(Buffer.compare(encodeValue(left), encodeValue(right)));
        expect(order).toBe(Math.sign(compareValues(left, right)));
      }),
      runs,
    );
  });

  test('sort numbers of all types by exact value', () => {
    fc.assert(
      fc.property(number, number, (left, right) => {
        const order = Math.sign(Buffer.compare(encodeValue(left), encodeValue(right)));
        expect(order).toBe(Math.sign(compareValues(left, right)));
      }),
      runs,
    );
  });

  test('sort in the directions of a compound index', () => {
    fc.assert(
      fc.property(value, value, value, value, (a, b, c, d) => {
        const order = Buffer.compare(encodeCompound([a, b], [1, -1]), encodeCompound([c, d], [1, -1]));
        expect(Math.sign(order)).toBe(Math.sign(compareValues(a, c) || -compareValues(b, d)));
      }),
      runs,
    );
  });

  test('are no prefix of a greater key, so that components can be concatenated', () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        const [a, b] = [encodeValue(left), encodeValue(right)];
        fc.pre(!a.equals(b));
        expect(b.subarray(0, a.length).equals(a)).toBe(false);
      }),
      runs,
    );
  });

  test('end before the next prefix', () => {
    fc.assert(
      fc.property(value, (some) => {
        const key = encodeValue(some);
        const next = afterPrefix(key)!;
        expect(Buffer.compare(key, next)).toBeLessThan(0);
        expect(Buffer.compare(Buffer.concat([key, Buffer.from([0xff, 0xff])]), next)).toBeLessThan(0);
      }),
      runs,
    );
  });
});

describe('the order of values', () => {
  test('is a total order', () => {
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(compareValues(a, a)).toBe(0);
        expect(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a))).toBe(0);
        if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0) expect(compareValues(a, c)).toBeLessThanOrEqual(0);
      }),
      runs,
    );
  });

  test('follows the documented order of types in MongoDB', () => {
    const ordered: Value[] = [
      new MinKey(),
      null,
      Number.NaN,
      Number.NEGATIVE_INFINITY,
      -1,
      new Double(0),
      Decimal128.fromString('0.1'),
      2n ** 53n,
      2n ** 53n + 1n,
      Number.POSITIVE_INFINITY,
      '',
      'a',
      {},
      { a: 1 },
      [],
      [1],
      new Binary(Buffer.from([1])),
      new ObjectId('650000000000000000000000'),
      false,
      true,
      new Date(0),
      new Timestamp({ t: 1, i: 1 }),
      new BSONRegExp('a'),
      new MaxKey(),
    ];
    for (let at = 1; at < ordered.length; at++) expect(compareValues(ordered[at - 1], ordered[at])).toBeLessThan(0);
  });
});

describe('BSON', () => {
  test('keeps every value and its type', () => {
    fc.assert(
      fc.property(value, (some) => {
        const bytes = encodeDocument({ some });
        expect(encodeDocument(decodeDocument(bytes)).equals(bytes)).toBe(true);
      }),
      runs,
    );
  });
});
