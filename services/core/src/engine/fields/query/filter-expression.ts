import { normalizeDomain } from '../../../domain/contacts/email-address.ts';
import type { QueryField } from '../../../domain/fields/queries/query-field.ts';
import type { Test, Value } from '../../../domain/fields/queries/read-test.ts';
import type { Condition, Expression } from '../../../domain/fields/queries/where.ts';
import { searchQuery } from '../../../domain/fields/search-words.ts';
import { given } from '../../../domain/values/given.ts';

/** Matches nothing. */
export const nothing: Expression = { or: [] };

/** Condition on a stored path, compared exactly. */
export function onPath(path: string, test: Test, type: QueryField['type'] = 'id', isList = false): Condition {
  return { field: { name: path, path, type, ...(isList && { isList }) }, test };
}

export function equal(path: string, value: Value, isList = false): Condition {
  return onPath(path, { op: 'eq', values: [value] }, 'id', isList);
}

export function domainEqual(path: string, domain: string): Condition {
  return equal(path, normalizeDomain(domain) ?? domain);
}

export function present(path: string, isPresent: boolean, type: QueryField['type'] = 'id'): Expression {
  const condition = onPath(path, { op: 'exists' }, type);
  return isPresent ? condition : { not: condition };
}

/** Times after one and before another, if given. */
export function between(path: string, after: string | undefined, before: string | undefined): Expression[] {
  const bounds = given({ gt: toDate(after), lt: toDate(before) });
  return Object.keys(bounds).length === 0 ? [] : [onPath(path, { op: 'range', ...bounds }, 'time')];
}

function toDate(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

export function scoreFrom(value: number): Condition {
  return onPath('score.value', { op: 'range', gte: value }, 'number');
}

const words: QueryField = { name: 'q', path: 'searchWords', type: 'text', isList: true, isFolded: true };

/** Records with these words. A text without letters or digits must find nothing, not everything. */
export function withWords(q: string): Expression {
  const tests = searchQuery(q);
  return tests.length === 0 ? nothing : { and: tests.map((test) => ({ field: words, test })) };
}
