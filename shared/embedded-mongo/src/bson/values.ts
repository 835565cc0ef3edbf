import {
  type Binary,
  type BSONRegExp,
  type BSONSymbol,
  type Code,
  type Decimal128,
  Double,
  type MaxKey,
  type MinKey,
  type ObjectId,
  type Timestamp,
} from 'bson';

/**
 * BSON in memory. A plain number is an int32 if it is an integer that fits (and not -0), or else a double. A double
 * that looks like an int32 is wrapped in Double, and an int64 is a bigint. Every type therefore survives reading and
 * writing.
 */
export type Value =
  | null
  | boolean
  | string
  | number
  | bigint
  | Date
  | Double
  | Decimal128
  | ObjectId
  | Binary
  | Timestamp
  | BSONRegExp
  | BSONSymbol
  | Code
  | MinKey
  | MaxKey
  | Document
  | Value[];

export interface Document {
  [field: string]: Value;
}

/** A field that may be missing. */
export type Maybe = Value | undefined;

export const rank = {
  minKey: 1,
  missing: 3,
  null: 5,
  number: 10,
  string: 15,
  object: 20,
  array: 25,
  binary: 30,
  objectId: 35,
  boolean: 40,
  date: 45,
  timestamp: 47,
  regex: 50,
  code: 60,
  codeWithScope: 65,
  maxKey: 127,
} as const;

const rankOfWrapped: Record<string, number> = {
  Double: rank.number,
  Int32: rank.number,
  Long: rank.number,
  Decimal128: rank.number,
  ObjectId: rank.objectId,
  Binary: rank.binary,
  Timestamp: rank.timestamp,
  BSONRegExp: rank.regex,
  BSONSymbol: rank.string,
  MinKey: rank.minKey,
  MaxKey: rank.maxKey,
};

export function bsonType(value: unknown): string | undefined {
  return (value as { _bsontype?: string })._bsontype;
}

/** Rank of the value's type in MongoDB's comparison order. */
export function rankOf(value: Maybe): number {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return rank.number;
    case 'string':
      return rank.string;
    case 'boolean':
      return rank.boolean;
    case 'undefined':
      return rank.missing;
    default:
      return value === null ? rank.null : rankOfObject(value as object);
  }
}

function rankOfObject(value: object): number {
  if (Array.isArray(value)) return rank.array;
  if (value instanceof Date) return rank.date;
  const type = bsonType(value);
  if (typeof type !== 'string') return rank.object;
  if (type === 'Code') return (value as Code).scope ? rank.codeWithScope : rank.code;
  return rankOfWrapped[type] ?? rank.object;
}

export function isDocument(value: Maybe): value is Document {
  return typeof value === 'object' && value !== null && rankOfObject(value) === rank.object;
}

export function isNumeric(value: Maybe): value is number | bigint | Double | Decimal128 {
  return rankOf(value) === rank.number;
}

export function isDecimal(value: Maybe): value is Decimal128 {
  return typeof value === 'object' && value !== null && bsonType(value) === 'Decimal128';
}

export function isInt32(value: number): boolean {
  return (value | 0) === value && !Object.is(value, -0);
}

/** Returns the value as a double, wrapped only if a plain number would count as an int32. */
export function asDouble(value: number): number | Double {
  return isInt32(value) ? new Double(value) : value;
}

/** The JavaScript number nearest to a numeric value. */
export function toNumber(value: Maybe): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Double) return value.value;
  return isDecimal(value) ? decimalToNumber(value) : Number.NaN;
}

function decimalToNumber(value: Decimal128): number {
  const text = value.toString();
  if (text === 'Infinity' || text === '-Infinity') return Number(text);
  return text === 'NaN' ? Number.NaN : Number(text);
}

/** Sets a field, even if the name would change the prototype. */
export function setField(target: Document, name: string, value: Value): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[name] = value;
  }
}

/** The field's value, or undefined if missing. Names such as "constructor" do not reach the prototype. */
export function getField(source: Document, name: string): Maybe {
  return Object.hasOwn(source, name) ? source[name] : undefined;
}

/** Truth value in expressions: everything is true except false, null, missing, and zero. */
export function isTrue(value: Maybe): boolean {
  if (value === undefined || value === null || value === false) return false;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'object' && (value as { _bsontype?: string })._bsontype === 'Double') return Number(value) !== 0;
  if (typeof value === 'object' && (value as { _bsontype?: string })._bsontype === 'Decimal128') {
    return Number(String(value)) !== 0;
  }
  return true;
}
