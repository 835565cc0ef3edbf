import { Type } from 'typebox';
import { contactSources, declaredBases, emailStatuses, stages } from '../../domain/contacts/contact.ts';
import type { CustomValue } from '../../domain/fields/custom-fields.ts';
import { customFieldsFilter } from '../../domain/fields/fields.ts';
import type { Value } from '../../domain/fields/queries/read-test.ts';
import type { Expression } from '../../domain/fields/queries/where.ts';
import { given } from '../../domain/values/given.ts';
import { Id, OneOf, Text, Timestamp } from '../../schema/schema.ts';
import { between, domainEqual, equal, present, scoreFrom, withWords } from '../fields/query/filter-expression.ts';
import { type WhereInput, WhereOfFilter } from '../fields/query/where-input.ts';

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
  where: Type.Optional(WhereOfFilter),
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
  where?: WhereInput;
  q?: string;
}

/** Conditions of a filter, except for its list, custom fields, and `where`. */
export function contactConditions(filter: ContactFilter): Expression[] {
  const { emailStatus, stage, source, companyId, companyDomain, tag, doNotContact, declaredBasis } = filter;
  const { minScore, hasReplied, hasDuplicate, createdAfter, createdBefore, updatedAfter, q } = filter;
  const exact = Object.entries(given({ emailStatus, stage, source, companyId, doNotContact }));
  return [
    ...exact.map(([path, value]) => equal(path, value as Value)),
    ...(tag === undefined ? [] : [equal('tags', tag, true)]),
    ...(companyDomain === undefined ? [] : [domainEqual('companyDomain', companyDomain)]),
    ...(declaredBasis === undefined ? [] : [basisIs(declaredBasis)]),
    ...(minScore === undefined ? [] : [scoreFrom(minScore)]),
    ...(hasReplied === undefined ? [] : [present('lastRepliedAt', hasReplied, 'time')]),
    ...(hasDuplicate === undefined ? [] : [present('duplicateOfId', hasDuplicate)]),
    ...between('createdAt', createdAfter, createdBefore),
    ...between('updatedAt', updatedAfter, undefined),
    ...(q === undefined ? [] : [withWords(q)]),
  ];
}

function basisIs(declaredBasis: string): Expression {
  return declaredBasis === 'none' ? present('declaredBasis', false) : equal('declaredBasis', declaredBasis);
}
