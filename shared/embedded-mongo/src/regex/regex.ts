import type { BSONRegExp, BSONSymbol } from 'bson';
import { bsonType, type Maybe, rank, rankOf, type Value } from '../bson/values.ts';
import { badValue, MongoError } from '../errors.ts';
import { LinearPattern } from './linear-pattern.ts';

const patternMax = 32_764;

/**
 * Translates MongoDB's PCRE options to JavaScript. For x (free spacing), the spacing is removed from the pattern, and
 * the other options have equivalents.
 */
export function toRegExp(pattern: string, options: string): RegExp {
  if (pattern.length > patternMax) throw new MongoError(51091, 'Regular expression is too long');
  let flags = '';
  let source = pattern;
  for (const option of options) {
    if (option === 'i' || option === 'm' || option === 's') flags += flags.includes(option) ? '' : option;
    else if (option === 'x') source = withoutFreeSpacing(source);
    else if (option !== 'u') throw new MongoError(51108, `invalid flag in regex options: ${option}`);
  }
  const inline = /^\(\?([ims]+)\)/.exec(source);
  if (inline) {
    source = source.slice(inline[0].length);
    for (const option of inline[1]!) if (!flags.includes(option)) flags += option;
  }
  return construct(source, flags);
}

function construct(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    try {
      return new RegExp(source, flags);
    } catch (error) {
      throw new MongoError(51091, `Regular expression is invalid: ${(error as Error).message}`);
    }
  }
}

function withoutFreeSpacing(pattern: string): string {
  return pattern.replace(/\\.|\[(?:\\.|[^\]])*\]|\s+|#.*$/gm, (part) => (/^(\s|#)/.test(part) ? '' : part));
}

export function compileRegex(operand: Value, options: Maybe): RegExp {
  if (options !== undefined && typeof options !== 'string') throw badValue('$options must be a string');
  if (typeof operand === 'string') return toRegExp(operand, (options as string) ?? '');
  if (operand !== null && bsonType(operand) === 'BSONRegExp') {
    const regex = operand as BSONRegExp;
    return toRegExp(regex.pattern, (options as string) ?? regex.options);
  }
  throw badValue('$regex must be a string');
}

/** Accepts text that matches, and stored regular expressions equal to the given one. */
export function regexTest(operand: Value, options: Maybe): (value: Maybe) => boolean {
  const regex = new LinearPattern(compileRegex(operand, options));
  return (value) => {
    if (typeof value === 'string') return regex.test(value);
    if (value === undefined || value === null || typeof value !== 'object') return false;
    const place = rankOf(value);
    if (place === rank.string) return regex.test((value as BSONSymbol).value);
    return (
      place === rank.regex &&
      bsonType(operand ?? {}) === 'BSONRegExp' &&
      isSame(value as BSONRegExp, operand as BSONRegExp)
    );
  };
}

function isSame(left: BSONRegExp, right: BSONRegExp): boolean {
  return left.pattern === right.pattern && left.options === right.options;
}
