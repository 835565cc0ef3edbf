import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateCompany } from '../../store/companies/company-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let names: Record<string, string>;
let between: string;
let listId: string;

async function post(path: string, body: object) {
  return (await core.request('POST', path, { body })).body.data;
}

const sol = {
  name: 'Sol',
  domain: 'sol.example',
  industry: 'Energy',
  employeeCount: 40,
  location: { country: 'ES' },
  technologies: ['SAP'],
};
const ada = { name: 'Ada Works', industry: 'Software', employeeRange: '51-200', location: { country: 'GB' } };
const score = { value: 60, grade: 'B', profileId: 'pro_1', profileVersion: 1, coverage: 1, scoredAt: new Date() };

beforeAll(async () => {
  core = await startTestCore();
  const solId = (await post('/companies', sol)).id as string;
  between = new Date().toISOString();
  const adaId = (await post('/companies', ada)).id as string;
  names = { [solId]: 'sol', [adaId]: 'ada' };
  listId = (await post('/lists', { name: 'Good ones', memberType: 'company' })).id;
  await post(`/lists/${listId}/members`, { companyIds: [adaId] });
  await post('/companies/tag', { companyIds: [adaId], tags: ['fair'] });
  await updateCompany(core.workspaceId, adaId, { score }, new Date());
});
afterAll(() => core.stop());

function get(query: string) {
  return core.request('GET', `/companies?${query}`);
}
function named(data: { id: string }[]) {
  return data.map(({ id }) => names[id]);
}

test.each<[query: string | (() => string), found: string[]]>([
  ['domain=SOL.example', ['sol']],
  ['industry=Energy', ['sol']],
  ['employeeRange=11-50', ['sol']],
  ['employeeRange=51-200', ['ada']],
  ['country=ES', ['sol']],
  ['technology=SAP', ['sol']],
  [() => `listId=${listId}`, ['ada']],
  ['tag=fair', ['ada']],
  ['minScore=60', ['ada']],
  ['minScore=61', []],
  [() => `updatedAfter=${between}`, ['ada']],
  ['q=works', ['ada']],
  ['q=energy&country=ES&technology=SAP', ['sol']],
  ['tag=fair&industry=Energy', []],
  ['sort=name', ['ada', 'sol']],
  ['sort=id', ['sol', 'ada']],
  ['sort=-id', ['ada', 'sol']],
  ['sort=-updatedAt', ['ada', 'sol']],
  ['sort=-score.value', ['ada', 'sol']],
])('finds by %s', async (query, found) => {
  const { body } = await get(typeof query === 'string' ? query : query());
  expect(named(body.data)).toEqual(found);
});

test.each([
  ['employeeRange=some', 'employeeRange', '10001+'],
  ['sort=industry', 'sort', '-updatedAt'],
  ['fields=secret', 'fields.0', 'industry'],
])('rejects %s and lists allowed values', async (query, field, allowed) => {
  const { status, body } = await get(query);
  expect([status, body.error.field]).toEqual([422, field]);
  expect(body.error.allowedValues).toContain(allowed);
});

test('rejects a list of contacts and an unknown list', async () => {
  const contacts = await post('/lists', { name: 'People' });
  for (const id of [contacts.id, 'lst_01ARZ3NDEKTSV4RRFFQ69G5FAV'])
    expect((await get(`listId=${id}`)).body.error.code).toBe('not_found');
});

test('returns only the requested fields, and rejects overwriting a changed company', async () => {
  const [shown] = (await get('fields=name,domain&q=sol')).body.data;
  expect(shown).toEqual({ id: expect.any(String), name: 'Sol', domain: 'sol.example' });
  const one = await core.request('GET', `/companies/${shown.id}`);
  const headers = { 'if-match': one.headers.get('etag')! };
  const path = `/companies/${shown.id}`;
  const first = await core.request('PATCH', path, { body: { type: 'private' }, headers });
  const second = await core.request('PATCH', path, { body: { type: 'public' }, headers });
  expect([first.status, second.status, second.body.error.code]).toEqual([200, 409, 'version_conflict']);
});
