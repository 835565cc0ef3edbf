import nock from 'nock';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { domainSearchAnswer, pdlPerson } from '../../../test-data/prospects/provider-answers.ts';
import { directorySource } from './directory/directory-source.ts';
import type { FoundProspects, FoundSearch } from './found-prospects.ts';
import { createHunterProvider } from './hunter/hunter-provider.ts';
import type { Meter } from './meter.ts';
import { createPeopleDataLabsProvider } from './people-data-labs/pdl-provider.ts';
import type { ProspectSource } from './prospect-source.ts';
import { Prospects } from './prospects.ts';
import { createRemoteSource } from './remote-source.ts';

function inMemory(): FoundProspects {
  const items = new Map<string, Record<string, unknown>>();
  const searches = new Map<string, FoundSearch>();
  return {
    saveItems: async (workspaceId, found) => {
      for (const item of found) items.set(workspaceId + item.id, item);
    },
    findItems: async <Item>(workspaceId: string, ids: string[]) =>
      ids.map((id) => items.get(workspaceId + id) as Item | undefined).filter((item) => item !== undefined),
    saveSearch: async (workspaceId, key, search) => void searches.set(workspaceId + key, search),
    findSearch: async (workspaceId, key) => searches.get(workspaceId + key) ?? null,
  };
}

/** Asks every question, and counts nothing. */
const unmetered: Meter = {
  search: (_costMax, ask) => ask(),
  ask: async (_question, _costMax, ask) => {
    const billed = await ask({ id: null, save: () => Promise.resolve() });
    return { ...billed, isUnconfirmed: false, isKnown: false };
  },
};

const page = { offset: 0, limit: 10 };
const workspace = 'wsp_1';
function prospectsOf(sources: ProspectSource[]) {
  return new Prospects({ traits: sources, local: async () => sources, remote: async () => [] });
}

let found: FoundProspects;
beforeEach(() => {
  found = inMemory();
  nock.disableNetConnect();
});
afterEach(() => {
  const unasked = nock.pendingMocks();
  nock.cleanAll();
  nock.enableNetConnect();
  expect(unasked).toEqual([]);
});

describe('Hunter', () => {
  const source = () => createRemoteSource(createHunterProvider('key'), found, unmetered);
  const domainSearch = (query: object = {}) =>
    nock('https://api.hunter.io', { reqheaders: { 'x-api-key': 'key' } })
      .get('/v2/domain-search')
      .query({ domain: 'analytical.com', type: 'personal', limit: '10', offset: '0', ...query });

  test('finds the people of a company, masked, and reveals them without another request', async () => {
    domainSearch({ seniority: 'executive', department: 'it' }).reply(200, domainSearchAnswer);
    const criteria = {
      companyDomains: ['analytical.com'],
      seniorities: ['c_suite' as const],
      departments: ['it' as const],
    };
    const { items, total } = await source().searchPeople(workspace, criteria, page);
    expect(total).toBe(1);
    expect(items).toMatchObject([
      {
        firstName: 'Ada',
        lastNameInitial: 'L.',
        title: 'Chief Technology Officer',
        seniority: 'c_suite',
        companyName: 'Analytical Engines',
        employeeRange: '51-200',
        location: { country: 'GB' },
        emailStatus: 'catch_all',
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('@');
    const [person] = await source().reveal(workspace, [items[0]!.id]);
    expect(person).toMatchObject({ email: 'ada@analytical.com', lastName: 'Lovelace', phones: ['+44 1'] });
    expect(await source().reveal('wsp_2', [items[0]!.id])).toEqual([]);
    await source().searchPeople(workspace, criteria, page);
  });

  test('continues with the next company, and signals the end', async () => {
    const criteria = { companyDomains: ['analytical.com', 'other.com'] };
    domainSearch().reply(200, domainSearchAnswer);
    const first = await source().searchPeople(workspace, criteria, { offset: 0, limit: 1 });
    expect([first.items.length, first.total]).toEqual([1, 2]);
    domainSearch({ domain: 'other.com' }).reply(200, {
      data: { ...domainSearchAnswer.data, domain: 'other.com', emails: [] },
      meta: { results: 0 },
    });
    const second = await source().searchPeople(workspace, criteria, { offset: 1, limit: 1 });
    expect([second.items.length, second.total]).toEqual([0, 1]);
  });

  test('finds companies by translating the criteria to its own terms', async () => {
    const asked = {
      headquarters_location: { include: [{ city: 'London', country: 'GB' }] },
      headcount: ['51-200'],
      technology: { include: ['Kubernetes'] },
    };
    nock('https://api.hunter.io')
      .post('/v2/discover', asked)
      .query(true)
      .reply(200, {
        data: [{ domain: 'analytical.com', organization: 'Analytical Engines', emails_count: { total: 9 } }],
        meta: { results: 1, limit: 100, offset: 0 },
      });
    const criteria = {
      countries: ['GB'],
      cities: ['London'],
      employeeRanges: ['51-200' as const],
      technologies: ['Kubernetes'],
    };
    const { items } = await source().searchCompanies(workspace, criteria, page);
    expect(items).toMatchObject([{ name: 'Analytical Engines', domain: 'analytical.com', source: 'hunter' }]);
  });

  test.each([
    [401, 'refused the API key'],
    [403, 'rate limit'],
    [429, 'monthly allowance'],
    [503, 'failed'],
  ])('reports status %i next to the results of other sources', async (status, words) => {
    domainSearch().reply(status, { errors: [{ id: 'x', code: status, details: 'x' }] });
    const both = prospectsOf([directorySource, source()]);
    const { sources } = await both.searchPeople(workspace, { companyDomains: ['analytical.com'] }, { limit: 5 });
    expect(sources).toMatchObject([
      { name: 'directory', ok: true },
      { name: 'hunter', ok: false, problem: expect.stringContaining(words) },
    ]);
  });

  test('requires a company', async () => {
    await expect(source().searchPeople(workspace, { titles: ['CTO'] }, page)).rejects.toThrow('companyDomains');
  });
});

describe('person lookup', () => {
  const hunter = () => createRemoteSource(createHunterProvider('key'), found, unmetered);
  const pdl = () => createRemoteSource(createPeopleDataLabsProvider('key'), found, unmetered);

  test('looks up an email address by name at Hunter', async () => {
    const query = { domain: 'analytical.com', first_name: 'Ada', last_name: 'Lovelace' };
    const data = {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@analytical.com',
      score: 97,
      domain: 'analytical.com',
      position: 'CTO',
      company: 'Analytical Engines',
      verification: { date: '2026-11-01', status: 'valid' },
    };
    nock('https://api.hunter.io').get('/v2/email-finder').query(query).reply(200, { data, meta: {} });
    const hint = { firstName: 'Ada', lastName: 'Lovelace', companyDomain: 'analytical.com' };
    expect(await hunter().lookUp(workspace, hint)).toMatchObject({
      answer: { email: 'ada@analytical.com', emailStatus: 'valid', seniority: 'c_suite' },
      cost: 1,
    });
  });

  test('looks up a person by email address at People Data Labs', async () => {
    nock('https://api.peopledatalabs.com')
      .get('/v5/person/enrich')
      .query({ email: 'mary@analytical.com', min_likelihood: '6' })
      .reply(200, { status: 200, likelihood: 9, data: pdlPerson() });
    const known = await pdl().lookUp(workspace, { email: 'mary@analytical.com' });
    expect(known).toMatchObject({ answer: { lastName: "O'Neill" }, cost: 1 });
    nock('https://api.peopledatalabs.com').get('/v5/person/enrich').query(true).reply(404, { status: 404 });
    expect(await pdl().lookUp(workspace, { email: 'x@analytical.com' })).toMatchObject({ answer: null, cost: 0 });
  });

  test('fails if the provider rejects the question', async () => {
    nock('https://api.peopledatalabs.com').get('/v5/person/enrich').query(true).reply(402, {});
    await expect(pdl().lookUp(workspace, { email: 'x@analytical.com' })).rejects.toThrow('no credits left');
  });
});

describe('People Data Labs', () => {
  const source = () => createRemoteSource(createPeopleDataLabsProvider('key'), found, unmetered);
  const search = (check: (body: Record<string, never>) => boolean = () => true) =>
    nock('https://api.peopledatalabs.com', { reqheaders: { 'x-api-key': 'key' } }).post('/v5/person/search', check);

  test('translates the criteria to its own terms, and capitalizes names', async () => {
    const must = [
      { terms: { job_title_levels: ['cxo'] } },
      { bool: { should: [{ match: { job_title: 'cto' } }] } },
      { terms: { location_country: ['united kingdom'] } },
      { exists: { field: 'work_email' } },
    ];
    search((body) => {
      expect(body).toEqual({ query: { bool: { must } }, size: 10 });
      return true;
    }).reply(200, { status: 200, data: [pdlPerson()], total: 1, scroll_token: null });
    const criteria = { seniorities: ['c_suite' as const], titles: ['CTO'], countries: ['GB'], hasEmail: true };
    const { items, total } = await source().searchPeople(workspace, criteria, page);
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      id: 'prs_pdl_abc_0001',
      firstName: 'Mary-Ann',
      title: 'Chief Technology Officer',
      seniority: 'c_suite',
      location: { city: 'London', country: 'GB' },
      emailStatus: 'unverified',
    });
    expect(await source().reveal(workspace, ['prs_pdl_abc_0001'])).toMatchObject([
      { lastName: "O'Neill", email: 'mary@analytical.com', linkedinUrl: 'https://linkedin.com/in/mary' },
    ]);
  });

  test('pays for no record twice: earlier pages come from the store', async () => {
    search().reply(200, { status: 200, data: [pdlPerson('a'), pdlPerson('b')], total: 3, scroll_token: 't1' });
    const criteria = { titles: ['CTO'] };
    const first = await source().searchPeople(workspace, criteria, { offset: 0, limit: 2 });
    expect([first.items.length, first.total]).toEqual([2, 3]);
    await source().searchPeople(workspace, criteria, { offset: 0, limit: 2 });
    search((body) => body.scroll_token === 't1').reply(200, { status: 200, data: [pdlPerson('c')], total: 3 });
    const second = await source().searchPeople(workspace, criteria, { offset: 2, limit: 2 });
    expect(second.items.map(({ id }) => id)).toEqual(['prs_pdl_c']);
    expect(second.total).toBe(3);
  });

  test('treats hidden fields (true) and missing names as unknown', async () => {
    const hidden = { ...pdlPerson('h'), work_email: true, location_locality: true };
    search().reply(200, { status: 200, data: [hidden, { ...pdlPerson('n'), last_name: null }], total: 2 });
    const { items } = await source().searchPeople(workspace, {}, page);
    expect(items).toMatchObject([{ id: 'prs_pdl_h', emailStatus: null, location: { city: null } }]);
  });

  test('treats a 404 as an empty result', async () => {
    search().reply(404, { status: 404, error: { type: 'not_found', message: 'No records were found' } });
    expect(await source().searchPeople(workspace, {}, page)).toMatchObject({ items: [], total: 0 });
  });

  test.each([
    [401, 'refused the API key'],
    [402, 'no credits left'],
    [429, 'rate limit'],
    [500, 'failed'],
  ])('explains status %i', async (status, words) => {
    search().reply(status, { status, error: { type: 'x', message: 'x' } }, { 'retry-after': '30' });
    const failure = source().searchPeople(workspace, {}, page);
    await expect(failure).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining(words),
      options: { retryAfterSeconds: 30 },
    });
  });
});

test('shows a person found by two sources only once', async () => {
  const [person] = (
    await directorySource.searchPeople(workspace, { companyDomains: ['analytical.com'], titles: ['CTO'] }, page)
  ).items;
  expect(person).toBeUndefined();
  nock('https://api.hunter.io').get('/v2/domain-search').query(true).reply(200, domainSearchAnswer);
  const record = { ...pdlPerson('x'), first_name: 'ada', last_name: 'lovelace', job_company_website: 'analytical.com' };
  nock('https://api.peopledatalabs.com')
    .post('/v5/person/search')
    .reply(200, { status: 200, data: [record], total: 1 });
  const both = prospectsOf([
    createRemoteSource(createHunterProvider('key'), found, unmetered),
    createRemoteSource(createPeopleDataLabsProvider('key'), found, unmetered),
  ]);
  const { items } = await both.searchPeople(workspace, { companyDomains: ['analytical.com'] }, { limit: 10 });
  expect(items.map(({ source }) => source)).toEqual(['hunter']);
});
