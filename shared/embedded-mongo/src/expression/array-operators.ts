import { sortSteps, spend } from '../allowance.ts';
import { compareValues, valuesEqual } from '../bson/compare.ts';
import { typeName } from '../bson/type-names.ts';
import { type Document, isDocument, type Maybe, setField, toNumber, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { accumulate } from './accumulate.ts';
import type { Operator } from './operator.ts';

/** Number of elements that are copied or skipped in one step. */
const copiesPerStep = 4;

function isNothing(value: Maybe): value is null | undefined {
  return value === undefined || value === null;
}

function array(value: Maybe, name: string, code = 17124): Value[] {
  if (!Array.isArray(value))
    throw new MongoError(code, `The argument to ${name} must be an array, but was of type: ${typeName(value)}`);
  spend(value.length / copiesPerStep);
  return value;
}

const arrayElemAt: Operator = ([value, position]) => {
  if (isNothing(value) || isNothing(position)) return null;
  return array(value, '$arrayElemAt', 28689).at(toNumber(position));
};

const concatArrays: Operator = (operands, name) => {
  if (operands.some(isNothing)) return null;
  return operands.flatMap((operand) => array(operand, name, 28664));
};

const slice: Operator = ([value, first, second]) => {
  if (isNothing(value) || isNothing(first) || second === null) return null;
  const items = array(value, '$slice', 28724);
  const start = toNumber(first);
  if (second === undefined) return start < 0 ? items.slice(start) : items.slice(0, start);
  const from = start < 0 ? Math.max(0, items.length + start) : start;
  return items.slice(from, from + toNumber(second));
};

const inOperator: Operator = ([value, list]) => {
  if (!Array.isArray(list))
    throw new MongoError(40081, `$in requires an array as a second argument, found: ${typeName(list)}`);
  return includes(list, value);
};

function includes(list: readonly Value[], value: Maybe): boolean {
  spend(list.length);
  return list.some((element) => valuesEqual(element, value));
}

const indexOfArray: Operator = ([list, value, start, end]) => {
  if (isNothing(list)) return null;
  const items = array(list, '$indexOfArray', 40090);
  const last = end === undefined ? items.length : toNumber(end);
  spend(items.length);
  for (let at = start === undefined ? 0 : toNumber(start); at < Math.min(items.length, last); at++) {
    if (valuesEqual(items[at], value)) return at;
  }
  return -1;
};

const range: Operator = ([start, end, step]) => {
  const by = step === undefined ? 1 : toNumber(step);
  if (by === 0) throw new MongoError(34449, '$range requires a non-zero step value');
  const result: Value[] = [];
  const count = (toNumber(end) - toNumber(start)) / by;
  spend(Math.max(count || 0, 0));
  for (let at = toNumber(start); by > 0 ? at < toNumber(end) : at > toNumber(end); at += by) result.push(at);
  return result;
};

function distinct(values: Value[]): Value[] {
  spend(sortSteps * values.length);
  return values.toSorted(compareValues).filter((value, at, all) => at === 0 || !valuesEqual(value, all[at - 1]));
}

const setUnion: Operator = (operands, name) => {
  if (operands.some(isNothing)) return null;
  return distinct(operands.flatMap((operand) => array(operand, name, 17043)));
};

const setIntersection: Operator = (operands, name) => {
  if (operands.some(isNothing)) return null;
  const [first = [], ...rest] = operands.map((operand) => array(operand, name, 17047));
  return distinct(first.filter((value) => rest.every((other) => includes(other, value))));
};

const setDifference: Operator = ([left, right], name) => {
  if (isNothing(left) || isNothing(right)) return null;
  const others = array(right, name, 17049);
  const kept = array(left, name, 17048).filter((value) => !includes(others, value));
  return kept.filter((value, at) => !includes(kept.slice(0, at), value));
};

const setIsSubset: Operator = ([left, right], name) =>
  array(left, name, 17046).every((value) => includes(array(right, name, 17042), value));

const setEquals: Operator = (operands, name) => {
  const [first, ...rest] = operands.map((operand) => distinct(array(operand, name, 17044)));
  return rest.every((other) => valuesEqual(first, other));
};

const arrayToObject: Operator = ([value], name) => {
  if (isNothing(value)) return null;
  const result: Document = {};
  for (const entry of array(value, name, 40386)) {
    const [key, item] = Array.isArray(entry) ? entry : isDocument(entry) ? [entry.k, entry.v] : [];
    if (typeof key !== 'string') throw new MongoError(40394, '$arrayToObject requires keys of type string');
    setField(result, key, item ?? null);
  }
  return result;
};

/** $sum, $avg, $min, and $max of one array, or of all operands. */
const ofAll: Operator = (operands, name) => {
  const values = operands.length === 1 && Array.isArray(operands[0]) ? operands[0] : operands;
  return accumulate(name, values);
};

export const arrayOperators: Record<string, Operator> = {
  $arrayElemAt: arrayElemAt,
  $concatArrays: concatArrays,
  $slice: slice,
  $in: inOperator,
  $indexOfArray: indexOfArray,
  $range: range,
  $size: ([value], name) => array(value, name).length,
  $first: ([value], name) => (isNothing(value) ? null : array(value, name, 28689)[0]),
  $last: ([value], name) => (isNothing(value) ? null : array(value, name, 28689).at(-1)),
  $reverseArray: ([value], name) => (isNothing(value) ? null : array(value, name, 34435).toReversed()),
  $isArray: ([value]) => Array.isArray(value),
  $setUnion: setUnion,
  $setIntersection: setIntersection,
  $setDifference: setDifference,
  $setIsSubset: setIsSubset,
  $setEquals: setEquals,
  $anyElementTrue: ([value], name) => array(value, name, 17041).some((v) => v !== null && v !== false && v !== 0),
  $allElementsTrue: ([value], name) => array(value, name, 17040).every((v) => v !== null && v !== false && v !== 0),
  $arrayToObject: arrayToObject,
  $sum: ofAll,
  $avg: ofAll,
  $min: ofAll,
  $max: ofAll,
  $stdDevPop: ofAll,
  $stdDevSamp: ofAll,
};
