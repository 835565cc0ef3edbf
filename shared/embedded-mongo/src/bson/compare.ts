import type { BSONSymbol, ObjectId } from 'bson';
import { encodeValue } from './key-encoding.ts';
import { bsonType, type Document, isDecimal, type Maybe, rank, rankOf, toNumber, type Value } from './values.ts';

/**
 * MongoDB's order of all values, across types. Here, a missing value sorts before null, but sorting treats them alike.
 */
export function compareValues(left: Maybe, right: Maybe): number {
  if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right);
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right);
  const leftRank = rankOf(left);
  const rightRank = rankOf(right);
  return leftRank === rightRank ? compareSameRank(left as Value, right as Value, leftRank) : leftRank - rightRank;
}

function compareNumbers(left: number | bigint, right: number | bigint): number {
  if (left < right) return -1;
  if (left > right) return 1;
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint and a number with the same value are equal here.
  if (left == right) return 0;
  const isLeftNaN = Number.isNaN(left);
  return isLeftNaN === Number.isNaN(right) ? 0 : isLeftNaN ? -1 : 1;
}

/** Compares UTF-8 bytes, which differs from JavaScript's order only for surrogates. */
export function compareStrings(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return surrogateLast(a) - surrogateLast(b);
  }
  return left.length - right.length;
}

function surrogateLast(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value : (value as BSONSymbol).value;
}

function compareSameRank(left: Value, right: Value, place: number): number {
  switch (place) {
    case rank.number:
      if (isDecimal(left) || isDecimal(right)) return Buffer.compare(encodeValue(left), encodeValue(right));
      return compareNumbers(exact(left), exact(right));
    case rank.string:
      return compareStrings(textOf(left), textOf(right));
    case rank.objectId:
      return Buffer.compare((left as ObjectId).id, (right as ObjectId).id);
    case rank.boolean:
      return Number(left) - Number(right);
    case rank.date:
      return (left as Date).getTime() - (right as Date).getTime();
    case rank.array:
      return compareArrays(left as Value[], right as Value[]);
    case rank.object:
      return compareDocuments(left as Document, right as Document);
    case rank.null:
    case rank.missing:
    case rank.minKey:
    case rank.maxKey:
      return 0;
    default:
      return Buffer.compare(encodeValue(left), encodeValue(right));
  }
}

function exact(value: Value): number | bigint {
  return typeof value === 'bigint' ? value : toNumber(value);
}

function compareArrays(left: Value[], right: Value[]): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const order = compareValues(left[at], right[at]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareDocuments(left: Document, right: Document): number {
  const leftNames = Object.keys(left);
  const rightNames = Object.keys(right);
  const length = Math.min(leftNames.length, rightNames.length);
  for (let at = 0; at < length; at++) {
    const leftName = leftNames[at]!;
    const rightName = rightNames[at]!;
    const order =
      rankOf(left[leftName]) - rankOf(right[rightName]) ||
      compareStrings(leftName, rightName) ||
      compareValues(left[leftName], right[rightName]);
    if (order !== 0) return order;
  }
  return leftNames.length - rightNames.length;
}

export function valuesEqual(left: Maybe, right: Maybe): boolean {
  return compareValues(left, right) === 0;
}

/** True if both the type and the value are equal. Decides whether an update changes anything. */
export function identical(left: Maybe, right: Maybe): boolean {
  if (left === right) return true;
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object')
    return Object.is(left, right);
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) && left.length === right.length && left.every((value, at) => identical(value, right[at]))
    );
  }
  const type = bsonType(left);
  if (type !== bsonType(right)) return false;
  if (left instanceof Date || typeof type === 'string') {
    if (type === 'Decimal128') return String(left) === String(right);
    return !(left instanceof Date && !(right instanceof Date)) && compareValues(left as Value, right as Value) === 0;
  }
  if (Array.isArray(right) || right instanceof Date) return false;
  const names = Object.keys(left);
  const others = Object.keys(right);
  return (
    names.length === others.length &&
    names.every((name, at) => name === others[at] && identical((left as Document)[name], (right as Document)[name]))
  );
}
