import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateContactFields } from '../../store/contacts/contact-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let ids: Record<string, string>;
let between: string;
let listId: string;

async function post(path: string, body: object) {
  return (await core.request('POST', path, { body })).body.data;
}
async function get(query: string) {
  return (await core.request('GET', `/contacts?${query}`)).body;
}
function named(data: { id: string }[]) {
  return data.map(({ id }) => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? id).sort();
}

const score = { value: 70, grade: 'B', profileId: 'pro_1', profileVersion: 1, coverage: 1, scoredAt: new Date() };

beforeAll(async () => {
  core = await startTestCore();
  const ada = { email: 'ada@one.example', firstName: 'Ada', emailStatus: 'verified', declaredBasis: 'consent' };
  const bob = { email: 'bob@one.example', firstName: 'Bob', emailStatus: 'accept_all', companyDomain: 'bobs.example' };
  const eve = { email: 'eve@two.example', firstName: 'Eve', declaredBasis: 'legitimate_interests' };
  ids = { ada: (await post('/contacts', ada)).id, bob: (await post('/contacts', bob)).id };
  between = new Date().toISOString();
  ids.eve = (await post('/contacts', eve)).id;
  listId = (await post('/lists', { name: 'L' })).id;
  await post(`/lists/${listId}/members`, { contactIds: [ids.bob] });
  await post('/contacts/tag', { contactIds: [ids.ada, ids.eve], tags: ['fair'] });
  await core.request('PUT', `/contacts/${ids.eve}/stage`, { body: { stage: 'do_not_contact' } });
  const replied = { lastRepliedAt: new Date(), score: { ...score, scoredAt: new Date(Date.now() + 60_000) } };
  await updateContactFields(core.workspaceId, ids.ada!, replied, new Date());
  await updateContactFields(core.workspaceId, ids.eve!, { duplicateOfId: ids.ada }, new Date());
});
afterAll(() => core.stop());

async function companyId(): Promise<string> {
  return (await core.request('GET', `/contacts/${ids.bob}`)).body.data.companyId as string;
}

test.each<[query: string | (() => string | Promise<string>), found: string[]]>([
  ['emailStatus=valid', ['ada']],
  ['emailStatus=accept_all', ['bob']],
  ['emailStatus=unverified', ['eve']],
  ['stage=do_not_contact', ['eve']],
  ['declaredBasis=consent', ['ada']],
  ['declaredBasis=legitimate_interest', ['eve']],
  ['declaredBasis=legitimate_interests', ['eve']],
  ['declaredBasis=none', ['bob']],
  [async () => `companyId=${await companyId()}`, ['bob']],
  ['companyDomain=BOBS.example', ['bob']],
  [() => `listId=${listId}`, ['bob']],
  ['tag=fair', ['ada', 'eve']],
  ['hasDuplicate=true', ['eve']],
  ['hasDuplicate=false', ['ada', 'bob']],
  ['minScore=70', ['ada']],
  ['minScore=70.5', []],
  ['source=api', ['ada', 'bob', 'eve']],
  ['source=import', []],
  [() => `createdAfter=${between}`, ['eve']],
  [() => `createdBefore=${between}`, ['ada', 'bob']],
  [() => `updatedAfter=${between}`, ['ada', 'bob', 'eve']],
  ['hasReplied=true', ['ada']],
  ['hasReplied=false', ['bob', 'eve']],
  ['doNotContact=true', ['eve']],
  ['doNotContact=false', ['ada', 'bob']],
  ['q=ev', ['eve']],
  ['tag=fair&doNotContact=false', ['ada']],
  ['tag=fair&emailStatus=unverified&q=eve&stage=do_not_contact', ['eve']],
  [() => `listId=${listId}&tag=fair`, []],
  ['emailStatus=valid&hasReplied=true&minScore=1&declaredBasis=consent&sort=-score.value', ['ada']],
])('finds by %s', async (query, found) => {
  const { data } = await get(typeof query === 'string' ? query : await query());
  expect(named(data)).toEqual(found);
});

test.each([
  ['emailStatus=good', 'emailStatus', 'valid'],
  ['stage=cold', 'stage', 'meeting_booked'],
  ['declaredBasis=because', 'declaredBasis', 'consent'],
  ['source=web', 'source', 'enrichment'],
  ['sort=email', 'sort', '-updatedAt'],
  ['fields=password', 'fields.0', 'emailStatus'],
])('rejects %s and lists allowed values', async (query, field, allowed) => {
  const { status, body } = await core.request('GET', `/contacts?${query}`);
  expect([status, body.error.field]).toEqual([422, field]);
  expect(body.error.allowedValues).toContain(allowed);
});

test.each([
  'minScore=101',
  'createdAfter=yesterday',
  'hasReplied=maybe',
  'companyId=1',
  'limit=0',
  'q=a',
  'colour=red',
])('rejects %s', async (query) => {
  const { status, body } = await core.request('GET', `/contacts?${query}`);
  expect([status, body.error.code]).toEqual([422, 'validation_failed']);
});

test('returns only the requested fields and the ID, in lists and single records', async () => {
  const { data } = await get('fields=email,score&emailStatus=valid');
  expect(Object.keys(data[0]).sort()).toEqual(['email', 'id', 'score']);
  const one = await core.request('GET', `/contacts/${ids.ada}?fields=email,version`);
  expect(one.body.data).toEqual({ id: ids.ada, email: 'ada@one.example', version: expect.any(Number) });
  expect(one.headers.get('etag')).toMatch(`"v${one.body.data.version}-`);
});

test('shows a score from an earlier profile version as stale everywhere', async () => {
  const criteria = [{ field: 'title', operator: 'equals', value: 'CTO', weight: 5 }];
  const profile = await post('/scoring/profiles', { name: 'CTOs', kind: 'person', criteria });
  const publish = () => core.request('POST', `/scoring/profiles/${profile.id}/publish`);
  await publish();
  const { id } = await post('/contacts', { email: 'cto@three.example', title: 'CTO' });
  await post('/scoring/contacts', { profileId: profile.id, contactIds: [id] });
  const shown = async () => [
    (await core.request('GET', `/contacts/${id}`)).body.data.score.stale,
    (await get('q=cto')).data[0].score.stale,
  ];
  expect(await shown()).toEqual([false, false]);
  const body = { criteria: [{ ...criteria[0], weight: 6 }] };
  await core.request('PATCH', `/scoring/profiles/${profile.id}`, { body });
  expect(await shown()).toEqual([false, false]);
  await publish();
  expect(await shown()).toEqual([true, true]);
});
