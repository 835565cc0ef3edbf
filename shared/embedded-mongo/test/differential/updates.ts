import fc from 'fast-check';
import { filter } from './filters.ts';
import { aName, document, type Fields, fewNumbers, number, path, scalar, value } from './values.ts';

export interface Change {
  filter: Fields;
  update: Fields | Fields[];
  arrayFilters?: Fields[];
}

/** Names that only resemble operators. */
const dollarPath = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(aName, fc.constantFrom('$x', '$each')).map((parts) => parts.join('.')) },
  { weight: 1, arbitrary: fc.constantFrom('$x', '$x.a', '$x.$y') },
);

const order = fc.constantFrom<unknown>(1, -1, { a: 1 }, { a: -1, b: 1 });

const operatorUpdate = fc.oneof(
  fc.tuple(path, value).map(([name, operand]) => ({ $set: { [name]: operand } })),
  path.map((name) => ({ $unset: { [name]: '' } })),
  fc
    .tuple(fc.constantFrom('$inc', '$mul', '$min', '$max'), path, number)
    .map(([operator, name, by]) => ({ [operator]: { [name]: by } })),
  fc
    .tuple(fc.constantFrom('$min', '$max'), path, value)
    .map(([operator, name, by]) => ({ [operator]: { [name]: by } })),
  fc
    .tuple(fc.constantFrom('$push', '$addToSet', '$pull'), path, scalar)
    .map(([operator, name, operand]) => ({ [operator]: { [name]: operand } })),
  fc
    .tuple(path, fc.array(scalar, { maxLength: 3 }), fc.integer({ min: -3, max: 3 }))
    .map(([name, each, slice]) => ({ $push: { [name]: { $each: each, $slice: slice } } })),
  fc
    .tuple(path, fc.array(value, { minLength: 1, maxLength: 3 }), order, fc.integer({ min: -2, max: 2 }))
    .map(([name, $each, $sort, $position]) => ({ $push: { [name]: { $each, $sort, $position } } })),
  fc
    .tuple(path, fc.array(scalar, { minLength: 1, maxLength: 3 }))
    .map(([name, each]) => ({ $addToSet: { [name]: { $each: each } } })),
  fc
    .tuple(path, fc.array(scalar, { minLength: 1, maxLength: 3 }))
    .map(([name, values]) => ({ $pullAll: { [name]: values } })),
  fc.tuple(path, number).map(([name, least]) => ({ $pull: { [name]: { $gte: least } } })),
  fc.tuple(path, aName, scalar).map(([name, inner, wanted]) => ({ $pull: { [name]: { [inner]: wanted } } })),
  fc
    .tuple(
      path,
      fc.constantFrom('$or', '$nor', '$and'),
      fc.array(fc.tuple(aName, fewNumbers), { minLength: 1, maxLength: 2 }),
    )
    .map(([name, operator, branches]) => ({
      $pull: { [name]: { [operator]: branches.map(([inner, few]) => ({ [inner]: few })) } },
    })),
  fc
    .tuple(fc.constantFrom('$set', '$inc', '$push', '$unset'), dollarPath, fewNumbers)
    .map(([operator, name, operand]) => ({ [operator]: { [name]: operand } })),
  fc.tuple(aName, dollarPath).map(([from, to]) => ({ $rename: { [from]: to } })),
  fc.tuple(path, fc.constantFrom(1, -1)).map(([name, end]) => ({ $pop: { [name]: end } })),
  fc.tuple(aName, fc.constantFrom('e', 'f')).map(([from, to]) => ({ $rename: { [from]: to } })),
  fc
    .tuple(path, fc.constantFrom('and', 'or', 'xor'), fc.integer({ min: 0, max: 7 }))
    .map(([name, bits, mask]) => ({ $bit: { [name]: { [bits]: mask } } })),
  fc.tuple(aName, aName, value).map(([set, unset, operand]) => ({ $set: { [set]: operand }, $unset: { [unset]: '' } })),
) as fc.Arbitrary<Fields>;

const expression = fc.oneof(
  scalar.map((operand) => ({ $literal: operand })),
  aName.map((name) => `$${name}`),
  fc.tuple(aName, number).map(([name, by]) => ({ $cond: [{ $isNumber: `$${name}` }, { $add: [`$${name}`, by] }, by] })),
  fc.tuple(aName, scalar).map(([name, other]) => ({ $ifNull: [`$${name}`, { $literal: other }] })),
  aName.map((name) => ({ $cond: [{ $isArray: `$${name}` }, { $size: `$${name}` }, -1] })),
);

const pipelineUpdate = fc.oneof(
  fc.tuple(aName, expression).map(([name, operand]) => [{ $set: { [name]: operand } }]),
  fc.tuple(aName, expression, aName).map(([name, operand, gone]) => [{ $set: { [name]: operand } }, { $unset: gone }]),
  aName.map((name) => [{ $replaceWith: { _id: '$_id', e: `$${name}` } }]),
  aName.map((name) => [{ $project: { [name]: 1 } }]),
) as fc.Arbitrary<Fields[]>;

export const update: fc.Arbitrary<Fields | Fields[]> = fc.oneof(
  { weight: 6, arbitrary: operatorUpdate },
  { weight: 1, arbitrary: pipelineUpdate },
);

/** Updates of array elements: of all, of those that a filter selects, or of the one that the query matched. */
const elementUpdate: fc.Arbitrary<Change> = fc.oneof(
  fc
    .tuple(filter, aName, number)
    .map(([where, name, by]) => ({ filter: where, update: { $inc: { [`${name}.$[]`]: by } } })),
  fc.tuple(filter, aName, scalar, number).map(([where, name, operand, least]) => ({
    filter: where,
    update: { $set: { [`${name}.$[x]`]: operand } },
    arrayFilters: [{ x: { $gte: least } }],
  })),
  fc.tuple(filter, aName, aName, scalar).map(([where, name, inner, operand]) => ({
    filter: where,
    update: { $set: { [`${name}.$[x].${inner}`]: operand } },
    arrayFilters: [{ [`x.${inner}`]: { $exists: true } }],
  })),
  fc
    .tuple(aName, scalar, scalar)
    .map(([name, wanted, operand]) => ({ filter: { [name]: wanted }, update: { $set: { [`${name}.$`]: operand } } })),
);

export const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ filter, update }) },
  { weight: 1, arbitrary: elementUpdate },
);

export const replacement = document;

export const onInsert = fc
  .tuple(update, aName, scalar)
  .map(([changes, name, operand]) =>
    Array.isArray(changes) ? changes : { ...changes, $setOnInsert: { [`${name}${name}`]: operand } },
  );
