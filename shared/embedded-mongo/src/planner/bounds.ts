import { afterPrefix, complement, encodeValue } from '../bson/key-encoding.ts';
import { bsonType, isDocument, isNumeric, rank, rankOf, toNumber, type Value } from '../bson/values.ts';
import type { Collation } from '../query/collation.ts';
import { holdsText } from '../query/collation.ts';
import type { Condition } from '../query/condition.ts';

/** A range of one component of an index. Both ends are encoded values, or the byte of a type. */
export interface Interval {
  low: Buffer;
  isLowIncluded: boolean;
  high: Buffer;
  isHighIncluded: boolean;
}

export interface FieldBounds {
  intervals: Interval[];
  /** True if each interval is a single value. */
  arePoints: boolean;
  /** True if every value in the intervals satisfies the condition, so that it need not be tested again. */
  isExact: boolean;
}

const everything: Interval = {
  low: Buffer.from([0]),
  isLowIncluded: true,
  high: Buffer.from([0xfe]),
  isHighIncluded: true,
};

export const unbounded: FieldBounds = { intervals: [everything], arePoints: false, isExact: true };

function point(key: Buffer): Interval {
  return { low: key, isLowIncluded: true, high: key, isHighIncluded: true };
}

function points(values: Value[], isExact: boolean): FieldBounds {
  const keys = new Map(values.map((value) => encodeValue(value)).map((key) => [key.toString('latin1'), key]));
  const sorted = [...keys.values()].sort(Buffer.compare);
  return { intervals: sorted.map(point), arePoints: true, isExact };
}

function equalBounds(operand: Value, collation: Collation | undefined): FieldBounds | undefined {
  if (collation && holdsText(operand)) return undefined;
  if (operand === null) return points([null], false);
  if (!Array.isArray(operand)) return points([operand], true);
  const first = operand[0];
  const bounds = points(first === undefined ? [operand] : [operand, first], false);
  if (first === undefined) bounds.intervals.unshift(point(Buffer.from([rank.missing])));
  return bounds;
}

function inBounds(operand: Value, collation: Collation | undefined): FieldBounds | undefined {
  if (!Array.isArray(operand)) return undefined;
  let isExact = true;
  for (const value of operand) {
    if (value === null) isExact = false;
    else if (Array.isArray(value) || bsonType(value) === 'BSONRegExp') return undefined;
    if (collation && holdsText(value)) return undefined;
  }
  return points(operand, isExact);
}

function rangeBounds(operator: string, operand: Value, collation: Collation | undefined): FieldBounds | undefined {
  const place = rankOf(operand);
  if (place === rank.minKey || place === rank.maxKey || place === rank.array) return undefined;
  if (collation && holdsText(operand)) return undefined;
  const hasEqual = operator.endsWith('e');
  if (place === rank.null || (isNumeric(operand) && Number.isNaN(toNumber(operand)))) {
    return hasEqual ? points([operand], false) : undefined;
  }
  const bracket = Buffer.from([place]);
  const key = encodeValue(operand);
  const isNumber = place === rank.number;
  const interval: Interval = operator.startsWith('$g')
    ? { low: key, isLowIncluded: hasEqual, high: bracket, isHighIncluded: true }
    : {
        low: isNumber ? encodeValue(Number.NaN) : bracket,
        isLowIncluded: !isNumber,
        high: key,
        isHighIncluded: hasEqual,
      };
  return { intervals: [interval], arePoints: false, isExact: true };
}

const literalPrefix = /^\^([^\\^$.|?*+()[\]{}]+)/;

/** A case-sensitive pattern anchored to literal text narrows the range to that prefix. */
function regexBounds(operand: Value): FieldBounds | undefined {
  const isRegex = operand !== null && bsonType(operand) === 'BSONRegExp';
  const pattern = isRegex ? (operand as { pattern: string }).pattern : operand;
  const flags = isRegex ? (operand as { options: string }).options : '';
  if (typeof pattern !== 'string' || flags !== '' || pattern.includes('|')) return undefined;
  const found = literalPrefix.exec(pattern);
  if (!found) return undefined;
  const rest = pattern.slice(found[0].length);
  const text = /^[?*{]/.test(rest) ? [...found[1]!].slice(0, -1).join('') : found[1]!;
  if (text === '') return undefined;
  const key = encodeValue(text);
  const prefix = key.subarray(0, key.length - 2);
  const intervals = [point(prefix)];
  if (isRegex) intervals.push(point(Buffer.from([rank.regex])));
  return { intervals, arePoints: false, isExact: false };
}

/** Bounds of an indexed field that follow from a condition. Undefined if it sets no bounds. */
export function boundsOf(condition: Condition, collation: Collation | undefined): FieldBounds | undefined {
  const operand = condition.operand as Value;
  switch (condition.operator) {
    case '$eq':
      return equalBounds(operand, collation);
    case '$in':
      return inBounds(operand, collation);
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return rangeBounds(condition.operator, operand, collation);
    case '$regex':
      return collation ? undefined : regexBounds(operand);
    case '$all':
      return allBounds(operand, collation);
    default:
      return undefined;
  }
}

function allBounds(operand: Value, collation: Collation | undefined): FieldBounds | undefined {
  if (!Array.isArray(operand)) return undefined;
  const first = operand[0];
  if (first === undefined || (isDocument(first) && '$elemMatch' in first)) return undefined;
  const bounds = equalBounds(first, collation);
  return bounds && { ...bounds, isExact: false };
}

/** Merges two single ranges of one field. Undefined if they cannot be merged. */
export function intersect(left: FieldBounds, right: FieldBounds): FieldBounds | undefined {
  if (left.arePoints || right.arePoints || left.intervals.length !== 1 || right.intervals.length !== 1)
    return undefined;
  const [a] = left.intervals as [Interval];
  const [b] = right.intervals as [Interval];
  if (a.low[0] !== b.low[0] || a.high[0] !== b.high[0]) return undefined;
  const lowOrder = Buffer.compare(a.low, b.low);
  const low = lowOrder > 0 || (lowOrder === 0 && !a.isLowIncluded) ? a : b;
  const high = higherEnd(a, b) === a ? b : a;
  return {
    intervals: [
      { low: low.low, isLowIncluded: low.isLowIncluded, high: high.high, isHighIncluded: high.isHighIncluded },
    ],
    arePoints: false,
    isExact: left.isExact && right.isExact,
  };
}

/** An end that consists only of a type's byte is after every value of the type. */
function higherEnd(a: Interval, b: Interval): Interval {
  if (a.high.length === 1) return a;
  if (b.high.length === 1) return b;
  const order = Buffer.compare(a.high, b.high);
  return order > 0 || (order === 0 && a.isHighIncluded) ? a : b;
}

/** Converts the interval to a half-open range of key bytes after a fixed prefix. */
export function rangeWithin(prefix: Buffer, interval: Interval, direction: number): { start: Buffer; end: Buffer } {
  const [low, high, isLowIncluded, isHighIncluded] =
    direction > 0
      ? [interval.low, interval.high, interval.isLowIncluded, interval.isHighIncluded]
      : [
          complement(Buffer.from(interval.high)),
          complement(Buffer.from(interval.low)),
          interval.isHighIncluded,
          interval.isLowIncluded,
        ];
  const start = Buffer.concat([prefix, low]);
  const end = Buffer.concat([prefix, high]);
  return {
    start: isLowIncluded ? start : (afterPrefix(start) ?? last),
    end: isHighIncluded ? (afterPrefix(end) ?? last) : end,
  };
}

/** Greater than every key. Types are encoded as 1 to 127, or as 128 to 254 when complemented. */
export const last = Buffer.from([0xff]);
