import { BSONRegExp, Double } from 'bson';
import { describe, expect, test } from 'vitest';
import type { Document } from '../bson/values.ts';
import { boundsOf } from '../planner/bounds.ts';
import { compileFilter, compileMatcher } from './match.ts';
import { presentAtPath, valuesAtPath } from './path.ts';

function matches(filter: Document, document: Document) {
  return compileMatcher(filter)(document);
}

describe('a filter', () => {
  test.each<[string, boolean, Document, Document]>([
    ['null finds a missing field', true, { a: null }, {}],
    ['null finds a missing field below a scalar', true, { 'a.b': null }, { a: 1 }],
    ['null does not find an empty array', false, { a: null }, { a: [] }],
    ['$ne is the negation for the whole array', false, { a: { $ne: 1 } }, { a: [1, 2] }],
    ['an array equals itself', true, { a: [1, 2] }, { a: [1, 2] }],
    ['an array equals one of its elements', true, { a: [1, 2] }, { a: [[1, 2], 3] }],
    ['a range holds for different elements', true, { a: { $gt: 4, $lt: 2 } }, { a: [1, 5] }],
    ['$elemMatch wants one element for all', false, { a: { $elemMatch: { $gt: 4, $lt: 2 } } }, { a: [1, 5] }],
    ['$elemMatch looks at an inner array as a document', true, { a: { $elemMatch: { b: null } } }, { a: [[1]] }],
    ['a range stays within the type', false, { a: { $gt: 1 } }, { a: 'x' }],
    ['numbers of different types are equal', true, { a: 1 }, { a: new Double(1) }],
    ['a position in a path', true, { 'a.1': 2 }, { a: [1, 2] }],
    ['null below a position that holds a scalar finds nothing', false, { 'b.0.x': null }, { b: [10] }],
    ['null and others below a position that holds a scalar', false, { 'b.0.x': { $in: [1, null] } }, { b: [10] }],
    ['$lte null below a position that holds a scalar', false, { 'b.0.x': { $lte: null } }, { b: [10] }],
    ['$ne null below a position that holds a scalar', true, { 'b.0.x': { $ne: null } }, { b: [10] }],
    ['$nin with null below a position that holds a scalar', true, { 'b.0.x': { $nin: [1, null] } }, { b: [10] }],
    ['null below a position that holds a document', true, { 'b.0.x': null }, { b: [{ y: 1 }] }],
    ['null two steps below a position', true, { 'b.0.x.y': null }, { b: [{ x: 1 }] }],
    ['a position is not spread again', false, { 'a.0': 1 }, { a: [[1]] }],
    ['documents in arrays', true, { 'a.b': 2 }, { a: [{ b: 1 }, { b: 2 }] }],
    ['the order of fields counts', false, { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }],
    ['$all over several elements', true, { a: { $all: [1, 2] } }, { a: [2, 1, 3] }],
    ['$all over several documents', true, { 'a.b': { $all: [1, 2] } }, { a: [{ b: 1 }, { b: 2 }, { b: 3 }] }],
    [
      '$not with $all over several documents',
      false,
      { 'a.b': { $not: { $all: [1, 2] } } },
      { a: [{ b: 1 }, { b: 2 }] },
    ],
    ['$all wants every operand', false, { 'a.b': { $all: [1, 4] } }, { a: [{ b: 1 }, { b: 2 }] }],
    ['$elemMatch of a reference', true, { a: { $elemMatch: { $id: 1 } } }, { a: [{ $ref: 'x', $id: 1 }] }],
    ['$all of nothing finds nothing', false, { a: { $all: [] } }, { a: [] }],
    ['$exists false for null', false, { a: { $exists: false } }, { a: null }],
    ['$type of an element', true, { a: { $type: 'string' } }, { a: [1, 'x'] }],
    ['a pattern finds text', true, { a: new BSONRegExp('^A', 'i') }, { a: 'ada' }],
    ['$eq with a pattern does not', false, { a: { $eq: new BSONRegExp('^a') } }, { a: 'ada' }],
    ['$eq with a pattern finds the pattern', true, { a: { $eq: new BSONRegExp('^a') } }, { a: new BSONRegExp('^a') }],
    ['$not with a pattern', true, { a: { $not: new BSONRegExp('^b') } }, { a: 'ada' }],
    ['$nor', true, { $nor: [{ a: 1 }, { b: 2 }] }, { a: 2 }],
    ['$bitsAllClear of a number within 64 bits', true, { a: { $bitsAllClear: [1, 2] } }, { a: new Double(8) }],
    ['no bits of a number beyond 64', false, { a: { $bitsAllClear: [1, 2] } }, { a: new Double(1e300) }],
    ['names of the prototype are names', false, { constructor: { $exists: true } }, { a: 1 }],
  ])('%s: %s', (_name, expected, filter, document) => {
    expect(matches(filter, document)).toBe(expected);
  });

  test.each<[Document, RegExp]>([
    [{ a: { $ne: new BSONRegExp('a') } }, /regex/],
    [{ a: { $in: [{ $gt: 1 }] } }, /cannot nest/],
    [{ a: { $mod: [0, 1] } }, /divisor/],
    [{ a: { $options: 'i' } }, /\$regex/],
    [{ $or: [] }, /nonempty/],
    [{ a: { $gt: 1, b: 2 } }, /unknown operator: b/],
  ])('%o is rejected', (filter, message) => {
    expect(() => compileFilter(filter)).toThrow(message);
  });
});

describe('an index lookup by pattern', () => {
  const boundsFor = (filter: Document) => boundsOf(compileFilter(filter)[0]!, undefined);

  test('uses the prefix only for case-sensitive patterns', () => {
    expect(boundsFor({ a: { $regex: '^ad' } })).toBeDefined();
    expect(boundsFor({ a: { $regex: '^ad', $options: 'i' } })).toBeUndefined();
    expect(boundsFor({ a: new BSONRegExp('^ad', 'i') })).toBeUndefined();
    expect(boundsFor({ a: { $regex: 'ad' } })).toBeUndefined();
    expect(boundsFor({ a: { $regex: '^ad|b' } })).toBeUndefined();
  });
});

describe('values at a path', () => {
  test('are null for sorts and indexes when missing, and omitted for distinct and joins', () => {
    const document: Document = { a: [1, { b: 2 }, { b: [3, 4] }, {}] };
    expect(valuesAtPath(document, ['a', 'b'])).toEqual([null, 2, 3, 4, null]);
    expect(presentAtPath(document, ['a', 'b'])).toEqual([2, 3, 4]);
    expect(presentAtPath({ a: [] }, ['a'])).toEqual([]);
    expect(presentAtPath({ a: [[5], 6] }, ['a', '0'])).toEqual([5]);
  });
});
