import { Decimal128, Double, ObjectId } from 'bson';
import { typeName } from '../bson/type-names.ts';
import { asDouble, isDecimal, isInt32, isNumeric, isTrue, type Maybe, toNumber, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { decimalText } from './decimal.ts';
import type { Operator } from './operator.ts';

function failure(value: Maybe, target: string): MongoError {
  return new MongoError(
    241,
    `Failed to convert value of type ${typeName(value)} to ${target} in $convert with no onError value`,
  );
}

function wholeNumber(value: Maybe, target: string): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Date) return BigInt(value.getTime());
  if (typeof value === 'string' && /^[+-]?\d+$/.test(value)) return BigInt(value);
  if (isNumeric(value) && Number.isFinite(toNumber(value))) return BigInt(Math.trunc(toNumber(value)));
  throw failure(value, target);
}

function toInt(value: Maybe): Value {
  const whole = wholeNumber(value, 'int');
  if (value instanceof Date || !isInt32(Number(whole))) throw failure(value, 'int');
  return Number(whole);
}

function toDouble(value: Maybe): Value {
  if (typeof value === 'boolean') return asDouble(value ? 1 : 0);
  if (value instanceof Date) return asDouble(value.getTime());
  if (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))) return asDouble(Number(value));
  if (isNumeric(value)) return asDouble(toNumber(value));
  throw failure(value, 'double');
}

function toText(value: Maybe): Value {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || isNumeric(value)) return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  throw failure(value, 'string');
}

function toDate(value: Maybe): Value {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return new Date(value);
  if (typeof value === 'bigint' || isDecimal(value) || (isNumeric(value) && typeName(value) === 'double')) {
    return new Date(Math.trunc(toNumber(value)));
  }
  throw failure(value, 'date');
}

function toObjectId(value: Maybe): Value {
  if (value instanceof ObjectId) return value;
  if (typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value)) return new ObjectId(value);
  throw failure(value, 'objectId');
}

function toDecimal(value: Maybe): Value {
  if (isDecimal(value)) return value;
  if (typeof value === 'boolean') return Decimal128.fromString(value ? '1' : '0');
  if (value instanceof Double || (typeof value === 'number' && !isInt32(value))) {
    const number = toNumber(value);
    return Decimal128.fromString(Number.isFinite(number) ? decimalText(number) : String(number));
  }
  if (isNumeric(value) || typeof value === 'string') return Decimal128.fromString(String(value));
  throw failure(value, 'decimal');
}

function nullSafe(convert: (value: Maybe) => Value): Operator {
  return ([value]) => (value === undefined || value === null ? null : convert(value));
}

export const typeOperators: Record<string, Operator> = {
  $type: ([value]) => typeName(value),
  $isNumber: ([value]) => isNumeric(value),
  $toInt: nullSafe(toInt),
  $toLong: nullSafe((value) => wholeNumber(value, 'long')),
  $toDouble: nullSafe(toDouble),
  $toString: nullSafe(toText),
  $toDate: nullSafe(toDate),
  $toBool: nullSafe((value) => isTrue(value)),
  $toObjectId: nullSafe(toObjectId),
  $toDecimal: nullSafe(toDecimal),
};
