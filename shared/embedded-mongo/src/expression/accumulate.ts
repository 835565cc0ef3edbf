import { compareValues } from '../bson/compare.ts';
import { asDouble, isDecimal, isNumeric, type Maybe, toNumber, type Value } from '../bson/values.ts';
import { divideDecimals } from './decimal.ts';
import { totalOf } from './total.ts';

function average(values: readonly Maybe[]): Value {
  const numbers = values.filter(isNumeric);
  return averageOf(totalOf(numbers), numbers.length);
}

/** Returns a decimal if any value was a decimal, or else a double. */
export function averageOf(total: Value, count: number): Value {
  if (count === 0) return null;
  return isDecimal(total) ? divideDecimals(total, count) : asDouble(toNumber(total) / count);
}

function extreme(values: readonly Maybe[], sign: number): Value {
  let best: Maybe;
  for (const value of values) {
    if (value === undefined || value === null) continue;
    if (best === undefined || compareValues(value, best) * sign < 0) best = value;
  }
  return best ?? null;
}

function deviation(values: readonly Maybe[], correction: number): Value {
  const numbers = values.filter(isNumeric).map(toNumber);
  if (numbers.length <= correction) return null;
  const mean = numbers.reduce((total, value) => total + value, 0) / numbers.length;
  const squares = numbers.reduce((total, value) => total + (value - mean) ** 2, 0);
  return asDouble(Math.sqrt(squares / (numbers.length - correction)));
}

/** Accumulators that exist both in groups and as expressions on arrays. */
export function accumulate(name: string, values: readonly Maybe[]): Value {
  switch (name) {
    case '$sum':
      return totalOf(values.filter(isNumeric));
    case '$avg':
      return average(values);
    case '$min':
      return extreme(values, 1);
    case '$max':
      return extreme(values, -1);
    case '$stdDevPop':
      return deviation(values, 0);
    default:
      return deviation(values, 1);
  }
}
