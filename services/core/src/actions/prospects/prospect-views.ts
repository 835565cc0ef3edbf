import { type TSchema, Type } from 'typebox';
import { employeeRanges } from '../../domain/companies/employee-ranges.ts';
import { emailStatuses, seniorities } from '../../domain/contacts/contact.ts';
import { departments, revenueRanges } from '../../providers/prospects/prospect-source.ts';
import { ForeignName } from '../../schema/foreign.ts';
import { Described, Named, Nullable, OneOf } from '../../schema/schema.ts';

function text(description: string) {
  return Nullable(ForeignName(Type.String({ description })));
}

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

export const MaskedPersonView = Named(
  'MaskedPerson',
  Type.Object({
    id: Type.String({ description: 'Pass it to reveal_people.' }),
    source: Type.String({ description: 'Provider that found the person.' }),
    firstName: ForeignName(Type.String({ description: 'Given name.' })),
    lastNameInitial: ForeignName(
      Type.String({ description: 'First letter of the family name; whole after the reveal.' }),
    ),
    title: text('Job title.'),
    seniority: Nullable(OneOf(seniorities, { description: 'Level in the company.' })),
    department: Nullable(OneOf(departments, { description: 'Department.' })),
    companyId: text('The company in the source (see search_companies), not one of yours.'),
    companyName: text('Employer.'),
    companyDomain: text('Its domain.'),
    industry: text('Its industry.'),
    employeeRange: Nullable(OneOf(employeeRanges, { description: 'Size of the company.' })),
    location: Described(LocationView, 'Where the person works.'),
    emailStatus: Nullable(OneOf(emailStatuses, { description: 'Null: no address is known.' })),
    contactId: text('The contact, when the person was revealed before: revealing again is free.'),
  }),
);

export const ProspectCompanyView = Named(
  'ProspectCompany',
  Type.Object({
    id: Type.String({ description: 'Id in the source; not one of your companies.' }),
    source: Type.String({ description: 'Provider that found it.' }),
    name: ForeignName(Type.String({ description: 'Company name.' })),
    domain: text('Domain; companyDomains of search_people takes it.'),
    websiteUrl: text('Website.'),
    industry: text('Industry.'),
    employeeCount: Nullable(Type.Integer({ description: 'Number of employees, where known exactly.' })),
    employeeRange: Nullable(OneOf(employeeRanges, { description: 'Number of employees as a range.' })),
    revenueRange: Nullable(OneOf(revenueRanges, { description: 'Yearly revenue.' })),
    foundedYear: Nullable(Type.Integer({ description: 'Year of foundation.' })),
    type: text('private, public, non_profit or self_owned.'),
    location: Described(LocationView, 'Where its seat is.'),
    timeZone: text('IANA name.'),
    technologies: ForeignName(Type.Array(Type.String(), { description: 'Technologies that it uses.' })),
    keywords: ForeignName(Type.Array(Type.String(), { description: 'Words for what it does.' })),
    description: text('What it does.'),
  }),
);

const FacetView = Type.Object({
  value: ForeignName(Type.String({ description: 'Value of the criterion.' })),
  count: Type.Integer({ description: 'How many of all found have it.' }),
});

const SourceView = Type.Object({
  name: Type.String({ description: 'Name of the source.' }),
  ok: Type.Boolean({ description: 'False: it did not answer; the results are those of the others.' }),
  total: Type.Integer({ description: 'How many it found.' }),
  problem: text('Why it did not answer.'),
});

/** Response of a search: one page, with counts over all results. */
export function searchAnswer<Member extends string, Item extends TSchema>(member: Member, item: Item) {
  return Type.Object({
    total: Type.Integer({ description: 'How many were found in all.' }),
    [member]: Type.Array(item, { description: 'One page of what was found, best first.' }),
    facets: Type.Record(Type.String(), Type.Array(FacetView), {
      description: 'By criterion, the most frequent values among all that was found.',
    }),
    sources: Type.Array(SourceView, { description: 'Which providers were asked, and what they said.' }),
  } as Record<'total' | 'facets' | 'sources', TSchema> & Record<Member, ReturnType<typeof Type.Array<Item>>>);
}
