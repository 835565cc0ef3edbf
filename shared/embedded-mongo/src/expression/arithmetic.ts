import { Decimal128, Double } from 'bson';
import { asDouble, isDecimal, isInt32, toNumber, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { exactDecimal } from '../index/number-key.ts';

type Numeric = number | bigint | Double | Decimal128;
export type Operation = 'add' | 'subtract' | 'multiply';

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

/** With MongoDB's types: the wider operand decides, an int32 grows to int64; undefined when an int64 overflows. */
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

function onDecimals(operation: Operation, left: Numeric, right: Numeric): Decimal128 {
  const numbers = [toNumber(left), toNumber(right)] as const;
  if (!numbers.every(Number.isFinite)) return Decimal128.fromString(special(onDoubles(operation, ...numbers)));
  const [a, b] = [decimalParts(left), decimalParts(right)];
  if (operation === 'multiply') return toDecimal(a.digits * b.digits, a.scale + b.scale);
  const scale = Math.max(a.scale, b.scale);
  const lift = (part: typeof a) => part.digits * 10n ** BigInt(scale - part.scale);
  return toDecimal(onIntegers(operation, lift(a), lift(b)), scale);
}

function special(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? 'Infinity' : '-Infinity';
}

/** Doubles become decimals with 15 significant digits, zeros among them, as MongoDB converts them. */
export function decimalText(double: number): string {
  return double === 0 ? '0' : double.toPrecision(15);
}

function decimalParts(value: Numeric): { digits: bigint; scale: number } {
  if (typeof value === 'bigint') return { digits: value, scale: 0 };
  if (isDecimal(value)) return exactDecimal(value.toString());
  const number = toNumber(value);
  return exactDecimal(isDouble(value) ? decimalText(number) : String(number));
}

const decimalDigits = 34;

export function toDecimal(digits: bigint, scale: number): Decimal128 {
  const text = (digits < 0n ? -digits : digits).toString();
  const excess = text.length - decimalDigits;
  if (excess <= 0) return Decimal128.fromString(`${digits}E${-scale}`);
  return Decimal128.fromStringWithRounding(`${digits}E${-scale}`);
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
