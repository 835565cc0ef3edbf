import fc from 'fast-check';
import { filter } from './filters.ts';
import { aName, type Fields, number, plainPath, sort } from './values.ts';

const byId = { $sort: { _id: 1 } };
const accumulator = fc.constantFrom('$sum', '$min', '$max', '$first', '$last', '$avg', '$push');

const grouping = fc
  .tuple(filter, aName, accumulator, aName)
  .map(([match, by, name, of]) => [
    { $match: match },
    byId,
    { $group: { _id: `$${by}`, r: { [name]: `$${of}` }, n: { $sum: 1 } } },
  ]);

const unwinding = fc
  .tuple(filter, aName, fc.boolean())
  .map(([match, name, keep]) => [
    { $match: match },
    byId,
    { $unwind: { path: `$${name}`, includeArrayIndex: 'at', preserveNullAndEmptyArrays: keep } },
    { $project: { [name]: 1, at: 1 } },
  ]);

const computing = fc
  .oneof(
    fc.tuple(aName, aName).map(([left, right]) => ({ $cmp: [`$${left}`, `$${right}`] })),
    aName.map((name) => ({ $type: `$${name}` })),
    aName.map((name) => ({ $ifNull: [`$${name}`, 'none'] })),
    aName.map((name) => ({ $cond: [`$${name}`, 'yes', 'no'] })),
    fc
      .tuple(aName, number)
      .map(([name, by]) => ({ $cond: [{ $isNumber: `$${name}` }, { $multiply: [`$${name}`, by] }, 0] })),
    fc.tuple(aName, aName).map(([left, right]) => ({ $eq: [`$${left}`, `$${right}`] })),
    fc.tuple(aName, aName).map(([name, inner]) => ({ x: `$${name}.${inner}` })),
    aName.map((name) => ({
      $map: { input: { $cond: [{ $isArray: `$${name}` }, `$${name}`, []] }, in: { $type: '$$this' } },
    })),
    fc.tuple(aName, number).map(([name, least]) => ({
      $filter: { input: { $cond: [{ $isArray: `$${name}` }, `$${name}`, []] }, cond: { $gte: ['$$this', least] } },
    })),
  )
  .map((expression) => [byId, { $project: { r: expression } }]);

/** Joined rows have no particular order. */
const joining = fc
  .tuple(plainPath, plainPath)
  .map(([localField, foreignField]) => [
    { $match: { _id: { $lte: 6 } } },
    byId,
    { $lookup: { from: 'SELF', localField, foreignField, as: 'joined' } },
    { $project: { joined: { $sortArray: { input: '$joined._id', sortBy: 1 } } } },
  ]);

const faceting = fc.tuple(filter, aName, sort).map(([match, name, order]) => [
  { $match: match },
  byId,
  {
    $facet: {
      total: [{ $count: 'n' }],
      page: [{ $sort: order }, { $limit: 3 }, { $project: { _id: 1 } }],
      some: [{ $match: { [name]: { $exists: true } } }, { $count: 'n' }],
    },
  },
]);

const bucketing = fc
  .tuple(aName, fc.constantFrom([-2, 0, 2], [0, 1, 3, 10]))
  .map(([name, boundaries]) => [
    { $bucket: { groupBy: `$${name}`, boundaries, default: 'other', output: { n: { $sum: 1 } } } },
  ]);

const counting = aName.map((name) => [
  { $match: { [name]: { $type: ['string', 'bool', 'objectId'] } } },
  { $sortByCount: `$${name}` },
]);

const uniting = filter.map((match) => [
  { $match: match },
  { $project: { _id: 1 } },
  { $unionWith: { coll: 'SELF', pipeline: [{ $match: { _id: { $lte: 3 } } }, { $project: { _id: 1 } }] } },
  byId,
]);

export const pipeline = fc.oneof(
  { weight: 3, arbitrary: grouping },
  { weight: 2, arbitrary: unwinding },
  { weight: 5, arbitrary: computing },
  { weight: 1, arbitrary: joining },
  { weight: 1, arbitrary: faceting },
  { weight: 1, arbitrary: bucketing },
  { weight: 1, arbitrary: counting },
  { weight: 1, arbitrary: uniting },
  { weight: 1, arbitrary: sort.map((order) => [{ $sort: order }, { $skip: 1 }, { $limit: 5 }]) },
  {
    weight: 1,
    arbitrary: fc.tuple(plainPath, aName).map(([name, of]) => [byId, { $addFields: { [name]: `$${of}` } }]),
  },
) as fc.Arbitrary<Fields[]>;
