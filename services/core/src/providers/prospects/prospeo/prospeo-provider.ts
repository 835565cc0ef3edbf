import type { EmployeeRange } from '../../../domain/companies/employee-ranges.ts';
import type { Seniority } from '../../../domain/contacts/contact.ts';
import { countryNameOf } from '../../../domain/contacts/places/country-code.ts';
import type { CompanyCriteria, PeopleCriteria, RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { providerAddress } from '../../provider-address.ts';
import { askProvider, providerProblem } from '../../provider-request.ts';
import type { Billed } from '../meter.ts';
import type { Batch } from '../paged-search.ts';
import type { PeopleProvider } from '../people-provider.ts';
import {
  type ProspeoCompany,
  type ProspeoPerson,
  prospeoCompany,
  prospeoFound,
  prospeoPersonOf,
} from './prospeo-answers.ts';

const official = 'https://api.prospeo.io';
const timeoutMs = 20_000;

/** Its error codes. Those of an empty result are no problem. */
const meanings: Record<string, string> = {
  INVALID_API_KEY: 'refused the API key',
  INSUFFICIENT_CREDITS: 'has no credits left on the account',
  RATE_LIMITED: 'has reached its rate limit; try again in a minute',
  INVALID_FILTERS: 'did not understand the question',
};
const statusMeanings: Record<number, string> = { 401: meanings.INVALID_API_KEY!, 429: meanings.RATE_LIMITED! };
const emptyCodes = ['NO_MATCH', 'NO_RESULTS', 'INVALID_DATAPOINTS'];

interface Answer {
  error?: boolean;
  error_code?: string;
  /** True if the account has paid for the match before. */
  free_enrichment?: boolean;
  person?: ProspeoPerson | null;
  company?: ProspeoCompany | null;
  results?: { person?: ProspeoPerson; company?: ProspeoCompany }[];
  pagination?: { current_page: number; total_page: number; total_count: number };
  response?: { current_plan?: string; remaining_credits?: number };
}

const levels: Record<Seniority, string> = {
  owner: 'Founder/Owner',
  founder: 'Founder/Owner',
  c_suite: 'C-Suite',
  partner: 'Partner',
  vp: 'Vice President',
  head: 'Head',
  director: 'Director',
  manager: 'Manager',
  senior: 'Senior',
  entry: 'Entry',
  intern: 'Intern',
};

const headcounts: Record<EmployeeRange, string[]> = {
  '1-10': ['1-10'],
  '11-50': ['11-20', '21-50'],
  '51-200': ['51-100', '101-200'],
  '201-500': ['201-500'],
  '501-1000': ['501-1000'],
  '1001-5000': ['1001-2000', '2001-5000'],
  '5001-10000': ['5001-10000'],
  '10001+': ['10000+'],
};

function include(values: readonly string[] | undefined) {
  return values?.length ? { include: [...new Set(values)] } : undefined;
}

function companyFilters(criteria: CompanyCriteria): Record<string, unknown> {
  const { companyDomains, companyNames, excludeDomains } = criteria;
  const websites = { ...include(companyDomains), ...(excludeDomains?.length && { exclude: excludeDomains }) };
  return {
    company: { websites: Object.keys(websites).length > 0 ? websites : undefined, names: include(companyNames) },
    company_industry: include(criteria.industries),
    company_headcount_range: criteria.employeeRanges?.flatMap((range) => headcounts[range]),
    company_technology: include(criteria.technologies),
    company_keywords: include(criteria.keywords),
  };
}

function placesOf({ cities = [], regions = [], countries = [] }: CompanyCriteria) {
  const within = [...cities, ...regions];
  return include(within.length > 0 ? within : countries.map(countryNameOf));
}

function peopleFilters(criteria: PeopleCriteria): Record<string, unknown> {
  return {
    ...companyFilters(criteria),
    person_job_title: include(criteria.titles),
    person_seniority: include(criteria.seniorities?.map((level) => levels[level])),
    person_location_search: placesOf(criteria),
    person_name_or_job_title: criteria.titles ? undefined : criteria.description,
  };
}

type Call = (path: string, body: unknown) => Promise<Answer>;
type Result = NonNullable<Answer['results']>[number];

/** Calls the API. An empty result has no members. */
function caller(apiKey: string, base: string): Call {
  return async (path, body) => {
    const headers = { 'x-key': apiKey };
    const url = `${base}${path}`;
    const answer = await askProvider({ provider: 'Prospeo', url, method: 'POST', headers, body, timeoutMs });
    const response = (answer.body ?? {}) as Answer;
    if (emptyCodes.includes(response.error_code ?? '')) return {};
    if (answer.status === 200 && response.error !== true) return response;
    const words = meanings[response.error_code ?? ''] ?? statusMeanings[answer.status] ?? 'failed';
    throw providerProblem('Prospeo', answer, words);
  };
}

async function enrich(call: Call, data: object): Promise<Billed<RevealedPerson | null>> {
  const response = await call('/enrich-person', { only_verified_email: false, data });
  const answer = response.person ? prospeoPersonOf(response.person, response.company) : null;
  return { answer, cost: answer === null || response.free_enrichment ? 0 : 1 };
}

/** One page of a search. */
async function search<Item>(
  call: Call,
  { path, filters, token }: { path: string; filters: object; token: string | null },
  toItems: (result: Result) => Item[],
): Promise<Batch<Item>> {
  const page = Number(token ?? 1);
  const { results = [], pagination } = await call(path, { page, filters });
  const isLast = pagination === undefined || page >= pagination.total_page;
  const total = pagination?.total_count ?? results.length;
  const next = isLast ? null : String(page + 1);
  return { items: results.flatMap(toItems), total, token: next, cost: results.length > 0 ? 1 : 0 };
}

/** Search Person and Search Company, billed per page of 25, and Enrich Person, billed per new match. */
export function createProspeoProvider(apiKey: string, url?: string): PeopleProvider {
  const call = caller(apiKey, providerAddress(official, url).replace(/\/+$/, ''));
  return {
    kind: 'prospeo',
    idPrefix: '_pro_',
    costs: { lookUp: 1, page: 1, companies: 1 },
    people: (criteria) => (token) =>
      search(call, { path: '/search-person', filters: peopleFilters(criteria), token }, ({ person, company }) =>
        person === undefined ? [] : prospeoFound(person, company),
      ),
    companies: (criteria) => (token) => {
      const filters = { ...companyFilters(criteria), company_location_search: placesOf(criteria) };
      return search(call, { path: '/search-company', filters, token }, ({ company }) =>
        company === undefined ? [] : [prospeoCompany(company)],
      );
    },
    reveal: ({ id }) => enrich(call, { person_id: id.slice('prs_pro_'.length) }),
    async lookUp({ email, firstName, lastName, companyDomain }) {
      if (firstName && lastName && companyDomain)
        return enrich(call, { first_name: firstName, last_name: lastName, company_website: companyDomain });
      return email ? enrich(call, { email }) : { answer: null, cost: 0 };
    },
    async test() {
      const { response } = await call('/account-information', {});
      const left = response?.remaining_credits ?? 'an unknown number of';
      return `Plan ${response?.current_plan ?? 'unknown'}: ${left} credits left.`;
    },
  };
}
