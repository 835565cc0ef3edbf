import { escapeRegExp } from '../../text/escape-reg-exp.ts';
import { customWord } from '../custom-fields.ts';
import type { QueryField } from './query-field.ts';
import type { Test, Value } from './read-test.ts';
import { type Condition, type Expression, isCondition } from './where.ts';

export type StoreFilter = Record<string, unknown>;

/** Records that can match. `isExact`: false if some of them may not match, because another record decides. */
export interface Narrowed {
  filter: StoreFilter;
  isExact: boolean;
}

/** Filter of the store for a condition that another record decides, if one is known. */
export type FactFilter = (condition: Condition, isNegated: boolean) => Narrowed | undefined;

const everything: Narrowed = { filter: {}, isExact: false };

/** Filter of the store that keeps every record that matches, and as few others as possible. */
export function toStoreFilter(expression: Expression, factFilter: FactFilter, isNegated = false): Narrowed {
  if (isCondition(expression)) {
    if (expression.field.fact !== undefined) return factFilter(expression, isNegated) ?? everything;
    return { filter: isNegated ? absentOrNot(expression) : present(expression), isExact: true };
  }
  if ('not' in expression) return toStoreFilter(expression.not, factFilter, !isNegated);
  const isAnd = 'and' in expression;
  const inner = 'and' in expression ? expression.and : expression.or;
  const parts = inner.map((part) => toStoreFilter(part, factFilter, isNegated));
  const isExact = parts.every((part) => part.isExact);
  return { filter: isAnd === isNegated ? anyOf(parts) : allOf(parts), isExact };
}

function isOpen({ filter }: Narrowed): boolean {
  return Object.keys(filter).length === 0;
}

function allOf(parts: Narrowed[]): StoreFilter {
  const filters = parts.filter((part) => !isOpen(part)).map(({ filter }) => filter);
  return filters.length > 1 ? { $and: filters } : (filters[0] ?? {});
}

/** No record has this ID. */
const nothing: StoreFilter = { _id: '' };

function anyOf(parts: Narrowed[]): StoreFilter {
  if (parts.some(isOpen)) return {};
  return parts.length > 1 ? { $or: parts.map(({ filter }) => filter) } : (parts[0]?.filter ?? nothing);
}

/** Custom values are also indexed as words, which lead to the few records that have the field. */
function present({ field, test }: Condition): StoreFilter {
  const filter = testFilter(field, test);
  const word = /^customFields\.(\w+)$/.exec(field.path)?.[1];
  if (word === undefined) return filter;
  const [only, ...more] = test.op === 'eq' ? test.values : [];
  const isOneWord = only !== undefined && more.length === 0 && field.type !== 'text';
  return { $and: [{ searchWords: customWord(word, isOneWord ? only : undefined) }, filter] };
}

function absentOrNot({ field, test }: Condition): StoreFilter {
  if (test.op === 'exists' && field.absentAs !== undefined) return nothing;
  const isSimple = test.op === 'exists' && !field.isList && !field.path.startsWith('customFields.');
  // No other text is stored empty, and an index finds null.
  return isSimple ? { [field.path]: null } : { $nor: [testFilter(field, test)] };
}

const beginning = new Date('0000-01-01');

function testFilter(field: QueryField, test: Test): StoreFilter {
  const { path, type } = field;
  switch (test.op) {
    case 'exists':
      if (field.absentAs !== undefined) return {};
      if (type === 'number' || type === 'boolean') return { [path]: { $ne: null } };
      return { [path]: { $gt: type === 'time' ? beginning : '' } };
    case 'eq':
      return equalTo(field, test.values);
    case 'contains':
      return { [path]: { $regex: escapeRegExp(test.text), $options: 'i' } };
    case 'starts':
      return { [path]: { $regex: `^${escapeRegExp(test.text)}`, ...(!field.isFolded && { $options: 'i' }) } };
    default: {
      const { op: _op, ...bounds } = test;
      return { [path]: Object.fromEntries(Object.entries(bounds).map(([name, value]) => [`$${name}`, value])) };
    }
  }
}

const alternativesMax = 100;

function equalTo({ path, type, isFolded, absentAs }: QueryField, values: readonly Value[]): StoreFilter {
  if (type !== 'text' || isFolded) {
    const given = isFolded ? values.map((value) => String(value).toLowerCase()) : values;
    const stored = absentAs !== undefined && given.includes(absentAs) ? [...given, null] : given;
    return { [path]: stored.length === 1 ? stored[0] : { $in: stored } };
  }
  const texts = values.map((value) => escapeRegExp(String(value)));
  const groups = Array.from({ length: Math.ceil(texts.length / alternativesMax) }, (_, group) =>
    texts.slice(group * alternativesMax, (group + 1) * alternativesMax),
  );
  const filters = groups.map((group) => ({ [path]: { $regex: `^(?:${group.join('|')})$`, $options: 'i' } }));
  return filters.length > 1 ? { $or: filters } : filters[0]!;
}
