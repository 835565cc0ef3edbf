import { AppError } from '../../../errors/errors.ts';
import { type Operator, operators, operatorsOf, type QueryField } from './query-field.ts';

export const levelsMax = 12;
export const conditionsMax = 100;
export const valuesMax = 1_000;
const textMax = 2_000;

/** Operators that remain after `ne`, `nin`, `within`, `before`, and `after` are written out. */
export type Test =
  | { op: 'eq'; values: readonly Value[] }
  | { op: 'exists' }
  | { op: 'contains'; text: string }
  | { op: 'starts'; text: string }
  | { op: 'range'; gt?: Value; gte?: Value; lt?: Value; lte?: Value };
export type Value = string | number | boolean | Date;

/** One condition that can be decided for a record. `state`: only elements in this state count. */
export interface Condition {
  field: QueryField;
  test: Test;
  state?: string;
}

/** Expression with all names resolved, all relative dates replaced, and `not` only where it was written. */
export type Expression = { and: Expression[] } | { or: Expression[] } | { not: Expression } | Condition;

export function isCondition(expression: Expression): expression is Condition {
  return 'test' in expression;
}

/** All conditions of an expression. */
export function conditionsIn(expression: Expression): Condition[] {
  if (isCondition(expression)) return [expression];
  if ('not' in expression) return conditionsIn(expression.not);
  return ('and' in expression ? expression.and : expression.or).flatMap(conditionsIn);
}

export interface QueryFields {
  /** "contact", for error messages. */
  noun: string;
  fields: ReadonlyMap<string, QueryField>;
}

interface Reading extends QueryFields {
  now: Date;
  conditions: number;
}

function fail(at: string, message: string, allowedValues?: readonly unknown[]): never {
  throw new AppError('validation_failed', message, { field: at, ...(allowedValues && { allowedValues }) });
}

/**
 * Reads a `where` of the query grammar. Relative dates count from `now`. Throws `validation_failed` with the place of
 * the problem and the allowed values.
 */
export function readWhere(where: unknown, fields: QueryFields, now: Date): Expression {
  return read(where, 'where', 1, { ...fields, now, conditions: 0 });
}

function read(where: unknown, at: string, level: number, reading: Reading): Expression {
  if (level > levelsMax) fail(at, `where has more than ${levelsMax} levels.`);
  if (typeof where !== 'object' || where === null || Array.isArray(where))
    fail(at, `${at} must be an object: {and: [...]}, {or: [...]}, {not: {...}}, or {field, op, value}.`);
  const members = Object.keys(where);
  const part = where as Record<string, unknown>;
  const [only] = members;
  if (members.length === 1 && (only === 'and' || only === 'or')) {
    const parts = part[only];
    if (!Array.isArray(parts) || parts.length === 0) fail(`${at}.${only}`, `${at}.${only} must list conditions.`);
    const inner = parts.map((one, index) => read(one, `${at}.${only}.${index}`, level + 1, reading));
    return only === 'and' ? { and: inner } : { or: inner };
  }
  if (members.length === 1 && only === 'not') return { not: read(part.not, `${at}.not`, level + 1, reading) };
  return readCondition(part, at, reading);
}

const conditionMembers = ['field', 'op', 'value', 'state'];

function readCondition(part: Record<string, unknown>, at: string, reading: Reading): Expression {
  reading.conditions += 1;
  if (reading.conditions > conditionsMax) fail(at, `where has more than ${conditionsMax} conditions.`);
  const foreign = Object.keys(part).find((name) => !conditionMembers.includes(name));
  if (foreign !== undefined)
    fail(
      `${at}.${foreign}`,
      `${at}.${foreign} is not part of a condition. Use and, or, or not alone, or field, op, and value.`,
      conditionMembers,
    );
  const field = readField(part.field, at, reading);
  const op = readOperator(part.op, field, at);
  const { state } = part;
  if (state !== undefined && !field.states?.includes(state as string))
    fail(
      `${at}.state`,
      field.states ? `${at}.state must be a state of ${field.name}.` : `${field.name} takes no state.`,
      field.states ?? [],
    );
  const test = readTest(op, part.value, field, `${at}.value`, reading.now);
  const isNegated = op === 'ne' || op === 'nin' || (op === 'exists' && part.value === false);
  const condition: Condition = { field, test, ...(state !== undefined && { state: String(state) }) };
  return isNegated ? { not: condition } : condition;
}

function readField(name: unknown, at: string, { fields, noun }: Reading): QueryField {
  const field = typeof name === 'string' ? fields.get(name) : undefined;
  if (field !== undefined) return field;
  return fail(`${at}.field`, `${at}.field must name a field of a ${noun}.`, [...fields.keys()]);
}

function readOperator(op: unknown, field: QueryField, at: string): Operator {
  const allowed = operatorsOf(field);
  if (allowed.some((one) => one === op)) return op as Operator;
  const isKnown = operators.some((one) => one === op);
  return fail(
    `${at}.op`,
    isKnown ? `${field.name} (${field.type}) does not take ${op}.` : `${at}.op must be an operator.`,
    allowed,
  );
}

function readTest(op: Operator, value: unknown, field: QueryField, at: string, now: Date): Test {
  const one = (raw: unknown, place = at) => readValue(raw, field, place, now);
  switch (op) {
    case 'eq':
    case 'ne':
      return { op: 'eq', values: [one(value)] };
    case 'in':
    case 'nin':
      return { op: 'eq', values: listOf(value, at, 1, valuesMax).map((raw, index) => one(raw, `${at}.${index}`)) };
    case 'between': {
      const [gte, lte] = listOf(value, at, 2, 2).map((raw, index) => one(raw, `${at}.${index}`));
      return { op: 'range', gte: gte!, lte: lte! };
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { op: 'range', [op]: one(value) };
    case 'before':
      return { op: 'range', lt: one(value) };
    case 'after':
      return { op: 'range', gt: one(value) };
    case 'within':
      return {
        op: 'range',
        gte: asFieldTime(ago(value, /^(\d{1,5})([hdwmy])$/, at, now), field),
        lte: asFieldTime(now, field),
      };
    case 'exists':
      if (typeof value !== 'boolean') fail(at, `${at} must be true or false.`, [true, false]);
      return { op: 'exists' };
    default:
      if (typeof value !== 'string' || value === '' || value.length > textMax)
        fail(at, `${at} must be a text of 1 to ${textMax} characters.`);
      return { op, text: value.toLowerCase() };
  }
}

function listOf(value: unknown, at: string, min: number, max: number): unknown[] {
  if (Array.isArray(value) && value.length >= min && value.length <= max) return value;
  return fail(
    at,
    min === max ? `${at} must be a list of ${min} values.` : `${at} must be a list of ${min} to ${max} values.`,
  );
}

function readValue(raw: unknown, field: QueryField, at: string, now: Date): Value {
  switch (field.type) {
    case 'number':
      if (typeof raw !== 'number') fail(at, `${at} must be a number.`);
      return raw;
    case 'boolean':
      if (typeof raw !== 'boolean') fail(at, `${at} must be true or false.`, [true, false]);
      return raw;
    case 'time':
    case 'day':
      return readTime(raw, field, at, now);
    case 'choice': {
      const choice = field.choices?.find((one) => one.toLowerCase() === String(raw).toLowerCase());
      return choice ?? fail(at, `${at} must be a value of ${field.name}.`, field.choices ?? []);
    }
    default:
      if (typeof raw !== 'string' || raw === '' || raw.length > textMax)
        fail(at, `${at} must be a text of 1 to ${textMax} characters.`);
      return raw;
  }
}

const relative = /^-(\d{1,5})([hdwmy])$/;
const isoTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

function readTime(raw: unknown, field: QueryField, at: string, now: Date): Value {
  if (typeof raw === 'string' && relative.test(raw)) return asFieldTime(ago(raw, relative, at, now), field);
  const time = typeof raw === 'string' && isoTime.test(raw) ? new Date(raw) : undefined;
  if (time === undefined || Number.isNaN(time.getTime()))
    fail(at, `${at} must be a date (2026-01-31), a time (2026-01-31T09:00:00Z), or a relative date (-30d).`);
  return asFieldTime(time, field);
}

/** Days are stored as text, so they are compared as text. */
function asFieldTime(time: Date, { type }: QueryField): Value {
  return type === 'day' ? time.toISOString().slice(0, 10) : time;
}

/** The time that many hours, days, weeks, months, or years before `now`. Months and years are calendar ones, in UTC. */
function ago(text: unknown, form: RegExp, at: string, now: Date): Date {
  const match = typeof text === 'string' ? form.exec(text) : null;
  if (match === null) fail(at, `${at} must be a period such as 12h, 30d, 6w, 3m, or 1y.`);
  const count = Number(match[1]);
  const hours = { h: 1, d: 24, w: 168 }[match[2]!];
  if (hours !== undefined) return new Date(now.getTime() - count * hours * 3_600_000);
  const months = match[2] === 'y' ? count * 12 : count;
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(first.setUTCDate(Math.min(now.getUTCDate(), last)) + (now.getTime() % 86_400_000));
}
