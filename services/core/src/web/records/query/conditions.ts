import type { WhereInput } from '../../../engine/fields/query/where-input.ts';
import { AppError } from '../../../errors/errors.ts';
import { stateLook } from '../../shown/states.ts';
import { labelOf, wordsOf } from '../../shown/words.ts';

/** Field that a person can filter by, as the API lists it. */
export interface FilterField {
  name: string;
  type: 'text' | 'choice' | 'id' | 'number' | 'time' | 'day' | 'boolean';
  allowedValues: string[] | null;
}

/** Fields whose values have words and colors of their own. */
const stateKinds: Record<string, string> = { stage: 'stage', emailStatus: 'email', 'lastReply.class': 'class' };

/** A value of a field in words. */
export function valueInWords(field: string, value: string): string {
  const kind = stateKinds[field];
  return kind === undefined ? wordsOf(value) : stateLook(value, kind).word;
}

interface Leaf {
  field: string;
  op: string;
  value?: unknown;
}

/** Operators in words, by the type of a field. `is_set`, `is_empty`, and `not_within` stand for further conditions. */
export const operatorWords: Record<string, string> = {
  eq: 'is',
  ne: 'is not',
  in: 'is any of',
  nin: 'is none of',
  contains: 'contains',
  starts: 'starts with',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  between: 'is between',
  within: 'in the last',
  not_within: 'not in the last',
  before: 'before',
  after: 'after',
  is_set: 'is set',
  is_empty: 'is empty',
};

const presence = ['is_set', 'is_empty'];
const operatorsByType: Record<FilterField['type'], readonly string[]> = {
  text: ['contains', 'eq', 'ne', 'starts', ...presence],
  choice: ['in', 'nin', ...presence],
  id: ['in', 'nin', ...presence],
  number: ['between', 'gte', 'lte', 'eq', ...presence],
  time: ['within', 'not_within', 'before', 'after', ...presence],
  day: ['before', 'after', ...presence],
  boolean: ['eq'],
};

export function waysToCompare({ type }: FilterField): { value: string; text: string }[] {
  return operatorsByType[type].map((value) => ({ value, text: operatorWords[value]! }));
}

/** The condition in a page's address. Undefined without one. */
export function whereIn(query: URLSearchParams): WhereInput | undefined {
  const text = query.get('where') ?? '';
  if (text === '') return undefined;
  try {
    const where = JSON.parse(text) as unknown;
    if (typeof where === 'object' && where !== null && !Array.isArray(where)) return where;
  } catch {
    // Reported below, like any other text that is no condition.
  }
  throw new AppError('validation_failed', 'The filter in this address cannot be read. Clear the filters.', {
    field: 'where',
  });
}

/** Conditions that all hold, each shown as one chip. */
export function partsOf(where: WhereInput | undefined): WhereInput[] {
  if (where === undefined) return [];
  return where.and !== undefined && Object.keys(where).length === 1 ? (where.and as WhereInput[]) : [where];
}

export function joinedParts(parts: readonly WhereInput[]): WhereInput | undefined {
  return parts.length > 1 ? { and: [...parts] } : parts[0];
}

/** "Company name" for `company.name`. */
export function labelOfField(name: string): string {
  const words = name
    .replace(/^custom\./, '')
    .split('.')
    .map(labelOf);
  return words.map((word, index) => (index === 0 ? word : word.charAt(0).toLowerCase() + word.slice(1))).join(' ');
}

/** A condition in words, such as Country, is, Germany. */
interface ChipWords {
  label: string;
  operator: string;
  value: string;
}

/** A part in words. `nameOf` returns the name of a record. */
export function chipOf(part: WhereInput, nameOf: (id: string) => string): ChipWords {
  if (part.field !== undefined) return leafChip(part as Leaf, nameOf);
  if (part.not !== undefined) {
    const { label, operator, value } = chipOf(part.not as WhereInput, nameOf);
    const negated = operator === operatorWords.within ? operatorWords.not_within! : `not: ${operator}`;
    return { label, operator: negated, value };
  }
  const [inner, join] = part.or === undefined ? [part.and, ' and '] : [part.or, ' or '];
  const texts = ((inner ?? []) as WhereInput[]).map((one) => {
    const { label, operator, value } = chipOf(one, nameOf);
    return [label, operator, value].filter(Boolean).join(' ');
  });
  return { label: part.or === undefined ? 'All of' : 'Any of', operator: '', value: texts.join(join) };
}

function leafChip({ field, op, value }: Leaf, nameOf: (id: string) => string): ChipWords {
  const label = labelOfField(field);
  if (op === 'exists') return { label, operator: operatorWords[value === false ? 'is_empty' : 'is_set']!, value: '' };
  if (typeof value === 'boolean') return { label, operator: 'is', value: value ? 'Yes' : 'No' };
  const values = Array.isArray(value) ? value.map(String) : [String(value ?? '')];
  const words = values.map((one) => (/^[a-z]+_\w{26}$/i.test(one) ? nameOf(one) : valueWords(one, { field, op })));
  return { label, operator: operatorWords[op] ?? op, value: words.join(op === 'between' ? ' and ' : ' or ') };
}

const spans: Record<string, string> = { d: 'days', h: 'hours', w: 'weeks', m: 'months', y: 'years' };

function valueWords(value: string, { field, op }: Pick<Leaf, 'field' | 'op'>): string {
  const span = /^-?(\d+)([dhwmy])$/.exec(value);
  if (span !== null && ['within', 'before', 'after'].includes(op)) {
    const text = `${span[1]} ${spans[span[2]!]}`;
    return op === 'within' ? text : `${text} ago`;
  }
  return stateKinds[field] !== undefined || /^[a-z]+(_[a-z]+)+$/.test(value) ? valueInWords(field, value) : value;
}

/** The condition that a person built from the controls of a field. Throws `validation_failed`. */
export function builtCondition(field: FilterField, query: URLSearchParams): WhereInput {
  const op = query.get('op') ?? '';
  if (!operatorsByType[field.type].includes(op)) throw unusable('op', 'Choose how to compare.');
  const leaf = (operator: string, value: unknown) => ({ field: field.name, op: operator, value }) as WhereInput;
  if (presence.includes(op)) return leaf('exists', op === 'is_set');
  const values = query
    .getAll('value')
    .map((value) => value.trim())
    .filter((value) => value !== '');
  if (op === 'within' || op === 'not_within') {
    const within = leaf('within', `${numberOf(query.get('count') ?? '')}${query.get('unit') ?? 'd'}`);
    return op === 'within' ? within : { not: within };
  }
  if (values.length === 0) throw unusable('value', 'Fill in the value.');
  if (field.type === 'boolean') return leaf('eq', values[0] === 'true');
  if (field.type === 'number') return leaf(op, op === 'between' ? rangeOf(values) : numberOf(values[0]!));
  return leaf(op, op === 'in' || op === 'nin' ? values : values[0]);
}

function rangeOf(values: string[]): number[] {
  if (values.length < 2) throw unusable('value', 'Fill in both numbers.');
  return values
    .slice(0, 2)
    .map(numberOf)
    .toSorted((a, b) => a - b);
}

function numberOf(text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) throw unusable('value', `“${text}” is not a number.`);
  return value;
}

function unusable(field: string, message: string): AppError {
  return new AppError('validation_failed', message, { field });
}
