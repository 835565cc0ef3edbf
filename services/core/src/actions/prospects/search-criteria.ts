import { type Static, Type } from 'typebox';
import { employeeRanges } from '../../domain/companies/employee-ranges.ts';
import { emailStatuses, seniorities } from '../../domain/contacts/contact.ts';
import { normalizeDomain } from '../../domain/contacts/email-address.ts';
import { countryCodeOf } from '../../domain/contacts/places/country-code.ts';
import {
  type CompanyCriteria,
  departments,
  type PeopleCriteria,
  revenueRanges,
} from '../../domain/prospects/prospect.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError } from '../../errors/errors.ts';
import { OneOf, paging, Text } from '../../schema/schema.ts';

const valuesMax = 50;
function year(description: string) {
  return Type.Optional(Type.Integer({ minimum: 1500, maximum: 2100, description }));
}

function texts(description: string, maxLength = 100) {
  return Type.Optional(Type.Array(Text(maxLength, 'One of the alternatives.'), { maxItems: valuesMax, description }));
}

function choices<const T extends readonly string[]>(values: T, description: string) {
  return Type.Optional(Type.Array(OneOf(values), { maxItems: values.length, description }));
}

export const companyCriteriaProperties = {
  description: Type.Optional(
    Text(
      500,
      'Plain description, such as "solar installers in Spain". Results are ordered by relevance. Places and ' +
        'sizes in it are treated as preferences. To require them, use countries, cities, or employeeRanges.',
    ),
  ),
  industries: texts('Industries, such as Software. facets shows the available ones.'),
  employeeRanges: choices(employeeRanges, 'Sizes by number of employees.'),
  revenueRanges: choices(revenueRanges, 'Yearly revenue in US dollars.'),
  countries: texts('Countries as ISO 3166 codes or English names: DE, Germany.'),
  regions: texts('Regions or states.'),
  cities: texts('Cities.'),
  technologies: texts('Technologies in use, e.g. Kubernetes.'),
  keywords: texts('Keywords with which the company describes itself.'),
  companyNames: texts('Names of companies.'),
  companyDomains: texts('Domains of companies.', 253),
  excludeDomains: texts('Domains of companies to exclude.', 253),
  foundedFrom: year('Founded in this year or later.'),
  foundedTo: year('Founded in this year or earlier.'),
  sources: texts('Only these sources, such as own. Default: all.', 50),
  ...paging,
};

export const peopleCriteriaProperties = {
  ...companyCriteriaProperties,
  titles: texts('Job titles. CTO also finds Chief Technology Officer.'),
  seniorities: choices(seniorities, 'Levels in the company.'),
  departments: choices(departments, 'Departments.'),
  emailStatuses: choices(emailStatuses, 'Only people whose email address has one of these statuses.'),
  hasEmail: Type.Optional(Type.Boolean({ description: 'Only people with (or without) a known email address.' })),
  excludeOwned: Type.Optional(Type.Boolean({ description: 'Exclude people revealed before.' })),
};

const CompanyInput = Type.Object(companyCriteriaProperties);
const PeopleInput = Type.Object(peopleCriteriaProperties);

function requireCountry(text: string): string {
  const code = countryCodeOf(text);
  if (code !== undefined) return code;
  throw new AppError('validation_failed', `countries: "${text}" is not a country. Give an ISO 3166 code or its name.`, {
    field: 'countries',
  });
}

function requireDomain(text: string, field: string): string {
  const domain = normalizeDomain(text);
  if (domain !== undefined) return domain;
  throw new AppError('validation_failed', `${field}: "${text}" is not a domain name, such as example.com.`, { field });
}

export function toCompanyCriteria(input: Static<typeof CompanyInput>): CompanyCriteria {
  const { cursor: _cursor, limit: _limit, sources: _sources, ...criteria } = input;
  const cleaned: CompanyCriteria = { ...criteria };
  if (input.countries) cleaned.countries = input.countries.map(requireCountry);
  if (input.companyDomains) {
    cleaned.companyDomains = input.companyDomains.map((text) => requireDomain(text, 'companyDomains'));
  }
  if (input.excludeDomains) {
    cleaned.excludeDomains = input.excludeDomains.map((text) => requireDomain(text, 'excludeDomains'));
  }
  return cleaned;
}

export function toPeopleCriteria(input: Static<typeof PeopleInput>): PeopleCriteria {
  const { excludeOwned: _excludeOwned, ...criteria } = input;
  return { ...criteria, ...toCompanyCriteria(criteria) };
}

export async function requireSources(sources: string[] | undefined, ctx: ActionContext): Promise<void> {
  if (sources === undefined) return;
  const allowedValues = (await ctx.ports.prospects.openTo(ctx.workspaceId)).map(({ name }) => name);
  const unknown = sources.find((name) => !allowedValues.includes(name));
  if (unknown === undefined) return;
  throw new AppError('validation_failed', `sources: there is no source "${unknown}".`, {
    field: 'sources',
    allowedValues,
  });
}
