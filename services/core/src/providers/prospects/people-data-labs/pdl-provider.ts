import { askProvider, providerProblem } from '../../provider-request.ts';
import type { Batch } from '../paged-search.ts';
import type { PersonHint } from '../prospect-source.ts';
import type { RemoteProvider } from '../remote-source.ts';
import { type PdlCompany, type PdlPerson, toCompany, toPeople } from './pdl-answers.ts';
import { type PdlQuery, pdlCompanyQuery, peopleQuery } from './pdl-query.ts';

const origin = 'https://api.peopledatalabs.com/v5';
const timeoutMs = 15_000;
const sizeMax = 100;
const notFoundStatus = 404;

const meanings: Record<number, string> = {
  400: 'did not understand the question',
  401: 'refused the API key; an operator has to set PEOPLE_DATA_LABS_API_KEY',
  402: 'has no credits left on the account of the operator',
  403: 'does not allow this on the plan of the operator',
  429: 'has reached its rate limit; try again in a minute',
};

interface Answer<Item> {
  data: Item[];
  total: number;
  scroll_token?: string | null;
}

async function search<Item>(
  apiKey: string,
  kind: 'person' | 'company',
  query: PdlQuery,
  token: string | null,
  size: number,
): Promise<Batch<Item>> {
  const answer = await askProvider({
    provider: 'People Data Labs',
    url: `${origin}/${kind}/search`,
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: { query, size: Math.min(size, sizeMax), ...(token !== null && { scroll_token: token }) },
    timeoutMs,
  });
  // The provider returns 404 for an empty result.
  if (answer.status === notFoundStatus) return { items: [], total: 0, token: null };
  if (answer.status !== 200) throw providerProblem('People Data Labs', answer, meanings[answer.status] ?? 'failed');
  const { data, total, scroll_token } = answer.body as Answer<Item>;
  return { items: data, total, token: scroll_token ?? null };
}

/** Minimum likelihood, from 1 to 10. Below it, the match may well be someone else. */
const likelihoodMin = 6;

function enrichQuery({ email, firstName, lastName, companyDomain }: PersonHint): URLSearchParams {
  const hints = { email, first_name: firstName, last_name: lastName, company: companyDomain };
  const given = Object.entries(hints).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams([...given, ['min_likelihood', String(likelihoodMin)]]);
}

/**
 * Person Search, Company Search, and Person Enrichment (v5). Each returned record costs the operator a credit, so none
 * is requested twice.
 */
export function createPeopleDataLabsProvider(apiKey: string): RemoteProvider {
  return {
    name: 'people_data_labs',
    idPrefix: '_pdl_',
    people: (criteria) => async (token, size) => {
      const { items, ...rest } = await search<PdlPerson>(apiKey, 'person', peopleQuery(criteria), token, size);
      return { items: items.flatMap(toPeople), ...rest };
    },
    async lookUp(hint) {
      const answer = await askProvider({
        provider: 'People Data Labs',
        url: `${origin}/person/enrich?${enrichQuery(hint)}`,
        headers: { 'x-api-key': apiKey },
        timeoutMs,
      });
      if (answer.status === notFoundStatus) return null;
      if (answer.status !== 200) throw providerProblem('People Data Labs', answer, meanings[answer.status] ?? 'failed');
      return toPeople((answer.body as { data: PdlPerson }).data)[0] ?? null;
    },

    companies: (criteria) => async (token, size) => {
      const { items, ...rest } = await search<PdlCompany>(apiKey, 'company', pdlCompanyQuery(criteria), token, size);
      return { items: items.map(toCompany), ...rest };
    },
  };
}
