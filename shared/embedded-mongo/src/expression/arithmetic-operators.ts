import { Decimal128, Double } from 'bson';
import { typeName } from '../bson/type-names.ts';
import { asDouble, isDecimal, isInt32, isNumeric, type Maybe, toNumber, type Value } from '../bson/values.ts';
import { MongoError, typeMismatch } from '../errors.ts';
import { type asNumeric, calculate, overflow } from './arithmetic.ts';
import type { Operator } from './compile.ts';

type Numeric = ReturnType<typeof asNumeric>;

function isNothing(value: Maybe): value is null | undefined {
  return value === undefined || value === null;
}

function number(value: Maybe, name: string): Numeric {
  if (!isNumeric(value)) throw typeMismatch(`${name} only supports numeric types, not ${typeName(value)}`);
  return value;
}

const add: Operator = (operands) => {
  if (operands.some(isNothing)) return null;
  let date: number | undefined;
  let sum: Numeric = 0;
  for (const operand of operands) {
    if (operand instanceof Date) {
      if (date !== undefined) throw new MongoError(16612, 'only one date allowed in an $add expression');
      date = operand.getTime();
    } else {
      const next = calculate('add', sum, number(operand, '$add'));
      sum = next ?? asDouble(toNumber(sum) + toNumber(operand));
    }
  }
  return date === undefined ? sum : new Date(date + Math.round(toNumber(sum)));
};

const subtract: Operator = ([left, right]) => {
  if (isNothing(left) || isNothing(right)) return null;
  if (left instanceof Date) {
    if (right instanceof Date) return BigInt(left.getTime() - right.getTime());
    return new Date(left.getTime() - Math.round(toNumber(number(right, '$subtract'))));
  }
  const result = calculate('subtract', number(left, '$subtract'), number(right, '$subtract'));
  if (result === undefined) throw overflow('$subtract');
  return result;
};

const multiply: Operator = (operands) => {
  if (operands.some(isNothing)) return null;
  return operands.reduce<Numeric>((product, operand) => {
    const next = calculate('multiply', product, number(operand, '$multiply'));
    return next ?? asDouble(toNumber(product) * toNumber(operand));
  }, 1);
};

const divide: Operator = ([left, right]) => {
  if (isNothing(left) || isNothing(right)) return null;
  const divisor = toNumber(number(right, '$divide'));
  if (divisor === 0) throw new MongoError(2, "can't $divide by zero");
  const quotient = toNumber(number(left, '$divide')) / divisor;
  return isDecimal(left) || isDecimal(right) ? Decimal128.fromString(String(quotient)) : asDouble(quotient);
};

/** The result in the type that both operands need: int, long or double. */
function inWiderType(result: number | bigint, operands: readonly Value[]): Value {
  if (operands.some((value) => value instanceof Double || (typeof value === 'number' && !isInt32(value)))) {
    return asDouble(Number(result));
  }
  return operands.some((value) => typeof value === 'bigint') ? BigInt(result) : Number(result);
}

const mod: Operator = ([left, right]) => {
  if (isNothing(left) || isNothing(right)) return null;
  const divisor = number(right, '$mod');
  if (toNumber(divisor) === 0) throw new MongoError(16610, "can't $mod by zero");
  if (typeof left === 'bigint' && typeof divisor === 'bigint') return left % divisor;
  return inWiderType(toNumber(number(left, '$mod')) % toNumber(divisor), [left, divisor]);
};

function rounding(round: (value: number) => number): Operator {
  return ([value], name) => {
    if (isNothing(value)) return null;
    if (typeof value === 'bigint' || (typeof value === 'number' && isInt32(value))) return value;
    const result = round(toNumber(number(value, name)));
    return isDecimal(value) ? Decimal128.fromString(String(result)) : asDouble(result);
  };
}

/** Half to even, as MongoDB rounds. */
function roundTo(value: number, places: number): number {
  const factor = 10 ** places;
  const scaled = value * factor;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const rounded = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
  return rounded / factor;
}

function toPlaces(cut: (value: number, places: number) => number): Operator {
  return ([value, places], name) => {
    if (isNothing(value) || places === null) return null;
    const digits = places === undefined ? 0 : toNumber(places);
    const isWhole = typeof value === 'bigint' || (typeof value === 'number' && isInt32(value));
    if (isWhole && digits >= 0) return value;
    const result = cut(toNumber(number(value, name)), digits);
    return isDecimal(value) ? Decimal128.fromString(String(result)) : inWiderType(result, [value as Value]);
  };
}

function truncateTo(value: number, places: number): number {
  const factor = 10 ** places;
  return Math.trunc(value * factor) / factor;
}

function onDouble(compute: (value: number) => number): Operator {
  return ([value], name) => (isNothing(value) ? null : asDouble(compute(toNumber(number(value, name)))));
}

const abs: Operator = ([value], name) => {
  if (isNothing(value)) return null;
  if (typeof value === 'bigint') return value < 0n ? -value : value;
  if (typeof value === 'number')
    return Math.abs(value) > 2147483647 && isInt32(value) ? BigInt(-value) : Math.abs(value);
  if (isDecimal(value)) return Decimal128.fromString(value.toString().replace(/^-/, ''));
  return asDouble(Math.abs(toNumber(number(value, name))));
};

const pow: Operator = ([base, exponent]) => {
  if (isNothing(base) || isNothing(exponent)) return null;
  const result = toNumber(number(base, '$pow')) ** toNumber(number(exponent, '$pow'));
  const isWhole =
    Number.isSafeInteger(result) && [base, exponent].every((v) => typeof v === 'bigint' || typeName(v) === 'int');
  if (!isWhole) return asDouble(result);
  return isInt32(result) && typeof base === 'number' && typeof exponent === 'number' ? result : BigInt(result);
};

const log: Operator = ([value, base]) => {
  if (isNothing(value) || isNothing(base)) return null;
  return asDouble(Math.log(toNumber(number(value, '$log'))) / Math.log(toNumber(number(base, '$log'))));
};

export const arithmeticOperators: Record<string, Operator> = {
  $add: add,
  $subtract: subtract,
  $multiply: multiply,
  $divide: divide,
  $mod: mod,
  $abs: abs,
  $pow: pow,
  $log: log,
  $ceil: rounding(Math.ceil),
  $floor: rounding(Math.floor),
  $round: toPlaces(roundTo),
  $trunc: toPlaces(truncateTo),
  $sqrt: onDouble(Math.sqrt),
  $exp: onDouble(Math.exp),
  $ln: onDouble(Math.log),
  $log10: onDouble(Math.log10),
};
