import { type Operator, operators, operatorsOf, type QueryField } from './query-field.ts';
import { readTest, type Test } from './read-test.ts';
import { reject } from './reject.ts';

export const levelsMax = 12;
export const conditionsMax = 100;

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

/**
 * Reads a `where` of the query grammar. Relative dates count from `now`. Throws `validation_failed` with the place of
 * the problem and the allowed values.
 */
export function readWhere(where: unknown, fields: QueryFields, now: Date): Expression {
  return read(where, 'where', 1, { ...fields, now, conditions: 0 });
}

function read(where: unknown, at: string, level: number, reading: Reading): Expression {
  if (level > levelsMax) reject(at, `where has more than ${levelsMax} levels.`);
  if (typeof where !== 'object' || where === null || Array.isArray(where))
    reject(at, `${at} must be an object: {and: [...]}, {or: [...]}, {not: {...}}, or {field, op, value}.`);
  const members = Object.keys(where);
  const part = where as Record<string, unknown>;
  const [only] = members;
  if (members.length === 1 && (only === 'and' || only === 'or')) {
    const parts = part[only];
    if (!Array.isArray(parts) || parts.length === 0) reject(`${at}.${only}`, `${at}.${only} must list conditions.`);
    const inner = parts.map((one, index) => read(one, `${at}.${only}.${index}`, level + 1, reading));
    return only === 'and' ? { and: inner } : { or: inner };
  }
  if (members.length === 1 && only === 'not') return { not: read(part.not, `${at}.not`, level + 1, reading) };
  return readCondition(part, at, reading);
}

const conditionMembers = ['field', 'op', 'value', 'state'];

function readCondition(part: Record<string, unknown>, at: string, reading: Reading): Expression {
  reading.conditions += 1;
  if (reading.conditions > conditionsMax) reject(at, `where has more than ${conditionsMax} conditions.`);
  const foreign = Object.keys(part).find((name) => !conditionMembers.includes(name));
  if (foreign !== undefined)
    reject(
      `${at}.${foreign}`,
      `${at}.${foreign} is not part of a condition. Use and, or, or not alone, or field, op, and value.`,
      conditionMembers,
    );
  const field = readField(part.field, at, reading);
  const op = readOperator(part.op, field, at);
  const { state } = part;
  if (state !== undefined && !field.states?.includes(state as string))
    reject(
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
  return reject(`${at}.field`, `${at}.field must name a field of a ${noun}.`, [...fields.keys()]);
}

function readOperator(op: unknown, field: QueryField, at: string): Operator {
  const allowed = operatorsOf(field);
  if (allowed.some((one) => one === op)) return op as Operator;
  const isKnown = operators.some((one) => one === op);
  return reject(
    `${at}.op`,
    isKnown ? `${field.name} (${field.type}) does not take ${op}.` : `${at}.op must be an operator.`,
    allowed,
  );
}
