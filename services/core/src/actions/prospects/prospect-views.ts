import { type TSchema, Type } from 'typebox';
import { employeeRanges } from '../../domain/companies/employee-ranges.ts';
import { emailStatuses, seniorities } from '../../domain/contacts/contact.ts';
import { departments, revenueRanges } from '../../domain/prospects/prospect.ts';
import { ForeignName } from '../../schema/foreign.ts';
import { Described, Named, Nullable, OneOf, Timestamp } from '../../schema/schema.ts';

function text(description: string) {
  return Nullable(ForeignName(Type.String({ description })));
}

export const PersonId = Type.String({
  pattern: '^prs_[a-z]{3}_[A-Za-z0-9_-]{1,100}$',
  maxLength: 120,
  description: 'ID of a person found by search_people.',
});

const LocationView = Type.Object({
  city: text('City.'),
  region: text('Region or state.'),
  country: text('ISO 3166 code.'),
});

export const MaskedPersonView = Named(
  'MaskedPerson',
  Type.Object({
    id: Type.String({ description: 'ID for reveal_people.' }),
    source: Type.String({ description: 'Provider that found the person.' }),
    isInvented: Type.Boolean({ description: 'True for a person of the built-in directory, who does not exist.' }),
    firstName: ForeignName(Type.String({ description: 'Given name.' })),
    lastNameInitial: ForeignName(
      Type.String({ description: 'First letter of the family name. Full after the reveal.' }),
    ),
    title: text('Job title.'),
    seniority: Nullable(OneOf(seniorities, { description: 'Level in the company.' })),
    department: Nullable(OneOf(departments, { description: 'Department.' })),
    companyId: text('Company in the source (see search_companies), not one of your companies.'),
    companyName: text('Employer.'),
    companyDomain: text('Its domain.'),
    industry: text('Its industry.'),
    employeeRange: Nullable(OneOf(employeeRanges, { description: 'Size of the company.' })),
    location: Described(LocationView, 'Where the person works.'),
    emailStatus: Nullable(
      OneOf(emailStatuses, {
        description: 'Null: no email address is known. Always unverified for invented people.',
      }),
    ),
    contactId: text('Contact, if the person was revealed before. Revealing again is free.'),
  }),
);

export const ProspectCompanyView = Named(
  'ProspectCompany',
  Type.Object({
    id: Type.String({ description: 'ID in the source. Not one of your companies.' }),
    source: Type.String({ description: 'Provider that found it.' }),
    isInvented: Type.Boolean({ description: 'True for a company of the built-in directory, which does not exist.' }),
    name: ForeignName(Type.String({ description: 'Company name.' })),
    domain: text('Domain. Use it in companyDomains of search_people.'),
    websiteUrl: text('Website.'),
    industry: text('Industry.'),
    employeeCount: Nullable(Type.Integer({ description: 'Exact number of employees, if known.' })),
    employeeRange: Nullable(OneOf(employeeRanges, { description: 'Number of employees as a range.' })),
    revenueRange: Nullable(OneOf(revenueRanges, { description: 'Yearly revenue.' })),
    foundedYear: Nullable(Type.Integer({ description: 'Year in which it was founded.' })),
    type: text('private, public, non_profit or self_owned.'),
    location: Described(LocationView, 'Headquarters.'),
    timeZone: text('IANA name.'),
    technologies: ForeignName(Type.Array(Type.String(), { description: 'Technologies that it uses.' })),
    keywords: ForeignName(Type.Array(Type.String(), { description: 'Keywords about the company.' })),
    description: text('Description of the company.'),
    register: Nullable(
      Type.Object(
        {
          title: Type.String({ description: 'Name of the register.' }),
          license: Type.String({ description: 'License under which it is published.' }),
          url: Type.String({ description: 'Page of the register.' }),
          importedAt: Timestamp('Time of the import: the date of the facts.'),
        },
        { description: 'Open register that all facts of the company come from (import_data_set with preset).' },
      ),
    ),
  }),
);

const FacetView = Type.Object({
  value: ForeignName(Type.String({ description: 'Value of the criterion.' })),
  count: Type.Integer({ description: 'Number of results with this value.' }),
});

const SourceView = Type.Object({
  name: Type.String({ description: 'Name of the source.' }),
  ok: Type.Boolean({ description: 'False: the source did not respond. The results are from the others.' }),
  total: Type.Integer({ description: 'Number of results.' }),
  problem: text('Reason it did not respond.'),
});

/** Response of a search: one page, with counts over all results. */
export function searchAnswer<Member extends string, Item extends TSchema>(member: Member, item: Item) {
  return Type.Object({
    unmatched: Type.Array(Type.String(), {
      description: 'Sentences about companies, places, and titles of the description that match nothing.',
    }),
    total: Type.Integer({ description: 'Total number of results.' }),
    [member]: Type.Array(item, { description: 'One page of results, best first.' }),
    facets: Type.Record(Type.String(), Type.Array(FacetView), {
      description: 'The most frequent values of each criterion among all results.',
    }),
    sources: Type.Array(SourceView, { description: 'Providers that were asked, with their results.' }),
  } as Record<'unmatched' | 'total' | 'facets' | 'sources', TSchema> &
    Record<Member, ReturnType<typeof Type.Array<Item>>>);
}
