import type { FitCriterion, FitOperator, FitValue } from './fit-criteria.ts';

type Scalar = string | number | boolean;
type ScalarTest = (value: Scalar) => boolean;

function lower(value: Scalar): Scalar {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}
function listOf(value: FitValue): Scalar[] {
  return Array.isArray(value) ? value : [value];
}

function equalsAny(value: FitValue): ScalarTest {
  const wanted = new Set(listOf(value).map(lower));
  return (actual) => wanted.has(lower(actual));
}

function containsAny(value: FitValue): ScalarTest {
  const wanted = listOf(value).map((part) => String(lower(part)));
  return (actual) => {
    const text = String(lower(actual));
    return wanted.some((part) => text.includes(part));
  };
}

function inRange(min: number, max: number): ScalarTest {
  return (actual) => typeof actual === 'number' && actual >= min && actual <= max;
}

const [lowest, highest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

const scalarTests: Record<Exclude<FitOperator, 'exists'>, (value: FitValue) => ScalarTest> = {
  equals: equalsAny,
  in: equalsAny,
  not_equals: equalsAny,
  not_in: equalsAny,
  contains: containsAny,
  not_contains: containsAny,
  at_least: (value) => inRange(value as number, highest),
  at_most: (value) => inRange(lowest, value as number),
  between: (value) => inRange((value as number[])[0]!, (value as number[])[1]!),
};

/** 1: matched. 0: missed. -1: unknown, because the record has no value for the field. */
export type CriterionTest = (record: object) => 1 | 0 | -1;

function readPath(path: string[]): (record: object) => unknown {
  const [first = '', second, third] = path;
  type Members = Record<string, unknown> | null | undefined;
  if (second === undefined) return (record) => (record as Members)?.[first];
  if (third === undefined) return (record) => ((record as Members)?.[first] as Members)?.[second];
  return (record) => (((record as Members)?.[first] as Members)?.[second] as Members)?.[third];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/**
 * Compiles a criterion once. A field with several values matches if any of them does, and matches a negation if none
 * does.
 */
export function compileCriterion({ field, operator, value }: FitCriterion): CriterionTest {
  const read = readPath(field.split('.'));
  if (operator === 'exists') {
    const wanted = value !== false;
    return (record) => (isEmpty(read(record)) === wanted ? 0 : 1);
  }
  const test = scalarTests[operator](value!);
  const isNegated = operator.startsWith('not_');
  return (record) => {
    const actual = read(record);
    if (isEmpty(actual)) return -1;
    const isHit = Array.isArray(actual) ? actual.some(test) : test(actual as Scalar);
    return isHit === isNegated ? 0 : 1;
  };
}
