import {
  Binary,
  BSONRegExp,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'bson';
import fc from 'fast-check';

/** Few names and few values, so that conditions match, keys collide, and updates change existing fields. */
export const names = ['a', 'b', 'c', 'd'];
const texts = ['', 'a', 'ab', 'b', 'Ada', 'zoë', '日本', 'a.b'];

export type Fields = Record<string, unknown>;

/** One operation with all of its arguments. */
export interface Action {
  kind: string;
  [argument: string]: unknown;
}

export const aName = fc.constantFrom(...names);

export const number = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }).map((value) => new Int32(value)) },
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }).map((value) => new Double(value)) },
  { weight: 4, arbitrary: fc.constantFrom(0.5, -0.5, 2.5, 1e10).map((value) => new Double(value)) },
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }).map((value) => Long.fromNumber(value)) },
  {
    weight: 4,
    arbitrary: fc.constantFrom('9007199254740993', '-9007199254740993').map((value) => Long.fromString(value)),
  },
  { weight: 1, arbitrary: fc.constantFrom(2147483647, -2147483648).map((value) => new Int32(value)) },
  { weight: 1, arbitrary: fc.constantFrom(1e300, -1e-300).map((value) => new Double(value)) },
);

const date = fc.constantFrom(-1, 0, 1, 2, 3).map((day) => new Date(Date.UTC(2024, 0, 1 + day) * (day < 0 ? -1 : 1)));
const binary = fc.oneof(
  fc.integer({ min: 0, max: 2 }).map((byte) => new Binary(Buffer.from([byte, 1]))),
  fc.integer({ min: 0, max: 2 }).map((byte) => new Binary(Buffer.from([byte]), 5)),
  fc.constantFrom('0', '1').map((tail) => new UUID(`65000000-0000-4000-8000-00000000000${tail}`).toBinary()),
);

export const scalar = fc.oneof(
  { weight: 6, arbitrary: number },
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: date },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 3 }).map((tail) => new ObjectId(`65000000000000000000000${tail}`)),
  },
  { weight: 1, arbitrary: fc.constantFrom('0.7', '3.25', '-7.5').map((text) => Decimal128.fromString(text)) },
  { weight: 1, arbitrary: binary },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 }).map((i) => new Timestamp({ t: 1, i })) },
);

/**
 * Values that have a special meaning in filters, or that the other engine does not support. They are only stored and
 * sorted.
 */
const storedOnly = fc.constantFrom<unknown>(new MinKey(), new MaxKey(), new BSONRegExp('a', 'i'), new Code('f()'));

export const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    { weight: 6, arbitrary: scalar },
    { weight: 2, arbitrary: fc.array(tie('value'), { minLength: 1, maxLength: 3 }) },
    { weight: 2, arbitrary: fc.dictionary(aName, tie('value'), { maxKeys: 2, noNullPrototype: true }) },
  ),
})).value;

/** Few values, so that some of them occur together in one array. */
export const fewNumbers = fc.integer({ min: 1, max: 4 }).map((few) => new Int32(few));

/** The typical subject of filters on paths: an array of documents with the same field. */
const listOfDocuments = aName.chain((name) =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fewNumbers.map((few) => ({ [name]: few })) },
      { weight: 1, arbitrary: fc.array(fewNumbers, { maxLength: 2 }).map((few) => ({ [name]: few })) },
    ),
    { minLength: 1, maxLength: 4 },
  ),
);

export const document = fc
  .dictionary(
    aName,
    fc.oneof(
      { weight: 20, arbitrary: value },
      { weight: 5, arbitrary: listOfDocuments },
      { weight: 1, arbitrary: storedOnly },
    ),
    { maxKeys: 4, noNullPrototype: true },
  )
  .map((fields) => fields as Fields);

/** IDs of unusual forms, some of which are not allowed. */
export const oddId = fc.constantFrom<unknown>(
  { $a: 1 },
  { a: 1, $b: 2 },
  { a: { $b: 1 } },
  { a: 1 },
  [1],
  new BSONRegExp('a'),
);

export const plainPath = fc.oneof(
  { weight: 5, arbitrary: aName },
  { weight: 3, arbitrary: fc.tuple(aName, aName).map((parts) => parts.join('.')) },
);

export const path = fc.oneof(
  { weight: 8, arbitrary: plainPath },
  { weight: 1, arbitrary: fc.tuple(aName, fc.constantFrom('0', '1')).map((parts) => parts.join('.')) },
  { weight: 1, arbitrary: fc.tuple(aName, fc.constantFrom('0', '1'), aName).map((parts) => parts.join('.')) },
);

/** Always ends with _id, so that there is only one correct order. */
export const sort = fc
  .tuple(fc.uniqueArray(plainPath, { minLength: 1, maxLength: 2 }), fc.constantFrom(1, -1))
  .map(([paths, direction]) =>
    Object.fromEntries([...paths.map((name) => [name, direction] as const), ['_id', 1] as const]),
  );
