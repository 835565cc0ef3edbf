import { type TSchema, Type } from 'typebox';
import { emailStatuses, seniorities } from '../../domain/crm/contact.ts';
import { departments, employeeRanges, revenueRanges } from '../../providers/prospects/prospect-source.ts';
import { Nullable, OneOf } from '../schema.ts';

const text = (description: string) => Nullable(Type.String({ description }));

export const PersonId = Type.String({
  pattern: '^prs_[a-z]{3}_[A-Za-z0-9_-]{1,100}$',
  maxLength: 120,
  description: 'id of a person found by search_people.',
});

const LocationView = Type.Object({
  city: text('City.'),
  region: text('Region or state.'),
  country: text('ISO 3166 code.'),
});

export const MaskedPersonView = Type.Object({
  id: Type.String({ description: 'Pass it to reveal_people.' }),
  source: Type.String(),
  firstName: Type.String(),
  lastNameInitial: Type.String(),
  title: text('Job title.'),
  seniority: Nullable(OneOf(seniorities)),
  department: Nullable(OneOf(departments)),
  companyId: text('The company in the source (see search_companies), not one of yours.'),
  companyName: text('Employer.'),
  companyDomain: text('Its domain.'),
  industry: text('Its industry.'),
  employeeRange: Nullable(OneOf(employeeRanges)),
  location: LocationView,
  emailStatus: Nullable(OneOf(emailStatuses, { description: 'Null: no address is known.' })),
  contactId: text('The contact, when the person was revealed before: revealing again is free.'),
});

export const ProspectCompanyView = Type.Object({
  id: Type.String(),
  source: Type.String(),
  name: Type.String(),
  domain: text('Domain; companyDomains of search_people takes it.'),
  websiteUrl: text('Website.'),
  industry: text('Industry.'),
  employeeCount: Nullable(Type.Integer()),
  employeeRange: Nullable(OneOf(employeeRanges)),
  revenueRange: Nullable(OneOf(revenueRanges)),
  foundedYear: Nullable(Type.Integer()),
  type: text('private, public, non_profit or self_owned.'),
  location: LocationView,
  timeZone: text('IANA name.'),
  technologies: Type.Array(Type.String()),
  keywords: Type.Array(Type.String()),
  description: text('What it does.'),
});

const FacetView = Type.Object({ value: Type.String(), count: Type.Integer() });

const SourceView = Type.Object({
  name: Type.String(),
  ok: Type.Boolean({ description: 'False: it did not answer; the results are those of the others.' }),
  total: Type.Integer(),
  problem: text('Why it did not answer.'),
});

/** What a search answers: one page, and counts over all that was found. */
export const searchAnswer = <Member extends string, Item extends TSchema>(member: Member, item: Item) =>
  Type.Object({
    total: Type.Integer({ description: 'How many were found in all.' }),
    [member]: Type.Array(item),
    facets: Type.Record(Type.String(), Type.Array(FacetView), {
      description: 'By criterion, the most frequent values among all that was found.',
    }),
    sources: Type.Array(SourceView),
  } as Record<'total' | 'facets' | 'sources', TSchema> & Record<Member, ReturnType<typeof Type.Array<Item>>>);
