import { spend } from '../allowance.ts';
import { compareValues } from '../bson/compare.ts';
import {
  bsonType,
  type Document,
  isDocument,
  isNumeric,
  type Maybe,
  rank,
  rankOf,
  toNumber,
  type Value,
} from '../bson/values.ts';
import { badValue, notSupported } from '../errors.ts';
import { regexTest } from '../regex/regex.ts';
import { bitsTest } from './bits.ts';
import { type Collation, holdsText } from './collation.ts';
import type { MatchContext, Matcher } from './condition.ts';
import type { LeafTest, Test } from './path.ts';
import { existsTest, sizeTest, typeTest } from './shape-tests.ts';

/** Compiles the filter inside $elemMatch. Passed in, because filters are built from these operators. */
export interface LeafContext extends MatchContext {
  matcher(filter: Document, context: MatchContext): Matcher;
}

function collatedCompare(left: Maybe, right: Maybe, collation: Collation | undefined): number {
  if (collation && typeof left === 'string' && typeof right === 'string') return collation.compare(left, right);
  if (collation && Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    for (let at = 0; at < left.length; at++) {
      const order = collatedCompare(left[at], right[at], collation);
      if (order !== 0) return order;
    }
    return 0;
  }
  return compareValues(left, right);
}

/** Equality in filters. Null also matches missing fields, and a regular expression matches text. */
export function equalsTest(operand: Value, context: MatchContext, isPlain = false): Test {
  if (bsonType(operand ?? {}) === 'BSONRegExp' && !isPlain) return regexTest(operand, undefined);
  if (operand === null) return (value) => value === null || value === undefined;
  if (typeof operand === 'string' && !context.collation) return (value) => value === operand;
  const collation = context.collation && holdsText(operand) ? context.collation : undefined;
  return (value) => value !== undefined && collatedCompare(value, operand, collation) === 0;
}

const orderTests: Record<string, (order: number) => boolean> = {
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};

function isNaNValue(value: Maybe): boolean {
  return isNumeric(value) && Number.isNaN(toNumber(value));
}

function orderTest(operator: string, operand: Value, context: MatchContext): Test {
  const accepts = orderTests[operator]!;
  const place = rankOf(operand);
  const hasEqual = operator.endsWith('e');
  if (place === rank.regex) throw badValue(`Can't have RegEx as arg to predicate over field`);
  if (place === rank.null) return (value) => hasEqual && (value === null || value === undefined);
  if (place === rank.minKey || place === rank.maxKey) {
    return (value) => accepts(compareValues(value ?? null, operand));
  }
  if (isNaNValue(operand)) return (value) => hasEqual && isNaNValue(value);
  const isNumber = place === rank.number;
  return (value) => {
    if (rankOf(value) !== place || (isNumber && isNaNValue(value))) return false;
    return accepts(collatedCompare(value, operand, context.collation));
  };
}

function inTest(operand: Value, context: MatchContext): Test {
  if (!Array.isArray(operand)) throw badValue('$in needs an array');
  if (operand.some((value) => isDocument(value) && Object.keys(value)[0]?.startsWith('$'))) {
    throw badValue('cannot nest $ under $in');
  }
  const texts = new Set(context.collation ? [] : operand.filter((value) => typeof value === 'string'));
  const others = operand.filter((value) => typeof value !== 'string' || context.collation);
  const tests = others.map((value) => equalsTest(value, context));
  const isText: Test = (value) => typeof value === 'string' && texts.has(value);
  return (value) => {
    if (texts.size > 0 && isText(value)) return true;
    spend(tests.length);
    return tests.some((test) => test(value));
  };
}

/** One test per operand of $all, because the path can reach each of them in a different place. */
export function compileAll(operand: Value, context: LeafContext): LeafTest[] {
  if (!Array.isArray(operand)) throw badValue('$all needs an array');
  return operand.map((value): LeafTest => {
    const isElemMatch = isDocument(value) && Object.keys(value)[0] === '$elemMatch';
    if (isElemMatch) return { test: elemMatchTest(value.$elemMatch!, context), spreads: false };
    return { test: equalsTest(value, context), spreads: !context.isSingle };
  });
}

/** The fields of a DBRef, which are field names although they begin like operators. */
export const dbRefFields: readonly string[] = ['$ref', '$id', '$db'];

const filterOperators = ['$and', '$or', '$nor', '$expr', ...dbRefFields];

function elemMatchTest(operand: Value, context: LeafContext): Test {
  if (!isDocument(operand)) throw badValue('$elemMatch needs an Object');
  const first = Object.keys(operand)[0];
  const isValueForm = first?.startsWith('$') === true && !filterOperators.includes(first);
  if (isValueForm) {
    const matches = context.matcher({ element: operand }, { ...context, isSingle: true });
    return (value) => Array.isArray(value) && value.some((element) => matches({ element }));
  }
  const matches = context.matcher(operand, context);
  return (value) => Array.isArray(value) && value.some((element) => matchesElement(element, matches));
}

/** An array nested in an array is matched as a document whose fields are the positions. */
function matchesElement(element: Value, matches: Matcher): boolean {
  if (Array.isArray(element)) return matches(Object.fromEntries(element.entries()));
  return isDocument(element) && matches(element);
}

/** Numbers outside the 64-bit integer range have no remainder. */
const int64Bound = 2 ** 63;

function modTest(operand: Value): Test {
  if (!Array.isArray(operand)) throw badValue('malformed mod, needs to be an array');
  if (operand.length < 2) throw badValue('malformed mod, not enough elements');
  if (operand.length > 2) throw badValue('malformed mod, too many elements');
  const [divisor, remainder] = operand.map((value) => {
    const number = toNumber(value);
    if (!Number.isFinite(number)) throw badValue('malformed mod, divisor and remainder must be finite numbers');
    return Math.trunc(number);
  }) as [number, number];
  if (divisor === 0) throw badValue('divisor cannot be 0');
  return (value) => {
    if (!isNumeric(value)) return false;
    if (typeof value === 'bigint') return value % BigInt(divisor) === BigInt(remainder);
    const number = Math.trunc(toNumber(value));
    return Math.abs(number) < int64Bound && number % divisor === remainder;
  };
}

const neverSpread = new Set(['$exists', '$size', '$elemMatch']);

/** The test of one operator on a field. The caller builds negations from these tests. */
export function compileLeaf(operator: string, operand: Value, siblings: Document, context: LeafContext): LeafTest {
  const test = compileOperator(operator, operand, siblings, context);
  return { test, spreads: !context.isSingle && !neverSpread.has(operator) };
}

function compileOperator(operator: string, operand: Value, siblings: Document, context: LeafContext): Test {
  switch (operator) {
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return orderTest(operator, operand, context);
    case '$in':
      return inTest(operand, context);
    case '$exists':
      return existsTest(operand);
    case '$regex':
      return regexTest(operand, siblings.$options);
    case '$type':
      return typeTest(operand);
    case '$size':
      return sizeTest(operand);
    case '$elemMatch':
      return elemMatchTest(operand, context);
    case '$mod':
      return modTest(operand);
    case '$bitsAllSet':
    case '$bitsAnySet':
    case '$bitsAllClear':
    case '$bitsAnyClear':
      return bitsTest(operator, operand);
    default:
      if (operator === '$geoWithin' || operator === '$near') throw notSupported(operator);
      throw badValue(`unknown operator: ${operator}`);
  }
}
