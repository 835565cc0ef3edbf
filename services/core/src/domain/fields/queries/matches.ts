import type { Test, Value } from './read-test.ts';
import { type Condition, type Expression, isCondition } from './where.ts';

/** Values of a condition's field for one record, as stored. */
export type ValuesOf<R> = (record: R, condition: Condition) => unknown;

/** True if the record fits the expression. This is the definition of the grammar; store filters only narrow. */
export function matches<R>(expression: Expression, record: R, valuesOf: ValuesOf<R>): boolean {
  if (!isCondition(expression)) {
    if ('not' in expression) return !matches(expression.not, record, valuesOf);
    return 'and' in expression
      ? expression.and.every((part) => matches(part, record, valuesOf))
      : expression.or.some((part) => matches(part, record, valuesOf));
  }
  const held = valuesOf(record, expression);
  const values = Array.isArray(held) ? held : [held];
  return values.some((value) => isPresent(value) && passes(value, expression.test));
}

/** An empty text counts as absent. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function passes(value: unknown, test: Test): boolean {
  if (test.op === 'exists') return true;
  if (test.op === 'eq') return test.values.some((wanted) => isSame(value, wanted));
  if (test.op === 'contains') return typeof value === 'string' && value.toLowerCase().includes(test.text);
  if (test.op === 'starts') return typeof value === 'string' && value.toLowerCase().startsWith(test.text);
  const { gt, gte, lt, lte } = test;
  return (
    (gt === undefined || (isComparable(value, gt) && value > gt)) &&
    (gte === undefined || (isComparable(value, gte) && value >= gte)) &&
    (lt === undefined || (isComparable(value, lt) && value < lt)) &&
    (lte === undefined || (isComparable(value, lte) && value <= lte))
  );
}

/** Values of different types are never equal, and neither is before the other. */
function isComparable(value: unknown, wanted: Value): value is Value {
  return typeof value === typeof wanted && value instanceof Date === wanted instanceof Date;
}

function isSame(value: unknown, wanted: Value): boolean {
  if (typeof value === 'string' && typeof wanted === 'string') return value.toLowerCase() === wanted.toLowerCase();
  if (value instanceof Date && wanted instanceof Date) return value.getTime() === wanted.getTime();
  return value === wanted;
}
