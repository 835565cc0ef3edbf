import { Double } from 'bson';
import { isDecimal, isInt32, type Maybe, rank, rankOf } from './values.ts';

const typeNames: Record<number, string> = {
  [rank.minKey]: 'minKey',
  [rank.missing]: 'missing',
  [rank.null]: 'null',
  [rank.object]: 'object',
  [rank.array]: 'array',
  [rank.binary]: 'binData',
  [rank.objectId]: 'objectId',
  [rank.boolean]: 'bool',
  [rank.date]: 'date',
  [rank.timestamp]: 'timestamp',
  [rank.regex]: 'regex',
  [rank.code]: 'javascript',
  [rank.codeWithScope]: 'javascriptWithScope',
  [rank.maxKey]: 'maxKey',
};

/** MongoDB's name of the type, as used by $type and error messages. */
export function typeName(value: Maybe): string {
  if (typeof value === 'number') return isInt32(value) ? 'int' : 'double';
  if (typeof value === 'bigint') return 'long';
  if (typeof value === 'string') return 'string';
  if (value instanceof Double) return 'double';
  if (isDecimal(value)) return 'decimal';
  const place = rankOf(value);
  return place === rank.string ? 'symbol' : (typeNames[place] ?? 'unknown');
}

export const typeCodes: Record<string, number> = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
};
