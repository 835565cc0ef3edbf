import { Decimal128, Double } from 'bson';
import { isDecimal, isInt32, toNumber } from '../bson/values.ts';

export type Numeric = number | bigint | Double | Decimal128;
export type Operation = 'add' | 'subtract' | 'multiply';

/** The value is digits · 10^-scale. A negative scale means trailing zeros. */
interface Scaled {
  digits: bigint;
  scale: number;
}

const significantDigits = 34;
const spareDigits = 4;

/** Converts doubles to decimals with 15 significant digits, including zeros, as MongoDB does. */
export function decimalText(double: number): string {
  return double === 0 ? '0' : double.toPrecision(15);
}

function textOf(value: Numeric): string {
  if (isDecimal(value)) return value.toString();
  if (typeof value === 'bigint') return String(value);
  const isDouble = value instanceof Double || !isInt32(value);
  return isDouble ? decimalText(toNumber(value)) : String(value);
}

function scaled(value: Numeric): Scaled {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:E([+-]?\d+))?$/i.exec(textOf(value)) ?? [];
  return { digits: BigInt(`${sign ?? ''}${whole}${fraction}` || '0'), scale: fraction.length - Number(exponent) };
}

function toDecimal({ digits, scale }: Scaled): Decimal128 {
  return Decimal128.fromStringWithRounding(`${digits}E${-scale}`);
}

function hasDigits(value: Numeric): boolean {
  return isDecimal(value) ? !/inf|nan/i.test(value.toString()) : Number.isFinite(toNumber(value));
}

function isNegative(value: Numeric): boolean {
  return isDecimal(value) ? value.toString().startsWith('-') : toNumber(value) < 0 || Object.is(toNumber(value), -0);
}

function special(value: number): Decimal128 {
  return Decimal128.fromString(Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity');
}

/** Both values at the smaller unit of the two. */
function aligned(left: Scaled, right: Scaled): { left: bigint; right: bigint; scale: number } {
  const scale = Math.max(left.scale, right.scale);
  const lift = (value: Scaled) => value.digits * 10n ** BigInt(scale - value.scale);
  return { left: lift(left), right: lift(right), scale };
}

const onNumbers: Record<Operation, (left: number, right: number) => number> = {
  add: (left, right) => left + right,
  subtract: (left, right) => left - right,
  multiply: (left, right) => left * right,
};

export function onDecimals(operation: Operation, left: Numeric, right: Numeric): Decimal128 {
  if (!hasDigits(left) || !hasDigits(right)) return special(onNumbers[operation](toNumber(left), toNumber(right)));
  const [a, b] = [scaled(left), scaled(right)];
  if (operation === 'multiply') {
    const product = toDecimal({ digits: a.digits * b.digits, scale: a.scale + b.scale });
    const isNegativeZero = a.digits * b.digits === 0n && isNegative(left) !== isNegative(right);
    return isNegativeZero ? Decimal128.fromString(`-${product}`) : product;
  }
  const both = aligned(a, b);
  const digits = operation === 'add' ? both.left + both.right : both.left - both.right;
  return toDecimal({ digits, scale: both.scale });
}

/** Returns an exact quotient in its shortest form, or else with all 34 digits. The divisor is not zero. */
export function divideDecimals(left: Numeric, right: Numeric): Decimal128 {
  if (!hasDigits(left)) return special(toNumber(left) / toNumber(right));
  if (!hasDigits(right)) return Number.isNaN(toNumber(right)) ? special(Number.NaN) : Decimal128.fromString('0');
  const [a, b] = [scaled(left), scaled(right)];
  const lift = Math.max(0, significantDigits + spareDigits + String(b.digits).length - String(a.digits).length);
  const numerator = a.digits * 10n ** BigInt(lift);
  const quotient = numerator / b.digits;
  if (numerator % b.digits === 0n) return toDecimal(shortened(quotient, a.scale - b.scale + lift, a.scale - b.scale));
  // A nonzero last digit keeps a remainder from looking like an exact half.
  const sign = quotient < 0n || (quotient === 0n && a.digits < 0n !== b.digits < 0n) ? -1n : 1n;
  return toDecimal({ digits: quotient * 10n + sign, scale: a.scale - b.scale + lift + 1 });
}

/** Removes trailing zeros, down to the scale that the operands suggest. */
function shortened(digits: bigint, scale: number, ideal: number): Scaled {
  let result: Scaled = { digits, scale };
  while (result.scale > ideal && result.digits % 10n === 0n) {
    result = { digits: result.digits / 10n, scale: result.scale - 1 };
  }
  return result;
}

/** Returns the remainder, with the sign of the dividend. */
export function remainderOfDecimals(left: Numeric, right: Numeric): Decimal128 {
  if (!hasDigits(left) || Number.isNaN(toNumber(right))) return special(Number.NaN);
  if (!hasDigits(right)) return toDecimal(scaled(left));
  const both = aligned(scaled(left), scaled(right));
  return toDecimal({ digits: both.left % both.right, scale: both.scale });
}

type Rounding = 'floor' | 'ceil' | 'trunc' | 'half-even';

/** Rounds a decimal to the given number of places after the point. Negative places round before it. */
export function roundDecimal(value: Decimal128, places: number, rounding: Rounding): Decimal128 {
  if (!hasDigits(value)) return value;
  const { digits, scale } = scaled(value);
  if (scale <= places) return value;
  const unit = 10n ** BigInt(scale - places);
  return toDecimal({ digits: cut(digits, unit, rounding), scale: places });
}

/** Rounds a whole number to tens, hundreds, and so on. */
export function roundWhole(value: bigint, unit: bigint, rounding: Rounding): bigint {
  return cut(value, unit, rounding) * unit;
}

function cut(digits: bigint, unit: bigint, rounding: Rounding): bigint {
  const rest = ((digits % unit) + unit) % unit;
  const floor = (digits - rest) / unit;
  if (rest === 0n || rounding === 'floor') return floor;
  if (rounding === 'ceil') return floor + 1n;
  if (rounding === 'trunc') return digits < 0n ? floor + 1n : floor;
  const isUp = rest * 2n > unit || (rest * 2n === unit && floor % 2n !== 0n);
  return isUp ? floor + 1n : floor;
}
