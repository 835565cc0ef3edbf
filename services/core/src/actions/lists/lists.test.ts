import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { runJobOnce } from '../../worker/jobs/job-runner.ts';

let core: TestCore;
let number = 0;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function post(path: string, body?: unknown) {
  return (await core.request('POST', path, { body })).body;
}
async function get(path: string) {
  return (await core.request('GET', path)).body;
}
async function addContact(more: object = {}) {
  number += 1;
  return (await post('/contacts', { email: `person${number}@lists.example`, ...more })).data.id as string;
}
async function addList(name: string, more: object = {}) {
  return (await post('/lists', { name, ...more })).data.id as string;
}

test('creates a static list, and get_list and list_lists show it', async () => {
  const dry = await post('/lists?dryRun=true', { name: 'Fintech' });
  const made = await post('/lists', { name: 'Fintech', description: 'Banks' });
  expect(dry.data.effects).toEqual([
    { op: 'create', type: 'list', label: 'Fintech', changes: { kind: 'static', memberType: 'contact' } },
  ]);
  expect(made.data).toMatchObject({ name: 'Fintech', kind: 'static', memberCount: 0, filter: null });
  expect((await get(`/lists/${made.data.id}`)).data).toEqual(made.data);
  expect((await get('/lists')).data).toEqual([made.data]);
});

test('add_to_list and remove_from_list name skipped records and match their dry runs', async () => {
  const listId = await addList('Members');
  const [a, b] = [await addContact(), await addContact()];
  await post(`/lists/${listId}/members`, { contactIds: [a] });
  const body = { contactIds: [a, b, 'con_01J00000000000000000000000'] };
  const dry = (await post(`/lists/${listId}/members?dryRun=true`, body)).data;
  expect((await get(`/lists/${listId}`)).data.memberCount).toBe(1);
  const done = (await post(`/lists/${listId}/members`, body)).data;
  expect(dry.effects.map(({ id }: { id: string }) => id)).toEqual([b]);
  expect(done.results).toEqual([
    { id: b, outcome: 'updated', reason: null },
    { id: a, outcome: 'skipped', reason: 'already_member' },
    { id: body.contactIds[2], outcome: 'skipped', reason: 'not_found' },
  ]);
  expect(done.memberCount).toBe(2);
  expect((await get(`/contacts?listId=${listId}`)).data).toHaveLength(2);
  const removal = { contactIds: [a] };
  const dryRemoval = (await post(`/lists/${listId}/members/remove?dryRun=true`, removal)).data;
  const removed = (await post(`/lists/${listId}/members/remove`, removal)).data;
  expect(dryRemoval.effectCount).toBe(1);
  expect(removed.memberCount).toBe(1);
  expect((await get(`/lists/${listId}/members`)).data.map(({ id }: { id: string }) => id)).toEqual([b]);
  expect((await get(`/contacts/${a}`)).data.listIds).toEqual([]);
  const reported = (await get(`/contacts/${a}/timeline`)).data.map(({ text }: { text: string }) => text);
  expect(reported).toEqual(['listIds', 'listIds', 'api']);
});

test('shows the matching records of a dynamic list as soon as it is created or changed', async () => {
  const filter = { q: 'uncounted' };
  const made = await post('/lists', { name: 'Counted at once', kind: 'dynamic', filter });
  expect(made.data.memberCount).toBe(0);
  await post('/contacts', { email: 'counted@at-once.example', lastName: 'Counted' });
  const changed = await core.request('PATCH', `/lists/${made.data.id}`, { body: { filter: { q: 'counted' } } });
  expect(changed.body.data.memberCount).toBe(1);
});

test('list_list_members of a dynamic list returns all current matches', async () => {
  const listId = await addList('Valid ones', { kind: 'dynamic', filter: { emailStatus: 'valid' } });
  const before = (await get(`/lists/${listId}`)).data.memberCount;
  const id = await addContact({ emailStatus: 'valid', firstName: 'Dynamo' });
  expect((await get(`/lists/${listId}`)).data.memberCount).toBe(before + 1);
  const members = (await get(`/lists/${listId}/members`)).data;
  expect(members[0]).toMatchObject({ id, name: 'Dynamo' });
  const both = await get(`/contacts?listId=${listId}&q=dynamo`);
  expect(both.data).toHaveLength(1);
  const refused = await core.request('POST', `/lists/${listId}/members`, { body: { contactIds: [id] } });
  expect(refused.body.error.code).toBe('invalid_state');
});

test('a dynamic list of companies contains the current matches, and is scored as a list of companies', async () => {
  const listId = await addList('Spanish energy', {
    kind: 'dynamic',
    memberType: 'company',
    filter: { industry: 'Energy', country: 'ES' },
  });
  const made = await post('/companies', { name: 'Sol', industry: 'Energy', location: { country: 'ES' } });
  await post('/companies', { name: 'Vent', industry: 'Energy', location: { country: 'FR' } });
  expect((await get(`/lists/${listId}`)).data).toMatchObject({ memberType: 'company', memberCount: 1 });
  const members = (await get(`/lists/${listId}/members`)).data;
  expect(members).toMatchObject([{ type: 'company', id: made.data.id, name: 'Sol' }]);
  expect((await get(`/companies?listId=${listId}&q=sol`)).data).toHaveLength(1);
  expect((await get(`/companies?listId=${listId}&q=vent`)).data).toEqual([]);
  expect((await core.request('GET', `/contacts?listId=${listId}`)).status).toBe(404);

  const criteria = [{ field: 'industry', operator: 'equals', value: 'Energy', weight: 5 }];
  const profile = (await post('/scoring/profiles', { name: 'Energy', kind: 'company', criteria })).data;
  await post(`/scoring/profiles/${profile.id}/publish`);
  const { data } = await post('/scoring/companies', { profileId: profile.id, listId });
  while (await runJobOnce(core.deps)) {}
  expect((await get(`/jobs/${data.job.id}`)).data).toMatchObject({ state: 'completed', total: 1, done: 1 });
  const byFilter = await post('/scoring/companies?dryRun=true', {
    profileId: profile.id,
    filter: { industry: 'Energy' },
  });
  expect(byFilter.data.effects).toMatchObject([{ op: 'start', label: 'Score 2 companies' }]);

  const foreign = { filter: { emailStatus: 'valid' } };
  const refused = await core.request('PATCH', `/lists/${listId}`, { body: foreign });
  expect(refused.body.error).toMatchObject({
    field: 'filter.emailStatus',
    allowedValues: expect.arrayContaining(['industry']),
  });
});

test('changes a list, unless it has changed since it was read', async () => {
  const listId = await addList('Old name');
  const stale = await core.request('PATCH', `/lists/${listId}`, {
    body: { name: 'New name' },
    headers: { 'if-match': '"v9"' },
  });
  expect(stale.body.error.code).toBe('version_conflict');
  const dry = await core.request('PATCH', `/lists/${listId}?dryRun=true`, { body: { name: 'New name' } });
  const done = await core.request('PATCH', `/lists/${listId}`, { body: { name: 'New name' } });
  expect(dry.body.data.effects[0].changes).toEqual({ name: 'New name' });
  expect(done.body.data).toMatchObject({ name: 'New name', version: 2 });
});

test('deletes a list and keeps its members', async () => {
  const listId = await addList('Short-lived');
  const id = await addContact();
  await post(`/lists/${listId}/members`, { contactIds: [id] });
  const dry = await core.request('DELETE', `/lists/${listId}?dryRun=true`);
  expect(dry.body.data.effects).toMatchObject([
    { op: 'delete', id: listId, changes: { memberCount: 1 } },
    { op: 'update', changes: { count: 1 } },
  ]);
  await core.request('DELETE', `/lists/${listId}`);
  expect((await core.request('GET', `/lists/${listId}`)).status).toBe(404);
  expect((await get(`/contacts/${id}`)).data.listIds).toEqual([]);
});

test('empties a large deleted list with a job', async () => {
  const listId = await addList('Large');
  const { insertContacts } = await import('../../store/contacts/contact-bulk-store.ts');
  const many = Array.from({ length: 1_001 }, (_, index) => ({
    email: `many${index}@lists.example`,
    source: 'api' as const,
    doNotContact: false,
    createdBy: 'test',
    listIds: [listId],
  }));
  await insertContacts(core.workspaceId, many, new Date());
  await core.request('DELETE', `/lists/${listId}`);
  const { data } = await get('/jobs?kind=move_marks');
  while (await runJobOnce(core.deps)) {}
  expect((await get(`/jobs/${data[0].id}`)).data).toMatchObject({ state: 'completed', done: 1_001 });
});

test.each([
  [{ name: 'fintech' }, 409, 'already_exists'],
  [{ name: '' }, 422, 'validation_failed'],
  [{ name: 'X', kind: 'dynamic' }, 422, 'validation_failed'],
  [{ name: 'X', filter: { stage: 'new' } }, 422, 'validation_failed'],
  [{ name: 'X', kind: 'dynamic', filter: { colour: 'red' } }, 422, 'validation_failed'],
  [{ name: 'X', kind: 'dynamic', filter: {} }, 422, 'validation_failed'],
  [{ name: 'X', kind: 'dynamic', filter: { industry: 'Energy' } }, 422, 'validation_failed'],
  [{ name: 'X', kind: 'dynamic', memberType: 'company', filter: { stage: 'new' } }, 422, 'validation_failed'],
  [{ name: 'X', kind: 'smart' }, 422, 'validation_failed'],
])('rejects the list %j', async (body, status, code) => {
  const reply = await core.request('POST', '/lists', { body });
  expect([reply.status, reply.body.error.code]).toEqual([status, code]);
});

test('hides lists of other workspaces', async () => {
  const listId = await addList('Private');
  const { key } = await core.addWorkspace();
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/members'],
    ['DELETE', ''],
  ] as const) {
    expect((await core.request(method, `/lists/${listId}${path}`, { key })).status).toBe(404);
  }
});
