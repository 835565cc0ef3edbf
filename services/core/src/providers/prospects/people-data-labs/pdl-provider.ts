import { providerAddress } from '../../provider-address.ts';
import { askProvider, providerProblem } from '../../provider-request.ts';
import type { Batch } from '../paged-search.ts';
import type { PeopleProvider } from '../people-provider.ts';
import type { PersonHint } from '../person-hint.ts';
import { type PdlCompany, type PdlPerson, toCompany, toPeople } from './pdl-answers.ts';
import { type PdlQuery, pdlCompanyQuery, peopleQuery } from './pdl-query.ts';

const official = 'https://api.peopledatalabs.com/v5';
const timeoutMs = 15_000;
const sizeMax = 100;
const notFoundStatus = 404;

const meanings: Record<number, string> = {
  400: 'did not understand the question',
  401: 'refused the API key',
  402: 'has no credits left on the account',
  403: 'does not allow this on the plan of the account',
  429: 'has reached its rate limit; try again in a minute',
};

interface Answer<Item> {
  data: Item[];
  total: number;
  scroll_token?: string | null;
}

interface Access {
  apiKey: string;
  base: string;
}

async function search<Item>(
  { apiKey, base }: Access,
  kind: 'person' | 'company',
  query: PdlQuery,
  token: string | null,
  size: number,
): Promise<Batch<Item>> {
  const answer = await askProvider({
    provider: 'People Data Labs',
    url: `${base}/${kind}/search`,
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: { query, size: Math.min(size, sizeMax), ...(token !== null && { scroll_token: token }) },
    timeoutMs,
  });
  // The provider returns 404 for an empty result.
  if (answer.status === notFoundStatus) return { items: [], total: 0, token: null, cost: 0 };
  if (answer.status !== 200) throw providerProblem('People Data Labs', answer, meanings[answer.status] ?? 'failed');
  const { data, total, scroll_token } = answer.body as Answer<Item>;
  return { items: data, total, token: scroll_token ?? null, cost: data.length };
}

/** Minimum likelihood, from 1 to 10. Below it, the match may well be someone else. */
const likelihoodMin = 6;

function enrichQuery({ email, firstName, lastName, companyDomain }: PersonHint): URLSearchParams {
  const hints = { email, first_name: firstName, last_name: lastName, company: companyDomain };
  const given = Object.entries(hints).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams([...given, ['min_likelihood', String(likelihoodMin)]]);
}

/**
 * Person Search, Company Search, and Person Enrichment (v5). Each returned record costs a credit, so none is requested
 * twice.
 */
export function createPeopleDataLabsProvider(apiKey: string, url?: string): PeopleProvider {
  const access = { apiKey, base: providerAddress(official, url) };
  const ask = (path: string) =>
    askProvider({
      provider: 'People Data Labs',
      url: `${access.base}${path}`,
      headers: { 'x-api-key': apiKey },
      timeoutMs,
    });
  return {
    kind: 'people_data_labs',
    idPrefix: '_pdl_',
    costs: { lookUp: 1, page: sizeMax, companies: sizeMax },
    people: (criteria) => async (token, size) => {
      const { items, ...rest } = await search<PdlPerson>(access, 'person', peopleQuery(criteria), token, size);
      return { items: items.flatMap(toPeople), ...rest };
    },
    async lookUp(hint) {
      const answer = await ask(`/person/enrich?${enrichQuery(hint)}`);
      if (answer.status === notFoundStatus) return { answer: null, cost: 0 };
      if (answer.status !== 200) throw providerProblem('People Data Labs', answer, meanings[answer.status] ?? 'failed');
      return { answer: toPeople((answer.body as { data: PdlPerson }).data)[0] ?? null, cost: 1 };
    },
    companies: (criteria) => async (token, size) => {
      const { items, ...rest } = await search<PdlCompany>(access, 'company', pdlCompanyQuery(criteria), token, size);
      return { items: items.map(toCompany), ...rest };
    },
    async test() {
      // Suggestions for a title cost nothing, and need a valid key.
      const answer = await ask('/autocomplete?field=title&text=engineer&size=1');
      if (answer.status !== 200) throw providerProblem('People Data Labs', answer, meanings[answer.status] ?? 'failed');
      return 'The API key is valid.';
    },
  };
}
