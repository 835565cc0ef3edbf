import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

function search(body: unknown) {
  return core.request('POST', '/search/people', { body });
}
function searchCompanies(body: unknown) {
  return core.request('POST', '/search/companies', { body });
}

test('finds people by criteria and description, masked, with counts, and charges nothing', async () => {
  const { status, body } = await search({ description: 'head of sales', countries: ['Germany'], limit: 5 });
  expect(status).toBe(200);
  expect(body.data.people).toHaveLength(5);
  expect(body.data.people[0]).toMatchObject({
    title: 'Head of Sales',
    location: { country: 'DE' },
    lastNameInitial: expect.stringMatching(/^.\.$/),
    contactId: null,
  });
  expect(body.data.total).toBeGreaterThan(5);
  expect(body.data.facets.countries).toEqual([{ value: 'DE', count: body.data.total }]);
  expect(body.data.sources).toEqual([
    { name: 'directory', ok: true, total: body.data.total, problem: null },
    { name: 'own', ok: true, total: 0, problem: null },
  ]);
  expect(JSON.stringify(body.data)).not.toContain('@');
  const me = await core.request('GET', '/credits/balance');
  expect(me.body.data.balance).toBe(1000);
});

test('returns every page to the end without repeating anyone', async () => {
  const criteria = { titles: ['General Counsel'], countries: ['AT', 'CH'], limit: 3 };
  const seen: string[] = [];
  let cursor: string | null | undefined;
  let total = 0;
  do {
    const { body } = await search({ ...criteria, ...(cursor && { cursor }) });
    seen.push(...body.data.people.map(({ id }: { id: string }) => id));
    total = body.data.total;
    cursor = body.page.nextCursor;
  } while (cursor !== null);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toHaveLength(total);
});

test('excludes previously revealed people on request', async () => {
  const criteria = { titles: ['General Counsel'], countries: ['AT'], limit: 50 };
  const idsOf = async (body: object) => (await search(body)).body.data.people.map(({ id }: { id: string }) => id);
  const [first, ...others] = await idsOf(criteria);
  await core.request('POST', '/search/people/reveal', { body: { ids: [first] } });
  expect(await idsOf({ ...criteria, excludeOwned: true })).toEqual(others);
});

test('rejects a cursor from another search', async () => {
  const first = await search({ titles: ['CTO'], limit: 2 });
  const second = await search({ titles: ['CFO'], limit: 2, cursor: first.body.page.nextCursor });
  expect(second.status).toBe(422);
  expect(second.body.error).toMatchObject({ code: 'validation_failed', field: 'cursor' });
});

test.each([
  [{ seniorities: ['boss'] }, 'seniorities'],
  [{ countries: ['Atlantis'] }, 'countries'],
  [{ companyDomains: ['not a domain'] }, 'companyDomains'],
  [{ sources: ['linkedin'] }, 'sources'],
])('rejects %j and names the field', async (criteria, field) => {
  const { status, body } = await search(criteria);
  expect(status).toBe(422);
  expect(JSON.stringify(body.error)).toContain(field);
});

test('finds companies, and their people by domain', async () => {
  const found = await searchCompanies({ description: 'solar parks', countries: ['DE'], limit: 1 });
  const [company] = found.body.data.companies;
  expect(company).toMatchObject({ industry: 'Energy and Environment', domain: expect.stringMatching(/\.example$/) });
  const { body } = await search({ companyDomains: [company.domain] });
  expect(body.data.people.length).toBeGreaterThan(0);
  expect(body.data.people.every(({ companyId }: { companyId: string }) => companyId === company.id)).toBe(true);
});

test('lists past searches, newest first', async () => {
  await search({ titles: ['Research Scientist'] });
  const { body } = await core.request('GET', '/search/history?limit=1');
  expect(body.data).toMatchObject([{ kind: 'people', criteria: { titles: ['Research Scientist'] } }]);
});
