import fc from 'fast-check';
import { aName, type Fields, fewNumbers, number, path, scalar, value } from './values.ts';

/** One key with one operand, the form of most operators. */
function one(name: string, operand: unknown): Fields {
  return { [name]: operand };
}

const typeNames = ['int', 'string', 'array', 'object', 'number', 'null', 'date', 'long', 'bool', 'decimal', 'binData'];

const comparison = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), value) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('$in', '$nin'), fc.array(scalar, { minLength: 1, maxLength: 3 })),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('$exists'), fc.boolean()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('$type'), fc.constantFrom(...typeNames)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant('$type'), fc.subarray(typeNames, { minLength: 1, maxLength: 2 })),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('$size'), fc.integer({ min: 0, max: 3 })) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('$all'), fc.array(scalar, { minLength: 1, maxLength: 2 })) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant('$all'),
      fc.uniqueArray(fewNumbers, { minLength: 2, maxLength: 3, selector: Number }),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('$mod'), fc.constantFrom([2, 0], [3, 1], [-2, 1], [2.5, 0])) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('$regex'), fc.constantFrom('^a', 'b$', 'A', '^ab?', 'a|b')) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constantFrom('$bitsAllSet', '$bitsAnySet', '$bitsAllClear', '$bitsAnyClear'),
      fc.constantFrom<unknown>(1, 2, [0], [1, 2]),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant('$elemMatch'),
      fc.tuple(fc.constantFrom('$gt', '$lt', '$eq'), number).map(([name, bound]) => one(name, bound)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant('$elemMatch'),
      fc.tuple(aName, scalar).map(([name, wanted]) => one(name, wanted)),
    ),
  },
);

const onExpression = fc
  .tuple(
    fc.constantFrom('$eq', '$ne', '$gt', '$lt', '$gte', '$lte'),
    aName,
    fc.oneof(
      aName.map((n) => `$${n}`),
      number,
    ),
  )
  .map(([operator, left, right]) => ({ $expr: { [operator]: [`$${left}`, right] } }));

const condition = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(path, value).map(([name, operand]) => one(name, operand)) },
  {
    weight: 8,
    arbitrary: fc.tuple(path, comparison).map(([name, [operator, operand]]) => one(name, one(operator, operand))),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(path, comparison)
      .map(([name, [operator, operand]]) => one(name, { $not: one(operator, operand) })),
  },
  { weight: 3, arbitrary: fc.tuple(path, number, number).map(([n, low, high]) => one(n, { $gte: low, $lte: high })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(path, fc.constantFrom('^a', 'A', '^ad', 'B$'), fc.constantFrom('i', 'im', ''))
      .map(([name, $regex, $options]) => one(name, { $regex, $options })),
  },
  { weight: 2, arbitrary: onExpression as fc.Arbitrary<Fields> },
);

/**
 * Conditions that can be combined with others. DocumentDB on PostgreSQL crashes, and ends the work of all clients, if a
 * compound index serves both a condition on its first field and $elemMatch on values of a later field. Example: { a: 1,
 * b: { $elemMatch: { $eq: 1 } } } with an index on { a: 1, b: 1 }.
 */
const joinable = condition.filter((each) => !/:\{"\$elemMatch":\{"\$/.test(JSON.stringify(each)));

export const filter: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({}) },
  { weight: 6, arbitrary: condition },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        fc.tuple(fc.constant('$and'), fc.array(joinable, { minLength: 1, maxLength: 3 })),
        fc.tuple(fc.constantFrom('$or', '$nor'), fc.array(condition, { minLength: 1, maxLength: 3 })),
      )
      .map(([operator, branches]) => one(operator, branches)),
  },
  { weight: 1, arbitrary: fc.tuple(joinable, joinable).map(([left, right]) => ({ ...left, ...right })) },
);

/** Equalities from which an upsert creates its document. */
export const equalities = fc.dictionary(
  aName,
  fc.oneof(
    scalar,
    scalar.map((wanted) => ({ $eq: wanted })),
  ),
  {
    minKeys: 1,
    maxKeys: 2,
    noNullPrototype: true,
  },
) as fc.Arbitrary<Fields>;
