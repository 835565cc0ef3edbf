import { compareValues, valuesEqual } from '../bson/compare.ts';
import { type Document, rankOf, type Value } from '../bson/values.ts';
import type { Index } from '../index/index-definition.ts';
import type { Condition } from '../query/condition.ts';

function provesPresence(condition: Condition): boolean {
  const operand = condition.operand as Value;
  switch (condition.operator) {
    case '$eq':
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return operand !== null;
    case '$in':
      return Array.isArray(operand) && !operand.includes(null);
    case '$exists':
      return condition.test({}) === false;
    case '$regex':
    case '$type':
    case '$elemMatch':
      return true;
    default:
      return false;
  }
}

/** A sparse index contains every match only if the query requires one of its fields. */
export function requiresPresence(index: Index, conditions: readonly Condition[]): boolean {
  const paths = new Set(index.fields.map((field) => field.path));
  return conditions.some((condition) => paths.has(condition.path ?? '') && provesPresence(condition));
}

function nest(path: string, value: Value): Document {
  return path.split('.').reduceRight<Value>((inner, part) => ({ [part]: inner }), value) as Document;
}

/** True if every value that satisfies the query's condition also satisfies the index's condition. */
function implies(given: Condition, wanted: Condition): boolean {
  if (given.path !== wanted.path || given.path === undefined) return false;
  const { operator, operand } = given;
  if (operator === wanted.operator && valuesEqual(operand, wanted.operand)) return true;
  if (wanted.operator === '$exists') return wanted.test({}) === false && provesPresence(given);
  if (operator === '$eq' && operand !== null && !Array.isArray(operand)) return wanted.test(nest(given.path, operand!));
  if (operator === '$in' && Array.isArray(operand) && !operand.includes(null)) {
    return operand.every((value) => wanted.test(nest(given.path!, value)));
  }
  return impliesRange(given, wanted);
}

function impliesRange(given: Condition, wanted: Condition): boolean {
  const isSameSide = given.operator?.slice(0, 2) === wanted.operator?.slice(0, 2);
  if (!isSameSide || !/^\$[gl]te?$/.test(given.operator ?? '') || !/^\$[gl]te?$/.test(wanted.operator ?? ''))
    return false;
  if (rankOf(given.operand) !== rankOf(wanted.operand)) return false;
  const order = compareValues(given.operand, wanted.operand) * (given.operator!.startsWith('$g') ? 1 : -1);
  return order > 0 || (order === 0 && (wanted.operator!.endsWith('e') || !given.operator!.endsWith('e')));
}

export function coversPartial(partial: readonly Condition[], conditions: readonly Condition[]): boolean {
  return partial.every((wanted) => conditions.some((given) => implies(given, wanted)));
}
