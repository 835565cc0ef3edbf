import { sortSteps, spend } from '../allowance.ts';
import { compareValues, valuesEqual } from '../bson/compare.ts';
import { bsonType, type Document, isDocument, isNumeric, type Maybe, toNumber, type Value } from '../bson/values.ts';
import { badValue, MongoError } from '../errors.ts';
import { compileMatcher } from '../query/match.ts';
import { dbRefFields } from '../query/match-operators.ts';
import { compileSort } from '../query/sort.ts';
import { clone } from './clone.ts';

type ArrayOf = (value: Maybe) => Value[];

const pushModifiers = new Set(['$each', '$slice', '$sort', '$position']);

function eachOf(operand: Value): Value[] {
  if (isDocument(operand) && '$each' in operand) {
    if (!Array.isArray(operand.$each)) throw badValue('The argument to $each must be an array');
    return operand.$each.map(clone);
  }
  return [clone(operand)];
}

function whole(value: Value, name: string): number {
  if (!isNumeric(value) || !Number.isInteger(toNumber(value)))
    throw badValue(`The value for ${name} must be an integer value`);
  return toNumber(value);
}

export function pushTo(operand: Value, arrayOf: ArrayOf): (value: Maybe) => Value {
  const values = eachOf(operand);
  const options: Document = isDocument(operand) && '$each' in operand ? operand : {};
  for (const name of Object.keys(options)) {
    if (!pushModifiers.has(name)) throw badValue(`Unrecognized clause in $push: ${name}`);
  }
  const position = options.$position === undefined ? undefined : whole(options.$position, '$position');
  const slice = options.$slice === undefined ? undefined : whole(options.$slice, '$slice');
  const order = options.$sort === undefined ? undefined : elementOrder(options.$sort);
  return (value) => {
    const array = value === undefined ? [] : [...arrayOf(value)];
    array.splice(position ?? array.length, 0, ...values.map(clone));
    spend(array.length * (order ? sortSteps : 1));
    if (order) array.sort(order);
    if (slice === undefined) return array;
    return slice >= 0 ? array.slice(0, slice) : array.slice(slice);
  };
}

function elementOrder(sort: Value): (left: Value, right: Value) => number {
  if (!isDocument(sort)) {
    const direction = toNumber(sort);
    if (direction !== 1 && direction !== -1) throw badValue('The $sort element value must be either 1 or -1');
    return (left, right) => compareValues(left, right) * direction;
  }
  const sorter = compileSort(sort);
  const keyOf = (value: Value) => sorter.keyOf(isDocument(value) ? value : {});
  return (left, right) => sorter.compare(keyOf(left), keyOf(right));
}

export function addToSet(operand: Value, arrayOf: ArrayOf): (value: Maybe) => Value {
  const values = eachOf(operand);
  return (value) => {
    const array = value === undefined ? [] : [...arrayOf(value)];
    for (const candidate of values) {
      spend(array.length);
      if (!array.some((element) => valuesEqual(element, candidate))) array.push(clone(candidate));
    }
    return array;
  };
}

export function popFrom(direction: number): (array: Value[]) => Value[] {
  if (direction !== 1 && direction !== -1) throw new MongoError(9, `$pop expects 1 or -1, found: ${direction}`);
  return (array) => (direction === 1 ? array.slice(0, -1) : array.slice(1));
}

export function pullAllFrom(operand: Value): (array: Value[]) => Value[] {
  if (!Array.isArray(operand)) throw badValue('$pullAll requires an array argument');
  return (array) => {
    spend(array.length * operand.length);
    return array.filter((element) => !operand.some((value) => valuesEqual(element, value)));
  };
}

/** Operators that begin a filter on elements that are documents, not on values. */
const filterOperators = ['$and', '$or', '$nor', '$expr', '$comment', ...dbRefFields];

/**
 * A document is a filter on each element, and an expression with operators is a filter on each value. Anything else
 * must be equal.
 */
export function pullFrom(operand: Value): (array: Value[]) => Value[] {
  if (isDocument(operand)) {
    const [first] = Object.keys(operand);
    const isOnValue = first?.startsWith('$') === true && !filterOperators.includes(first);
    if (isOnValue) {
      const matches = compileMatcher({ element: operand });
      return (array) => array.filter((element) => !matches({ element }));
    }
    const matches = compileMatcher(operand);
    return (array) => array.filter((element) => !(isDocument(element) && matches(element)));
  }
  if (operand !== null && bsonType(operand) === 'BSONRegExp') {
    const matches = compileMatcher({ element: operand });
    return (array) => array.filter((element) => !matches({ element }));
  }
  return (array) => array.filter((element) => !valuesEqual(element, operand));
}
