import type { CompanyCriteria, PeopleCriteria } from '../../../domain/prospects/prospect.ts';
import { AppError } from '../../../errors/errors.ts';
import { providerAddress } from '../../provider-address.ts';
import { askProvider } from '../../provider-request.ts';
import type { PeopleProvider } from '../people-provider.ts';
import {
  type FoundEmail,
  type HunterCompany,
  type HunterDomain,
  toCompany,
  toFoundPerson,
  toPeople,
} from './hunter-answers.ts';
import { hunterProblem } from './hunter-problem.ts';
import { departmentsOf, senioritiesOf } from './hunter-words.ts';

const official = 'https://api.hunter.io/v2';
const timeoutMs = 15_000;
/** Small plans return no more per response, and every ten cost one credit. */
const peoplePerCall = 10;
const companiesPerCall = 100;

interface Place {
  domain: number;
  offset: number;
}

function readPlace(token: string | null): Place {
  const [domain = 0, offset = 0] = (token ?? '0:0').split(':').map(Number);
  return { domain, offset };
}

interface Access {
  apiKey: string;
  base: string;
}

async function call<Body>({ apiKey, base }: Access, path: string, body?: unknown): Promise<Body> {
  const answer = await askProvider({
    provider: 'Hunter',
    url: `${base}${path}`,
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': apiKey },
    body,
    timeoutMs,
  });
  if (answer.status === 200) return answer.body as Body;
  throw hunterProblem(answer);
}

function domainQuery(domain: string, offset: number, criteria: PeopleCriteria): string {
  const query = new URLSearchParams({ domain, type: 'personal', limit: String(peoplePerCall), offset: String(offset) });
  const seniority = senioritiesOf(criteria.seniorities ?? []);
  const department = departmentsOf(criteria.departments ?? []);
  if (seniority.length > 0) query.set('seniority', seniority.join(','));
  if (department.length > 0) query.set('department', department.join(','));
  if (criteria.titles?.length) query.set('job_titles', criteria.titles.join(','));
  return `/domain-search?${query}`;
}

function include(values: unknown[] | undefined) {
  return values?.length ? { include: values } : undefined;
}

function discoverBody(criteria: CompanyCriteria): Record<string, unknown> {
  const countries = criteria.countries ?? [];
  const cities = (criteria.cities ?? []).map((city) => ({
    city,
    ...(countries.length === 1 && { country: countries[0] }),
  }));
  const places = cities.length > 0 ? cities : countries.map((country) => ({ country }));
  const years = { min: criteria.foundedFrom, max: criteria.foundedTo };
  const organization = { domain: criteria.companyDomains, name: criteria.companyNames };
  const structured = {
    headquarters_location: include(places),
    industry: include(criteria.industries),
    headcount: criteria.employeeRanges?.length ? criteria.employeeRanges : undefined,
    technology: include(criteria.technologies),
    keywords: include(criteria.keywords),
    organization: organization.domain || organization.name ? organization : undefined,
    year_founded: years.min === undefined && years.max === undefined ? undefined : years,
  };
  return { ...(criteria.description && { query: criteria.description }), ...structured };
}

/** Hunter's API v2: Domain Search for people (only by company), Email Finder, and Discover for companies. */
export function createHunterProvider(apiKey: string, url?: string): PeopleProvider {
  const access = { apiKey, base: providerAddress(official, url) };
  return {
    kind: 'hunter',
    idPrefix: '_hun_',
    costs: { lookUp: 1, page: 1, companies: 0 },

    people: (criteria) => async (token) => {
      const { companyDomains = [] } = criteria;
      if (companyDomains.length === 0) {
        throw new AppError('provider_failed', 'Hunter finds people by company only: give companyDomains.');
      }
      const place = readPlace(token);
      const path = domainQuery(companyDomains[place.domain]!, place.offset, criteria);
      const { data, meta } = await call<{ data: HunterDomain; meta: { results: number } }>(access, path);
      const read = place.offset + data.emails.length;
      const isRead = data.emails.length < peoplePerCall || read >= meta.results;
      const isLast = isRead && place.domain + 1 >= companyDomains.length;
      const next = isRead ? `${place.domain + 1}:0` : `${place.domain}:${read}`;
      const cost = data.emails.length > 0 ? 1 : 0;
      return { items: toPeople(data), total: meta.results, token: isLast ? null : next, cost };
    },

    async lookUp({ firstName, lastName, companyDomain }) {
      // Email Finder returns the email address for a name. It cannot look up a person by address.
      if (!firstName || !lastName || !companyDomain) return { answer: null, cost: 0 };
      const query = new URLSearchParams({ domain: companyDomain, first_name: firstName, last_name: lastName });
      const { data } = await call<{ data: FoundEmail }>(access, `/email-finder?${query}`);
      return { answer: toFoundPerson(data), cost: data.email === null ? 0 : 1 };
    },

    companies: (criteria) => async (token) => {
      const offset = Number(token ?? 0);
      const path = `/discover?limit=${companiesPerCall}&offset=${offset}`;
      const { data, meta } = await call<{ data: HunterCompany[]; meta: { results: number } }>(
        access,
        path,
        discoverBody(criteria),
      );
      const read = offset + data.length;
      const isLast = data.length === 0 || read >= meta.results;
      return { items: data.map(toCompany), total: meta.results, token: isLast ? null : String(read), cost: 0 };
    },

    test: () => describeAccount(access),
  };
}

async function describeAccount(access: Access): Promise<string> {
  const { data } = await call<{ data: { plan_name?: string; requests?: HunterRequests } }>(access, '/account');
  const { used = 0, available = 0 } = data.requests?.credits ?? data.requests?.searches ?? {};
  return `Plan ${data.plan_name ?? 'unknown'}: ${used} of ${available} credits used.`;
}

interface HunterRequests {
  credits?: { used?: number; available?: number };
  searches?: { used?: number; available?: number };
}
