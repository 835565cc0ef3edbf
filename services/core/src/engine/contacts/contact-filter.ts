import { Type } from 'typebox';
import { contactSources, declaredBases, emailStatuses, stages } from '../../domain/contacts/contact.ts';
import { normalizeDomain } from '../../domain/contacts/email-address.ts';
import type { CustomValue } from '../../domain/fields/custom-fields.ts';
import { customFieldsFilter } from '../../domain/fields/fields.ts';
import { searchQuery } from '../../domain/fields/search-words.ts';
import { given } from '../../domain/values/given.ts';
import { Id, OneOf, Text, Timestamp } from '../../schema/schema.ts';

/** Filters for a list of contacts. Dynamic lists store the same filters. */
export const contactFilterProperties = {
  emailStatus: Type.Optional(
    OneOf(emailStatuses, {
      description: 'Only addresses of this status, e.g. valid.',
    }),
  ),
  stage: Type.Optional(OneOf(stages, { description: 'Only contacts in this stage.' })),
  declaredBasis: Type.Optional(
    OneOf([...declaredBases, 'none'] as const, {
      description: 'Only this legal basis; none: without one.',
    }),
  ),
  companyId: Type.Optional(Id('com', 'Only contacts of this company.')),
  companyDomain: Type.Optional(Text(253, 'Only contacts at this domain.')),
  listId: Type.Optional(Id('lst', 'Only members of this list.')),
  tag: Type.Optional(Text(50, 'Only contacts with this tag.')),
  minScore: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: 'Only scores from this on.' })),
  source: Type.Optional(OneOf(contactSources, { description: 'Only contacts from this source.' })),
  createdAfter: Type.Optional(Timestamp('Only contacts stored after this time.')),
  createdBefore: Type.Optional(Timestamp('Only contacts stored before this time.')),
  updatedAfter: Type.Optional(Timestamp('Only contacts changed after this time.')),
  hasReplied: Type.Optional(Type.Boolean({ description: 'Only contacts who have (or have not) replied.' })),
  hasDuplicate: Type.Optional(
    Type.Boolean({ description: 'True: only contacts that are proposed as duplicates (duplicateOfId).' }),
  ),
  doNotContact: Type.Optional(Type.Boolean({ description: 'Only contacts who may not (or may) be written to.' })),
  customFields: Type.Optional(customFieldsFilter),
  q: Type.Optional(
    Text(100, 'Only contacts with these words in name, address, company or title; beginnings of two letters or more.', {
      minLength: 2,
    }),
  ),
};

export interface ContactFilter {
  emailStatus?: string;
  stage?: string;
  declaredBasis?: string;
  companyId?: string;
  companyDomain?: string;
  listId?: string;
  tag?: string;
  minScore?: number;
  source?: string;
  createdAfter?: string;
  createdBefore?: string;
  updatedAfter?: string;
  hasReplied?: boolean;
  hasDuplicate?: boolean;
  doNotContact?: boolean;
  customFields?: Record<string, CustomValue>;
  q?: string;
}

/** Store query for a filter. Dynamic lists (listId) must already be resolved. */
export function contactQuery(filter: ContactFilter): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  const { emailStatus, stage, source, companyId, tag, listId, doNotContact } = filter;
  Object.assign(query, given({ emailStatus, stage, source, companyId, tags: tag, listIds: listId, doNotContact }));
  if (filter.declaredBasis !== undefined)
    query.declaredBasis = filter.declaredBasis === 'none' ? null : filter.declaredBasis;
  if (filter.companyDomain !== undefined)
    query.companyDomain = normalizeDomain(filter.companyDomain) ?? filter.companyDomain;
  if (filter.minScore !== undefined) query['score.value'] = { $gte: filter.minScore };
  if (filter.hasReplied !== undefined) query.lastRepliedAt = filter.hasReplied ? { $gt: new Date(0) } : null;
  if (filter.hasDuplicate !== undefined) query.duplicateOfId = { $exists: filter.hasDuplicate };
  const created = given({ $gt: toDate(filter.createdAfter), $lt: toDate(filter.createdBefore) });
  if (Object.keys(created).length > 0) query.createdAt = created;
  if (filter.updatedAfter !== undefined) query.updatedAt = { $gt: toDate(filter.updatedAfter) };
  if (filter.q !== undefined) Object.assign(query, searching(filter.q));
  return query;
}

function toDate(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

// A query without letters or digits must find nothing, not everything. No record has an empty word.
function searching(q: string): Record<string, unknown> {
  const words = searchQuery(q);
  return words.length === 0 ? { searchWords: '' } : { $and: words };
}
