import { Decimal128, Double } from 'bson';
import { typeName } from '../bson/type-names.ts';
import { asDouble, isDecimal, isInt32, isNumeric, type Maybe, toNumber, type Value } from '../bson/values.ts';
import { MongoError, notSupported, typeMismatch } from '../errors.ts';
import { calculate, overflow } from './arithmetic.ts';
import type { Numeric } from './decimal.ts';
import { divideDecimals, remainderOfDecimals, roundDecimal, roundWhole } from './decimal.ts';
import type { Operator } from './operator.ts';

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
  const [dividend, divisor] = [number(left, '$divide'), number(right, '$divide')];
  if (toNumber(divisor) === 0) throw new MongoError(2, "can't $divide by zero");
  if (isDecimal(left) || isDecimal(right)) return divideDecimals(dividend, divisor);
  return asDouble(toNumber(dividend) / toNumber(divisor));
};

/** Returns the result in the wider type of the operands: int, long, or double. */
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
  const dividend = number(left, '$mod');
  if (isDecimal(dividend) || isDecimal(divisor)) return remainderOfDecimals(dividend, divisor);
  if (typeof dividend === 'bigint' || typeof divisor === 'bigint') {
    if (isWhole(dividend) && isWhole(divisor)) return BigInt(dividend) % BigInt(divisor);
  }
  return inWiderType(toNumber(dividend) % toNumber(divisor), [dividend, divisor]);
};

function isWhole(value: Maybe): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && isInt32(value));
}

function rounding(kind: 'floor' | 'ceil', round: (value: number) => number): Operator {
  return ([value], name) => {
    if (isNothing(value) || isWhole(value)) return value ?? null;
    if (isDecimal(value)) return roundDecimal(value, 0, kind);
    return asDouble(round(toNumber(number(value, name))));
  };
}

/** Rounds half to even, as MongoDB does. */
function roundTo(value: number, places: number): number {
  const factor = 10 ** places;
  const scaled = value * factor;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const rounded = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
  return rounded / factor;
}

const placesMin = -20;
const placesMax = 100;

function toPlaces(kind: 'half-even' | 'trunc', cut: (value: number, places: number) => number): Operator {
  return ([value, places], name) => {
    if (isNothing(value) || places === null) return null;
    const digits = places === undefined ? 0 : toNumber(places);
    if (!Number.isInteger(digits))
      throw new MongoError(51082, `precision argument to ${name} must be a integral value`);
    if (digits < placesMin || digits > placesMax)
      throw new MongoError(51083, `cannot apply ${name} with precision value ${digits} value must be in [-20, 100]`);
    if (isDecimal(value)) return roundDecimal(value, digits, kind);
    if (isWhole(value)) return digits >= 0 ? value : wholeToPlaces(value, digits, kind);
    return asDouble(cut(toNumber(number(value, name)), digits));
  };
}

function wholeToPlaces(value: number | bigint, digits: number, kind: 'half-even' | 'trunc'): Value {
  const rounded = roundWhole(BigInt(value), 10n ** BigInt(-digits), kind);
  return typeof value === 'number' && isInt32(Number(rounded)) ? Number(rounded) : rounded;
}

function truncateTo(value: number, places: number): number {
  const factor = 10 ** places;
  return Math.trunc(value * factor) / factor;
}

/** These operators compute only with doubles, so a decimal would silently lose digits. */
function asNumber(value: Maybe, name: string): number {
  if (isDecimal(value)) throw notSupported(`${name} of a decimal`);
  return toNumber(number(value, name));
}

function onDouble(compute: (value: number) => number): Operator {
  return ([value], name) => (isNothing(value) ? null : asDouble(compute(asNumber(value, name))));
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
  const result = asNumber(base, '$pow') ** asNumber(exponent, '$pow');
  const isWhole =
    Number.isSafeInteger(result) && [base, exponent].every((v) => typeof v === 'bigint' || typeName(v) === 'int');
  if (!isWhole) return asDouble(result);
  return isInt32(result) && typeof base === 'number' && typeof exponent === 'number' ? result : BigInt(result);
};

const log: Operator = ([value, base]) => {
  if (isNothing(value) || isNothing(base)) return null;
  return asDouble(Math.log(asNumber(value, '$log')) / Math.log(asNumber(base, '$log')));
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
  $ceil: rounding('ceil', Math.ceil),
  $floor: rounding('floor', Math.floor),
  $round: toPlaces('half-even', roundTo),
  $trunc: toPlaces('trunc', truncateTo),
  $sqrt: onDouble(Math.sqrt),
  $exp: onDouble(Math.exp),
  $ln: onDouble(Math.log),
  $log10: onDouble(Math.log10),
};
