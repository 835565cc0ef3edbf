import { Double } from 'bson';
import { asDouble, isDecimal, isInt32, toNumber, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { type Numeric, type Operation, onDecimals } from './decimal.ts';

const int64Max = 2n ** 63n - 1n;
const int64Min = -(2n ** 63n);

export function isDouble(value: Numeric): boolean {
  return value instanceof Double || (typeof value === 'number' && !isInt32(value));
}

function onDoubles(operation: Operation, left: number, right: number): number {
  if (operation === 'add') return left + right;
  return operation === 'subtract' ? left - right : left * right;
}

function onIntegers(operation: Operation, left: bigint, right: bigint): bigint {
  if (operation === 'add') return left + right;
  return operation === 'subtract' ? left - right : left * right;
}

/** Follows MongoDB's types: the wider operand decides, and an int32 grows to int64. Undefined if an int64 overflows. */
export function calculate(operation: Operation, left: Numeric, right: Numeric): Numeric | undefined {
  if (typeof left === 'number' && typeof right === 'number' && isInt32(left) && isInt32(right)) {
    const result = onDoubles(operation, left, right);
    if (isInt32(result)) return result;
    const wide = onIntegers(operation, BigInt(left), BigInt(right));
    return wide >= -2147483648n && wide <= 2147483647n ? Number(wide) : wide;
  }
  if (isDecimal(left) || isDecimal(right)) return onDecimals(operation, left, right);
  if (isDouble(left) || isDouble(right)) return asDouble(onDoubles(operation, toNumber(left), toNumber(right)));
  const wide = onIntegers(operation, BigInt(left as number | bigint), BigInt(right as number | bigint));
  return wide > int64Max || wide < int64Min ? undefined : wide;
}

export function overflow(what: string): MongoError {
  return new MongoError(
    2,
    `Failed to apply ${what} operations to current value: the result would overflow a 64-bit integer`,
  );
}

export function asNumeric(value: Value): Numeric {
  return value as Numeric;
}
