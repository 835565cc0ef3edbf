import { Type } from 'typebox';
import { employeeRanges } from '../../domain/companies/company.ts';
import type { CustomValue } from '../../domain/fields/custom-fields.ts';
import { customFieldsFilter } from '../../domain/fields/fields.ts';
import type { Value } from '../../domain/fields/queries/read-test.ts';
import type { Expression } from '../../domain/fields/queries/where.ts';
import { given } from '../../domain/values/given.ts';
import { Id, OneOf, Text, Timestamp } from '../../schema/schema.ts';
import { between, domainEqual, equal, scoreFrom, withWords } from '../fields/query/filter-expression.ts';
import { type WhereInput, WhereOfFilter } from '../fields/query/where-input.ts';

/** Filters for a list of companies. */
export const companyFilterProperties = {
  domain: Type.Optional(Text(253, 'Only the company of this domain.')),
  industry: Type.Optional(Text(100, 'Only this industry.')),
  employeeRange: Type.Optional(OneOf(employeeRanges, { description: 'Only this size.' })),
  country: Type.Optional(Text(100, 'Only this country, as it is stored.')),
  technology: Type.Optional(Text(100, 'Only companies that use this technology.')),
  listId: Type.Optional(Id('lst', 'Only members of this list of companies.')),
  tag: Type.Optional(Text(50, 'Only companies with this tag.')),
  minScore: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: 'Only scores from this on.' })),
  updatedAfter: Type.Optional(Timestamp('Only companies changed after this time.')),
  customFields: Type.Optional(customFieldsFilter),
  where: Type.Optional(WhereOfFilter),
  q: Type.Optional(
    Text(100, 'Only companies with these words in name, domain or industry; beginnings of two letters or more.', {
      minLength: 2,
    }),
  ),
};

export interface CompanyFilter {
  domain?: string;
  industry?: string;
  employeeRange?: string;
  country?: string;
  technology?: string;
  listId?: string;
  tag?: string;
  minScore?: number;
  updatedAfter?: string;
  customFields?: Record<string, CustomValue>;
  where?: WhereInput;
  q?: string;
}

/** Conditions of a filter, except for its list, custom fields, and `where`. */
export function companyConditions(filter: CompanyFilter): Expression[] {
  const { domain, industry, employeeRange, country, technology, tag, minScore, updatedAfter, q } = filter;
  const exact = Object.entries(given({ industry, employeeRange, 'location.country': country }));
  return [
    ...(domain === undefined ? [] : [domainEqual('domain', domain)]),
    ...exact.map(([path, value]) => equal(path, value as Value)),
    ...(technology === undefined ? [] : [equal('technologies', technology, true)]),
    ...(tag === undefined ? [] : [equal('tags', tag, true)]),
    ...(minScore === undefined ? [] : [scoreFrom(minScore)]),
    ...between('updatedAt', updatedAfter, undefined),
    ...(q === undefined ? [] : [withWords(q)]),
  ];
}
