import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';

/** Few names and few values, so that conditions meet, keys collide and updates touch what is there. */
const names = ['a', 'b', 'c', 'd'];
const texts = ['', 'a', 'ab', 'b', 'Ada', 'zoë', '日本', 'a.b'];

export type Fields = Record<string, unknown>;

export interface Action {
  kind: string;
  [argument: string]: unknown;
}

const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map((value) => new Int32(value)),
  fc.integer({ min: -3, max: 3 }).map((value) => new Double(value)),
  fc.constantFrom(0.5, -0.5, 2.5, 1e10).map((value) => new Double(value)),
  fc.integer({ min: -3, max: 3 }).map((value) => Long.fromNumber(value)),
  fc.constantFrom('9007199254740993', '-9007199254740993').map((value) => Long.fromString(value)),
);

const scalar = fc.oneof(
  { weight: 6, arbitrary: number },
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 }).map((day) => new Date(Date.UTC(2024, 0, 1 + day))) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 3 }).map((tail) => new ObjectId(`65000000000000000000000${tail}`)),
  },
  { weight: 1, arbitrary: fc.constantFrom('0.7', '3.25', '-7.5').map((text) => Decimal128.fromString(text)) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 }).map((byte) => new Binary(Buffer.from([byte, 1]))) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 }).map((i) => new Timestamp({ t: 1, i })) },
);

const storedOnly = fc.constantFrom<unknown>(new MinKey(), new MaxKey(), new BSONRegExp('a', 'i'));

const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    { weight: 6, arbitrary: scalar },
    { weight: 2, arbitrary: fc.array(tie('value'), { minLength: 1, maxLength: 3 }) },
    {
      weight: 2,
      arbitrary: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 2, noNullPrototype: true }),
    },
  ),
})).value;

export const document = fc
  .dictionary(
    fc.constantFrom(...names),
    fc.oneof({ weight: 20, arbitrary: value }, { weight: 1, arbitrary: storedOnly }),
    {
      maxKeys: 4,
      noNullPrototype: true,
    },
  )
  .map((fields) => fields as Fields);

const plainPath = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...names) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)).map((parts) => parts.join('.')),
  },
);

const path = fc.oneof(
  { weight: 8, arbitrary: plainPath },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...names), fc.constantFrom('0', '1')).map((parts) => parts.join('.')),
  },
);

const comparison = fc.oneof(
  fc.tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), value),
  fc.tuple(fc.constantFrom('$in', '$nin'), fc.array(scalar, { minLength: 1, maxLength: 3 })),
  fc.tuple(fc.constant('$exists'), fc.boolean()),
  fc.tuple(fc.constant('$type'), fc.constantFrom('int', 'string', 'array', 'object', 'number', 'null', 'date', 'long')),
  fc.tuple(fc.constant('$size'), fc.integer({ min: 0, max: 3 })),
  fc.tuple(fc.constant('$all'), fc.array(scalar, { minLength: 1, maxLength: 2 })),
  fc.tuple(fc.constant('$mod'), fc.constantFrom([2, 0], [3, 1])),
  fc.tuple(fc.constant('$regex'), fc.constantFrom('^a', 'b$', 'A')),
  fc.tuple(
    fc.constant('$elemMatch'),
    fc.tuple(fc.constantFrom('$gt', '$lt', '$eq'), number).map(([name, bound]) => ({ [name]: bound })),
  ),
);

const condition = fc.oneof(
  fc.tuple(path, value).map(([name, operand]) => ({ [name]: operand })),
  fc.tuple(path, comparison).map(([name, [operator, operand]]) => ({ [name]: { [operator]: operand } })),
  fc.tuple(path, comparison).map(([name, [operator, operand]]) => ({ [name]: { $not: { [operator]: operand } } })),
  fc.tuple(path, number, number).map(([name, low, high]) => ({ [name]: { $gte: low, $lte: high } })),
);

export const filter: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({}) },
  { weight: 6, arbitrary: condition as fc.Arbitrary<Fields> },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(condition, { minLength: 1, maxLength: 3 }))
      .map(([operator, branches]) => ({ [operator]: branches }) as Fields),
  },
);

/** Always down to _id, so that there is one right order. */
const sort = fc
  .tuple(fc.uniqueArray(plainPath, { minLength: 1, maxLength: 2 }), fc.constantFrom(1, -1))
  .map(([paths, direction]) =>
    Object.fromEntries([...paths.map((name) => [name, direction] as const), ['_id', 1] as const]),
  );

const update = fc.oneof(
  fc.tuple(path, value).map(([name, operand]) => ({ $set: { [name]: operand } })),
  path.map((name) => ({ $unset: { [name]: '' } })),
  fc
    .tuple(fc.constantFrom('$inc', '$mul', '$min', '$max'), path, number)
    .map(([operator, name, by]) => ({ [operator]: { [name]: by } })),
  fc
    .tuple(fc.constantFrom('$push', '$addToSet', '$pull'), path, scalar)
    .map(([operator, name, operand]) => ({ [operator]: { [name]: operand } })),
  fc
    .tuple(path, fc.array(scalar, { maxLength: 3 }), fc.integer({ min: -3, max: 3 }))
    .map(([name, each, slice]) => ({ $push: { [name]: { $each: each, $slice: slice } } })),
  fc.tuple(path, fc.constantFrom(1, -1)).map(([name, end]) => ({ $pop: { [name]: end } })),
  fc.tuple(fc.constantFrom(...names), fc.constantFrom('e', 'f')).map(([from, to]) => ({ $rename: { [from]: to } })),
  fc.tuple(fc.constantFrom(...names), scalar).map(([name, operand]) => [{ $set: { [name]: { $literal: operand } } }]),
);

const accumulator = fc.constantFrom('$sum', '$min', '$max', '$first', '$last');

const pipeline = fc.oneof(
  fc
    .tuple(filter, fc.constantFrom(...names), accumulator, fc.constantFrom(...names))
    .map(([match, by, name, of]) => [
      { $match: match },
      { $sort: { _id: 1 } },
      { $group: { _id: `$${by}`, r: { [name]: `$${of}` }, n: { $sum: 1 } } },
    ]),
  fc
    .tuple(filter, fc.constantFrom(...names))
    .map(([match, name]) => [
      { $match: match },
      { $sort: { _id: 1 } },
      { $unwind: `$${name}` },
      { $project: { [name]: 1 } },
    ]),
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...names))
    .map(([left, right]) => [{ $sort: { _id: 1 } }, { $project: { r: { $cmp: [`$${left}`, `$${right}`] } } }]),
  fc.constantFrom(...names).map((name) => [{ $sort: { _id: 1 } }, { $project: { t: { $type: `$${name}` } } }]),
  fc
    .constantFrom(...names)
    .map((name) => [{ $sort: { _id: 1 } }, { $project: { e: { $ifNull: [`$${name}`, 'none'] } } }]),
  sort.map((order) => [{ $sort: order }, { $skip: 1 }, { $limit: 5 }]),
);

/** One operation on the collection, with everything it needs. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: document.map((inserted) => ({ kind: 'insert', document: inserted })) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(filter, sort, fc.integer({ min: 0, max: 5 }))
      .map(([f, s, limit]) => ({ kind: 'find', filter: f, sort: s, limit })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(filter, fc.constantFrom(...names))
      .map(([f, name]) => ({ kind: 'project', filter: f, projection: { [name]: 1 } })),
  },
  { weight: 3, arbitrary: fc.tuple(filter, update).map(([f, u]) => ({ kind: 'updateById', filter: f, update: u })) },
  { weight: 2, arbitrary: fc.tuple(filter, update).map(([f, u]) => ({ kind: 'updateMany', filter: f, update: u })) },
  { weight: 1, arbitrary: filter.map((f) => ({ kind: 'deleteOldest', filter: f })) },
  { weight: 2, arbitrary: filter.map((f) => ({ kind: 'count', filter: f })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(filter, fc.constantFrom(...names))
      .map(([f, field]) => ({ kind: 'distinct', filter: f, field })),
  },
  { weight: 3, arbitrary: pipeline.map((stages) => ({ kind: 'aggregate', stages })) },
);

export const indexes = fc.constantFrom<[Record<string, 1 | -1>, Fields]>(
  [{ a: 1 }, {}],
  [{ b: -1 }, {}],
  [{ a: 1, _id: -1 }, {}],
  [{ 'b.c': 1 }, {}],
  [{ c: 1 }, { sparse: true }],
  [{ d: 1, _id: 1 }, {}],
);
