import { countryNameOf } from '../../../domain/contacts/places/country-code.ts';
import type { CompanyCriteria, PeopleCriteria } from '../../../domain/prospects/prospect.ts';
import { providerAddress } from '../../provider-address.ts';
import { askProvider, providerProblem } from '../../provider-request.ts';
import type { PeopleProvider } from '../people-provider.ts';
import type { PersonHint } from '../person-hint.ts';
import { type ApolloCompany, type ApolloPerson, apolloCompany, apolloFound, apolloPersonOf } from './apollo-answers.ts';

const official = 'https://api.apollo.io/api/v1';
const timeoutMs = 20_000;
const perPage = 25;

const meanings: Record<number, string> = {
  401: 'refused the API key',
  402: 'has no credits left on the account',
  403: 'does not allow this on the plan of the account',
  422: 'did not understand the question, or has no credits left on the account',
  429: 'has reached its rate limit; try again in a minute',
};

/** A search response: newer versions count at the top. */
interface Found {
  people?: ApolloPerson[];
  organizations?: ApolloCompany[];
  total_entries?: number;
  pagination?: { total_entries?: number };
}

function places({ cities = [], regions = [], countries = [] }: CompanyCriteria): string[] {
  const names = countries.map(countryNameOf);
  const country = names.length === 1 ? `, ${names[0]}` : '';
  const within = [...cities, ...regions].map((place) => `${place}${country}`);
  return within.length > 0 ? within : names;
}

/** Without empty members. */
function filled(members: Record<string, unknown[] | string | number | boolean | undefined>): Record<string, unknown> {
  const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isGiven(value)));
}

function sizes({ employeeRanges = [] }: CompanyCriteria): string[] {
  return employeeRanges.map((range) => range.replace('+', '-1000000').replace('-', ','));
}

/** Words are the only way to ask for industries, keywords, and names of companies. */
function words({
  industries = [],
  keywords = [],
  companyNames = [],
  description,
}: CompanyCriteria): string | undefined {
  const all = [...companyNames, ...industries, ...keywords];
  return all.length > 0 ? all.join(' ') : description;
}

function peopleBody(criteria: PeopleCriteria): Record<string, unknown> {
  const { description, ...others } = criteria;
  // The words of a description would have to match all together. They serve only if nothing else was asked.
  const isAlone = Object.values(others).every((value) => value === undefined || value === false);
  return filled({
    person_titles: criteria.titles,
    person_seniorities: criteria.seniorities,
    person_locations: places(criteria),
    q_organization_domains_list: criteria.companyDomains,
    organization_num_employees_ranges: sizes(criteria),
    currently_using_any_of_technology_uids: criteria.technologies?.map((name) =>
      name.toLowerCase().replace(/\W+/g, '_'),
    ),
    contact_email_status: criteria.hasEmail ? ['verified', 'unverified'] : undefined,
    q_keywords: words(isAlone ? criteria : others),
  });
}

function companyBody(criteria: CompanyCriteria): Record<string, unknown> {
  return filled({
    q_organization_domains_list: criteria.companyDomains,
    q_organization_name: criteria.companyNames?.[0],
    organization_locations: places(criteria),
    organization_num_employees_ranges: sizes(criteria),
    q_organization_keyword_tags: [...(criteria.industries ?? []), ...(criteria.keywords ?? [])],
    currently_using_any_of_technology_uids: criteria.technologies?.map((name) =>
      name.toLowerCase().replace(/\W+/g, '_'),
    ),
  });
}

function hintQuery({ email, firstName, lastName, companyDomain }: PersonHint): URLSearchParams {
  const given = { email, first_name: firstName, last_name: lastName, domain: companyDomain };
  return new URLSearchParams(Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/**
 * People Search, which is free and hides names and addresses; People Enrichment, which is billed per match; and
 * Organization Search.
 */
export function createApolloProvider(apiKey: string, url?: string): PeopleProvider {
  const base = providerAddress(official, url);
  const call = async <Body>(path: string, body?: unknown): Promise<Body> => {
    const headers = { 'x-api-key': apiKey, 'cache-control': 'no-cache' };
    const method = path.startsWith('/auth') ? 'GET' : 'POST';
    const answer = await askProvider({ provider: 'Apollo', url: `${base}${path}`, method, headers, body, timeoutMs });
    if (answer.status === 200) return answer.body as Body;
    throw providerProblem('Apollo', answer, meanings[answer.status] ?? 'failed');
  };
  const match = async (query: URLSearchParams) => {
    const { person } = await call<{ person?: ApolloPerson | null }>(`/people/match?${query}`);
    const answer = person ? apolloPersonOf(person) : null;
    return { answer, cost: answer === null ? 0 : 1 };
  };
  return {
    kind: 'apollo',
    idPrefix: '_apo_',
    costs: { lookUp: 1, page: 0, companies: 1 },

    people: (criteria) => async (token) => {
      const page = Number(token ?? 1);
      const found = await call<Found>('/mixed_people/api_search', { ...peopleBody(criteria), page, per_page: perPage });
      const { people = [] } = found;
      const total = found.total_entries ?? found.pagination?.total_entries ?? people.length;
      const isLast = people.length < perPage || page * perPage >= total;
      return { items: people.flatMap(apolloFound), total, token: isLast ? null : String(page + 1), cost: 0 };
    },

    reveal: ({ id }) => match(new URLSearchParams({ id: id.slice('prs_apo_'.length) })),

    lookUp: (hint) => match(hintQuery(hint)),

    companies: (criteria) => async (token) => {
      const page = Number(token ?? 1);
      const body = { ...companyBody(criteria), page, per_page: perPage };
      const found = await call<Found>('/mixed_companies/search', body);
      const { organizations = [] } = found;
      const total = found.pagination?.total_entries ?? organizations.length;
      const isLast = organizations.length < perPage || page * perPage >= total;
      const cost = organizations.length > 0 ? 1 : 0;
      return { items: organizations.map(apolloCompany), total, token: isLast ? null : String(page + 1), cost };
    },

    async test() {
      const { is_logged_in } = await call<{ is_logged_in?: boolean }>('/auth/health');
      if (is_logged_in) return 'The API key is valid.';
      throw providerProblem('Apollo', { status: 401, headers: new Headers(), body: null }, 'refused the API key');
    },
  };
}
