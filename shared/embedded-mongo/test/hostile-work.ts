import type { Document } from 'mongodb';

export const timeExceeded = 50;
export const memoryExceeded = 146;

export interface HostileDocument {
  _id: number;
  text: string;
  list: number[];
  long: string;
}

export function hostileDocument(id: number): HostileDocument {
  const list = Array.from({ length: 20 }, (_, at) => at);
  return { _id: id, text: `${'a'.repeat(28)}!`, list, long: 'x'.repeat(4_000) };
}

export const hostilePatterns = [/^(a+)+$/, /^(a|a)*$/i, /(.*)(.*)(.*)(.*)=/];

function range(end: number): Document {
  return { $range: [0, end] };
}

function doubled(times: number): Document {
  let value: unknown = 'text';
  for (let at = 0; at < times; at++) value = { $let: { vars: { s: value }, in: { $concat: ['$$s', '$$s'] } } };
  return value as Document;
}

function project(r: Document): Document[] {
  return [{ $project: { r } }];
}

const growing = {
  $reduce: { input: range(100_000), initialValue: [], in: { $concatArrays: ['$$value', ['$$this']] } },
};
export const nested = {
  $map: { input: range(3_000), in: { $map: { input: range(3_000), in: { $add: ['$$this', 1] } } } },
};
export const filtered = { $filter: { input: range(5_000), cond: { $gt: ['$$this', 5] } } };

/** Pipelines, each with the error code that ends it. */
export const pipelines: [string, Document[], number][] = [
  ['a range', project(range(1e9)), timeExceeded],
  ['a text that doubles', project(doubled(40)), timeExceeded],
  ['a list that grows', project(growing), timeExceeded],
  ['loops in loops', project(nested), timeExceeded],
  ['a sort in an expression', project({ $sortArray: { input: range(500_000), sortBy: -1 } }), timeExceeded],
  ['unions', project({ $setUnion: [range(500_000), range(500_000)] }), timeExceeded],
  ['differences', project({ $setDifference: [range(50_000), range(90_000)] }), timeExceeded],
  ['a condition', [{ $match: { $expr: { $eq: [{ $size: filtered }, 1] } } }], timeExceeded],
  ['a join', [{ $lookup: { from: 'some', pipeline: [{ $match: { $expr: { $eq: ['$list', 1] } } }], as: 'j' } }], 50],
  ['a group', [...project(range(50_000)), { $unwind: '$r' }, { $group: { _id: null, all: { $push: '$r' } } }], 50],
  ['a set', [{ $unwind: '$list' }, { $group: { _id: null, s: { $push: '$$ROOT' } } }], memoryExceeded],
  ['facets', [{ $facet: { a: [{ $unwind: '$list' }, { $unwind: '$list' }], b: [{ $unwind: '$list' }] } }], 146],
];
