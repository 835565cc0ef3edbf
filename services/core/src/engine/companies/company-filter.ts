import { Type } from 'typebox';
import { employeeRanges } from '../../domain/companies/company.ts';
import { normalizeDomain } from '../../domain/contacts/email-address.ts';
import type { CustomValue } from '../../domain/fields/custom-fields.ts';
import { customFieldsFilter } from '../../domain/fields/fields.ts';
import { searchQuery } from '../../domain/fields/search-words.ts';
import { given } from '../../domain/values/given.ts';
import { Id, OneOf, Text, Timestamp } from '../../schema/schema.ts';

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
  q?: string;
}

/** Store query for a filter. */
export function companyQuery(filter: CompanyFilter): Record<string, unknown> {
  const { domain, industry, employeeRange, country, technology, listId, tag, minScore, updatedAfter, q } = filter;
  const query: Record<string, unknown> = {
    domain: domain === undefined ? undefined : (normalizeDomain(domain) ?? domain),
    industry,
    employeeRange,
    'location.country': country,
    technologies: technology,
    listIds: listId,
    tags: tag,
    'score.value': minScore === undefined ? undefined : { $gte: minScore },
    updatedAt: updatedAfter === undefined ? undefined : { $gt: new Date(updatedAfter) },
  };
  const words = q === undefined ? [] : searchQuery(q);
  if (q !== undefined) Object.assign(query, words.length > 0 ? { $and: words } : { searchWords: '' });
  return given(query);
}
