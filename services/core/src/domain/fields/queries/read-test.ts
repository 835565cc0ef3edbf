import type { Operator, QueryField } from './query-field.ts';
import { reject } from './reject.ts';

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

/** Test of a condition. Relative dates count from `now`. */
export function readTest(op: Operator, value: unknown, field: QueryField, at: string, now: Date): Test {
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
      if (typeof value !== 'boolean') reject(at, `${at} must be true or false.`, [true, false]);
      return { op: 'exists' };
    default:
      if (typeof value !== 'string' || value === '' || value.length > textMax)
        reject(at, `${at} must be a text of 1 to ${textMax} characters.`);
      return { op, text: value.toLowerCase() };
  }
}

function listOf(value: unknown, at: string, min: number, max: number): unknown[] {
  if (Array.isArray(value) && value.length >= min && value.length <= max) return value;
  return reject(
    at,
    min === max ? `${at} must be a list of ${min} values.` : `${at} must be a list of ${min} to ${max} values.`,
  );
}

function readValue(raw: unknown, field: QueryField, at: string, now: Date): Value {
  switch (field.type) {
    case 'number':
      if (typeof raw !== 'number') reject(at, `${at} must be a number.`);
      return raw;
    case 'boolean':
      if (typeof raw !== 'boolean') reject(at, `${at} must be true or false.`, [true, false]);
      return raw;
    case 'time':
    case 'day':
      return readTime(raw, field, at, now);
    case 'choice': {
      const choice = field.choices?.find((one) => one.toLowerCase() === String(raw).toLowerCase());
      return choice ?? reject(at, `${at} must be a value of ${field.name}.`, field.choices ?? []);
    }
    default:
      if (typeof raw !== 'string' || raw === '' || raw.length > textMax)
        reject(at, `${at} must be a text of 1 to ${textMax} characters.`);
      return raw;
  }
}

const relative = /^-(\d{1,5})([hdwmy])$/;
const isoTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

function readTime(raw: unknown, field: QueryField, at: string, now: Date): Value {
  if (typeof raw === 'string' && relative.test(raw)) return asFieldTime(ago(raw, relative, at, now), field);
  const time = typeof raw === 'string' && isoTime.test(raw) ? new Date(raw) : undefined;
  if (time === undefined || Number.isNaN(time.getTime()))
    reject(at, `${at} must be a date (2026-01-31), a time (2026-01-31T09:00:00Z), or a relative date (-30d).`);
  return asFieldTime(time, field);
}

/** Days are stored as text, so they are compared as text. */
function asFieldTime(time: Date, { type }: QueryField): Value {
  return type === 'day' ? time.toISOString().slice(0, 10) : time;
}

/** The time that many hours, days, weeks, months, or years before `now`. Months and years are calendar ones, in UTC. */
function ago(text: unknown, form: RegExp, at: string, now: Date): Date {
  const match = typeof text === 'string' ? form.exec(text) : null;
  if (match === null) reject(at, `${at} must be a period such as 12h, 30d, 6w, 3m, or 1y.`);
  const count = Number(match[1]);
  const hours = { h: 1, d: 24, w: 168 }[match[2]!];
  if (hours !== undefined) return new Date(now.getTime() - count * hours * 3_600_000);
  const months = match[2] === 'y' ? count * 12 : count;
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(first.setUTCDate(Math.min(now.getUTCDate(), last)) + (now.getTime() % 86_400_000));
}
