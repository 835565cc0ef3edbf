import type { Seniority } from '../../../domain/contacts/contact.ts';
import { countryNameOf } from '../../../domain/contacts/places/country-code.ts';
import type { CompanyCriteria, Department, PeopleCriteria } from '../../../domain/prospects/prospect.ts';

/** An Elasticsearch query, limited to the syntax that the Search API supports. */
export type PdlQuery = Record<string, unknown>;

const levels: Record<Seniority, string> = {
  owner: 'owner',
  founder: 'owner',
  c_suite: 'cxo',
  partner: 'partner',
  vp: 'vp',
  head: 'director',
  director: 'director',
  manager: 'manager',
  senior: 'senior',
  entry: 'entry',
  intern: 'training',
};

const roles: Partial<Record<Department, string>> = {
  engineering: 'engineering',
  it: 'engineering',
  data: 'engineering',
  security: 'engineering',
  design: 'design',
  operations: 'operations',
  supply_chain: 'operations',
  sales: 'sales',
  marketing: 'marketing',
  customer_success: 'customer_service',
  finance: 'finance',
  human_resources: 'human_resources',
  legal: 'legal',
};

function terms(field: string, values: readonly string[] | undefined): PdlQuery[] {
  return values?.length ? [{ terms: { [field]: [...new Set(values.map((value) => value.toLowerCase()))] } }] : [];
}

function anyMatch(fields: string[], texts: readonly string[] | undefined): PdlQuery[] {
  return texts?.length
    ? [
        {
          bool: {
            should: texts.flatMap((text) => fields.map((field) => ({ match: { [field]: text.toLowerCase() } }))),
          },
        },
      ]
    : [];
}

function years(field: string, { foundedFrom, foundedTo }: CompanyCriteria): PdlQuery[] {
  return foundedFrom === undefined && foundedTo === undefined
    ? []
    : [{ range: { [field]: { gte: foundedFrom, lte: foundedTo } } }];
}

function bool(must: PdlQuery[], excluded: PdlQuery[]): PdlQuery {
  return {
    bool: { must, ...(excluded.length > 0 && { must_not: excluded }) },
  };
}

function countryNames({ countries }: CompanyCriteria): string[] | undefined {
  return countries?.map(countryNameOf);
}

export function peopleQuery(criteria: PeopleCriteria): PdlQuery {
  return bool(
    [
      ...terms(
        'job_title_levels',
        criteria.seniorities?.map((seniority) => levels[seniority]),
      ),
      ...terms(
        'job_title_role',
        criteria.departments?.flatMap((department) => roles[department] ?? []),
      ),
      ...anyMatch(['job_title'], criteria.titles),
      ...terms('job_company_website', criteria.companyDomains),
      ...terms('job_company_name', criteria.companyNames),
      ...terms('job_company_industry', criteria.industries),
      ...terms('job_company_size', criteria.employeeRanges),
      ...terms('location_country', countryNames(criteria)),
      ...terms('location_region', criteria.regions),
      ...terms('location_locality', criteria.cities),
      ...years('job_company_founded', criteria),
      ...anyMatch(['job_title', 'job_summary', 'summary'], criteria.description ? [criteria.description] : undefined),
      ...(criteria.hasEmail ? [{ exists: { field: 'work_email' } }] : []),
    ],
    terms('job_company_website', criteria.excludeDomains),
  );
}

export function pdlCompanyQuery(criteria: CompanyCriteria): PdlQuery {
  return bool(
    [
      ...terms('website', criteria.companyDomains),
      ...terms('name', criteria.companyNames),
      ...terms('industry', criteria.industries),
      ...terms('size', criteria.employeeRanges),
      ...terms('location.country', countryNames(criteria)),
      ...terms('location.region', criteria.regions),
      ...terms('location.locality', criteria.cities),
      ...terms('tags', criteria.keywords),
      ...years('founded', criteria),
      ...anyMatch(['summary', 'industry'], criteria.description ? [criteria.description] : undefined),
    ],
    terms('website', criteria.excludeDomains),
  );
}
