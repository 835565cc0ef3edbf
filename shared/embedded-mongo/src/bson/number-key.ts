import type { Decimal128 } from 'bson';

/**
 * Encodes numbers of all four types in one order. The key is the nearest double in sortable form (8 bytes), followed by
 * the part that the double cannot hold. That part is 0x80 for zero, or else the sign, decimal exponent, and digits of
 * the exact difference.
 */
const scratch = new DataView(new ArrayBuffer(8));

export function sortableDouble(target: Buffer, at: number, value: number): void {
  scratch.setFloat64(0, value === 0 ? 0 : value);
  const high = scratch.getUint32(0);
  const low = scratch.getUint32(4);
  if (Number.isNaN(value)) {
    target.writeUInt32BE(0, at);
    target.writeUInt32BE(0, at + 4);
  } else if (high >= 0x80000000) {
    target.writeUInt32BE(~high >>> 0, at);
    target.writeUInt32BE(~low >>> 0, at + 4);
  } else {
    target.writeUInt32BE((high | 0x80000000) >>> 0, at);
    target.writeUInt32BE(low, at + 4);
  }
}

interface Scaled {
  /** The value is digits · 10^-scale. */
  digits: bigint;
  scale: number;
}

function exactDouble(value: number): Scaled {
  scratch.setFloat64(0, value);
  const bits = scratch.getBigUint64(0);
  const exponentBits = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = exponentBits === 0 ? fraction : fraction | 0x10000000000000n;
  const exponent = (exponentBits === 0 ? 1 : exponentBits) - 1075;
  const signed = value < 0 ? -mantissa : mantissa;
  if (exponent >= 0) return { digits: signed << BigInt(exponent), scale: 0 };
  return { digits: signed * 5n ** BigInt(-exponent), scale: -exponent };
}

export function exactDecimal(text: string): Scaled {
  const match = /^(-?)(\d*)\.?(\d*)(?:E([+-]?\d+))?$/i.exec(text);
  if (!match) return { digits: 0n, scale: 0 };
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${fraction}` || '0');
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

function difference(left: Scaled, right: Scaled): Scaled {
  const scale = Math.max(left.scale, right.scale);
  const lift = (value: Scaled) => value.digits * 10n ** BigInt(scale - value.scale);
  return { digits: lift(left) - lift(right), scale };
}

/** Sign byte, exponent, and digits. Negative values are complemented so that the bytes sort like the numbers. */
function remainderBytes(rest: Scaled): Buffer {
  if (rest.digits === 0n) return zero;
  const isNegative = rest.digits < 0n;
  const text = (isNegative ? -rest.digits : rest.digits).toString();
  const exponent = text.length - rest.scale + 0x8000;
  const bytes = Buffer.alloc(text.length + 3);
  bytes.writeUInt16BE(exponent, 0);
  const digits = text.replace(/0+$/, '');
  bytes.write(digits, 2, 'latin1');
  const body = bytes.subarray(0, digits.length + 3);
  if (isNegative) for (let at = 0; at < body.length; at++) body[at] = ~body[at]! & 0xff;
  return Buffer.concat([Buffer.from([isNegative ? 0x7f : 0x81]), body]);
}

const zero = Buffer.from([0x80]);

export function bigintRemainder(value: bigint, nearest: number): Buffer {
  return remainderBytes({ digits: value - BigInt(nearest), scale: 0 });
}

export function decimalRemainder(value: Decimal128, nearest: number): Buffer {
  if (!Number.isFinite(nearest)) {
    const text = value.toString();
    if (text.includes('Inf') || text === 'NaN') return zero;
    const bound = exactDouble(nearest > 0 ? Number.MAX_VALUE : -Number.MAX_VALUE);
    return remainderBytes(difference(exactDecimal(text), bound));
  }
  return remainderBytes(difference(exactDecimal(value.toString()), exactDouble(nearest)));
}

/** Decimals beyond the range of doubles sort just inside infinity. */
export function nearestDouble(value: number, isInfinite: boolean): number {
  if (Number.isFinite(value) || Number.isNaN(value) || isInfinite) return value;
  return value > 0 ? Number.MAX_VALUE : -Number.MAX_VALUE;
}
