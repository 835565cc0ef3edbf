import { Double } from 'bson';
import { describe, expect, test } from 'vitest';
import { compilePipeline } from '../aggregate/document-pipeline.ts';
import type { Document, Value } from '../bson/values.ts';
import { compileFilter } from '../query/match.ts';
import { compileUpdate } from './compile-update.ts';

interface Options {
  filter?: Document;
  arrayFilters?: Document[];
  isInsert?: boolean;
}

function apply(before: Document, update: Value, { filter = {}, arrayFilters = [], isInsert = false }: Options = {}) {
  const conditions = compileFilter(filter);
  const pipeline = (stages: Document[]) => compilePipeline(stages, new Map());
  return compileUpdate(update, { arrayFilters, conditions, pipeline })(before, { now: new Date(0), isInsert });
}

describe('an update', () => {
  test.each<[string, Document, Value, Document]>([
    ['makes the parents of a new field', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
    ['fills an array up to a position', { a: [1] }, { $set: { 'a.3': 4 } }, { a: [1, null, null, 4] }],
    ['leaves null where an element is unset', { a: [1, 2] }, { $unset: { 'a.0': '' } }, { a: [null, 2] }],
    ['adds new fields in the order of names', {}, { $set: { c: 1, a: 2, b: 3 } }, { a: 2, b: 3, c: 1 }],
    ['sorts positions as numbers', { a: [] }, { $set: { 'a.10': 1, 'a.9': 2 } }, { a: [...Array(9).fill(null), 2, 1] }],
    ['grows an int32 into an int64', { n: 2147483647 }, { $inc: { n: 1 } }, { n: 2147483648n }],
    ['keeps a double a double', { n: new Double(1) }, { $inc: { n: 1 } }, { n: new Double(2) }],
    ['makes zero where there was nothing', {}, { $mul: { n: 5 } }, { n: 0 }],
    ['takes the smaller across types', { n: 'x' }, { $min: { n: 1 } }, { n: 1 }],
    ['does not push twice into a set', { a: [1] }, { $addToSet: { a: { $each: [new Double(1), 2] } } }, { a: [1, 2] }],
    [
      'sorts and cuts what it pushes',
      { a: [3] },
      { $push: { a: { $each: [1, 2], $sort: -1, $slice: 2 } } },
      { a: [3, 2] },
    ],
    ['inserts before the end', { a: [1, 2] }, { $push: { a: { $each: [9], $position: -1 } } }, { a: [1, 9, 2] }],
    ['pulls by a filter', { a: [{ x: 1 }, { x: 2 }] }, { $pull: { a: { x: { $gt: 1 } } } }, { a: [{ x: 1 }] }],
    [
      'pulls by any of several',
      { a: [{ x: 1 }, { y: 2 }, 3] },
      { $pull: { a: { $or: [{ x: 1 }, { y: 2 }] } } },
      { a: [3] },
    ],
    [
      'pulls by none of several',
      { a: [{ x: 1 }, { y: 2 }] },
      { $pull: { a: { $nor: [{ x: 1 }] } } },
      { a: [{ x: 1 }] },
    ],
    ['pulls a reference', { a: [{ $ref: 'x', $id: 1 }] }, { $pull: { a: { $id: 1 } } }, { a: [] }],
    [
      'takes names with a dollar below a field',
      {},
      { $set: { 'p.$each': 1, 'p.$x.$y': 2 } },
      { p: { $each: 1, $x: { $y: 2 } } },
    ],
    ['changes what is below a stored name with a dollar', { $a: { b: 1 } }, { $set: { '$a.b': 2 } }, { $a: { b: 2 } }],
    ['removes a field whose name has a dollar', { $a: 1, b: 2 }, { $unset: { $a: '' } }, { b: 2 }],
    ['renames', { a: 1 }, { $rename: { a: 'b.c' } }, { b: { c: 1 } }],
    ['leaves a missing field missing', {}, { $pop: { 'a.b': 1 } }, {}],
  ])('%s', (_name, before, update, expected) => {
    const after = apply(before, update);
    expect(after).toEqual(expected);
    expect(Object.keys(after)).toEqual(Object.keys(expected));
  });

  test('can set names that begin with a dollar sign in an upsert', () => {
    expect(apply({}, { $set: { $a: 1 } }, { isInsert: true })).toEqual({ $a: 1 });
  });

  test('changes the element that the filter matched, those of an array filter, or all', () => {
    const before = { a: [1, 5, 7] };
    expect(apply(before, { $set: { 'a.$': 0 } }, { filter: { a: { $gt: 4 } } })).toEqual({ a: [1, 0, 7] });
    expect(apply(before, { $inc: { 'a.$[big]': 1 } }, { arrayFilters: [{ big: { $gt: 4 } }] })).toEqual({
      a: [1, 6, 8],
    });
    expect(apply(before, { $inc: { 'a.$[]': 1 } })).toEqual({ a: [2, 6, 8] });
    expect(before).toEqual({ a: [1, 5, 7] });
  });

  test.each<[number, Document, Value, Options?]>([
    [66, { _id: 1 }, { $set: { _id: 2 } }],
    [66, { _id: 1 }, { _id: 2 }],
    [66, { _id: 1 }, [{ $set: { _id: 2 } }]],
    [40, {}, { $set: { a: 1 }, $inc: { 'a.b': 1 } }],
    [28, { a: 1 }, { $set: { 'a.b': 1 } }],
    [14, { a: true }, { $inc: { a: 1 } }],
    [2, { a: 1 }, { $push: { a: 1 } }],
    [2, { a: null }, { $bit: { a: { or: 1 } } }],
    [2, { a: 1 }, { $set: { 'a.$': 1 } }],
    [2, { a: 1 }, { $set: { 'a.$[]': 1 } }],
    [2, { a: [1] }, { $set: { 'a.$[x]': 1 } }],
    [9, { a: [1] }, { $set: { a: 1 } }, { arrayFilters: [{ x: 1 }] }],
    [72, {}, [{ $group: { _id: 1 } }]],
    [56, {}, { $set: { 'a.': 1 } }],
    [52, {}, { $set: { $a: 1 } }],
    [52, {}, { $set: { '$a.b': 1 } }],
    [52, { b: 1 }, { $rename: { b: '$a' } }],
  ])('is rejected with %i: %o, %o', (code, before, update, options) => {
    expect(() => apply(before, update, options)).toThrow(expect.objectContaining({ code }));
  });
});
