import { spend } from '../allowance.ts';
import { compareStrings } from '../bson/compare.ts';
import { typeName } from '../bson/type-names.ts';
import { isNumeric, type Maybe, toNumber } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import type { Operator } from './operator.ts';

/** Number of letters that are copied in one step. */
const lettersPerStep = 32;

function isNothing(value: Maybe): value is null | undefined {
  return value === undefined || value === null;
}

/** Converts strings, numbers, and dates to text. Null and missing values become the empty string. */
export function textOf(value: Maybe, name: string): string {
  if (isNothing(value)) return '';
  if (typeof value === 'string') {
    spend(value.length / lettersPerStep);
    return value;
  }
  if (value instanceof Date) return value.toISOString();
  if (isNumeric(value)) return String(value);
  throw new MongoError(16007, `can't convert from BSON type ${typeName(value)} to String in ${name}`);
}

const concat: Operator = (operands) => {
  if (operands.some(isNothing)) return null;
  return operands
    .map((operand) => {
      if (typeof operand !== 'string')
        throw new MongoError(16702, `$concat only supports strings, not ${typeName(operand)}`);
      spend(operand.length / lettersPerStep);
      return operand;
    })
    .join('');
};

const split: Operator = ([text, separator]) => {
  if (isNothing(text) || isNothing(separator)) return null;
  if (typeof text !== 'string' || typeof separator !== 'string') throw new MongoError(40085, '$split requires strings');
  if (separator === '') throw new MongoError(40087, '$split requires a non-empty separator');
  spend(text.length / lettersPerStep);
  return text.split(separator);
};

const substrBytes: Operator = ([text, start, length], name) => {
  const bytes = Buffer.from(textOf(text, name));
  const from = toNumber(start);
  const size = toNumber(length);
  return bytes.subarray(from, size < 0 ? bytes.length : from + size).toString();
};

const substrCP: Operator = ([text, start, length], name) => {
  const whole = textOf(text, name);
  spend(whole.length);
  const points = [...whole];
  return points.slice(toNumber(start), toNumber(start) + toNumber(length)).join('');
};

const indexOfCP: Operator = ([text, part, start, end]) => {
  if (isNothing(text)) return null;
  spend(String(text).length);
  const points = [...String(text)];
  const from = start === undefined ? 0 : toNumber(start);
  const at = points.slice(0, end === undefined ? undefined : toNumber(end)).join('');
  const offset = points.slice(0, from).join('').length;
  const found = at.indexOf(String(part), offset);
  return found < 0 ? -1 : [...at.slice(0, found)].length;
};

export const stringOperators: Record<string, Operator> = {
  $concat: concat,
  $split: split,
  $toLower: ([value], name) => textOf(value, name).replace(/[A-Z]+/g, (part) => part.toLowerCase()),
  $toUpper: ([value], name) => textOf(value, name).replace(/[a-z]+/g, (part) => part.toUpperCase()),
  $strLenCP: ([value]) => [...requireText(value, '$strLenCP')].length,
  $strLenBytes: ([value]) => Buffer.byteLength(requireText(value, '$strLenBytes')),
  $strcasecmp: ([left, right], name) =>
    Math.sign(compareStrings(textOf(left, name).toUpperCase(), textOf(right, name).toUpperCase())),
  $substr: substrBytes,
  $substrBytes: substrBytes,
  $substrCP: substrCP,
  $indexOfCP: indexOfCP,
};

function requireText(value: Maybe, name: string): string {
  if (typeof value !== 'string')
    throw new MongoError(34471, `${name} requires a string argument, found: ${typeName(value)}`);
  return value;
}
