import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertFacts } from '../../store/prospects/fact-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { runJobOnce } from '../../worker/jobs/job-runner.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

function request(method: string, path: string, body?: unknown) {
  return core.request(method, path, { body });
}
async function post(path: string, body: unknown = {}) {
  return (await request('POST', path, body)).body.data;
}

const criteria = [
  { field: 'seniority', operator: 'in', value: ['c_suite', 'vp'], weight: 10 },
  { field: 'company.industry', operator: 'equals', value: 'Software', weight: 10 },
];

async function makeProfile(more = {}) {
  return post('/scoring/profiles', { name: 'Leaders', kind: 'person', criteria, ...more });
}

async function makePublished() {
  const profile = await makeProfile();
  await post(`/scoring/profiles/${profile.id}/publish`);
  return profile;
}

let count = 0;
function makeContact(seniority?: string) {
  count += 1;
  return post('/contacts', { email: `person${count}@scored.example`, ...(seniority && { seniority }) });
}

test('a dry run matches the execution and stores nothing', async () => {
  const { id: profileId } = await makePublished();
  const [vp, intern] = [await makeContact('vp'), await makeContact('intern')];
  const body = { profileId, contactIds: [vp.id, intern.id, 'con_01ARZ3NDEKTSV4RRFFQ69G5FAV'] };
  const dry = (await request('POST', '/scoring/contacts?dryRun=true', body)).body.data;
  expect((await request('GET', `/contacts/${vp.id}`)).body.data.score).toBeNull();
  const done = await post('/scoring/contacts', body);
  expect(done.items.map(({ id, value }: { id: string; value: number }) => [id, value])).toEqual([
    [vp.id, 100],
    [intern.id, 0],
  ]);
  const planned = dry.effects.map(({ id, changes }: { id: string; changes: { score: object } }) => [id, changes.score]);
  expect(new Map(planned)).toEqual(
    new Map(done.items.map(({ id, value, grade }: Record<string, unknown>) => [id, { value, grade }])),
  );
  expect(dry.skipped).toMatchObject([{ reason: 'not_found' }]);
  const contact = (await request('GET', `/contacts/${vp.id}`)).body.data;
  expect(contact.score).toMatchObject({
    value: 100,
    grade: 'A',
    coverage: 0.5,
    profileId,
    profileVersion: 1,
    stale: false,
  });
  expect(contact.version).toBe(1);
});

test('an explanation names each criterion, and becomes stale after changes to the record or profile', async () => {
  const { id: profileId } = await makePublished();
  const contact = await makeContact('vp');
  await post('/scoring/contacts', { profileId, contactIds: [contact.id] });
  const explain = async () => (await request('GET', `/scoring/scores/${contact.id}?profileId=${profileId}`)).body.data;
  expect(await explain()).toMatchObject({
    value: 100,
    stale: false,
    matched: [{ criterion: 'seniority is one of c_suite, vp', weight: 10 }],
    unknown: [{ criterion: 'company.industry is Software', weight: 10 }],
    explanation: expect.stringContaining('Fits 100 of 100 (A)'),
  });
  await request('PATCH', `/scoring/profiles/${profileId}`, { criteria: criteria.slice(0, 1) });
  expect((await explain()).stale).toBe(false);
  await post(`/scoring/profiles/${profileId}/publish`);
  expect(await explain()).toMatchObject({ stale: true, profileVersion: 1, unknown: [{ weight: 10 }] });
});

test('scores all matches of a filter with a job', async () => {
  const { id: profileId } = await makePublished();
  await Promise.all([makeContact('c_suite'), makeContact('c_suite')]);
  const filter = { createdAfter: '2020-01-01T00:00:00Z' };
  const started = await request('POST', '/scoring/contacts', { profileId, filter });
  expect(started.status).toBe(202);
  const { job } = started.body.data;
  await runJobOnce(core.deps);
  const done = (await request('GET', `/jobs/${job.id}`)).body.data;
  expect(done).toMatchObject({ state: 'completed', done: job.total, counts: { updated: job.total } });
  const { body } = await request('GET', '/contacts?minScore=90&limit=100');
  expect(body.data.length).toBeGreaterThanOrEqual(2);
  expect(body.data.every((contact: { score: { profileId: string } }) => contact.score.profileId === profileId)).toBe(
    true,
  );
});

test('scores companies only with company profiles', async () => {
  const person = await makePublished();
  const profile = await post('/scoring/profiles', {
    name: 'Software',
    kind: 'company',
    criteria: [{ field: 'domain', operator: 'contains', value: 'scored', weight: 1 }],
  });
  const companyId =
    (await makeContact()).companyId ??
    (await post('/contacts', { email: 'a@b.example', companyDomain: 'scored.example' })).companyId;
  const body = { companyIds: [companyId] };
  const wrong = await request('POST', '/scoring/companies', { ...body, profileId: person.id });
  expect(wrong.body.error.code).toBe('invalid_state');
  const unpublished = await request('POST', '/scoring/companies', { ...body, profileId: profile.id });
  expect(unpublished.body.error.message).toContain('publish_target_profile');
  await post(`/scoring/profiles/${profile.id}/publish`);
  const done = await post('/scoring/companies', { ...body, profileId: profile.id });
  expect(done.items).toMatchObject([{ id: companyId, value: 100 }]);
  const all = await request('POST', '/scoring/companies', { profileId: profile.id });
  await runJobOnce(core.deps);
  expect((await request('GET', `/jobs/${all.body.data.job.id}`)).body.data.state).toBe('completed');
});

test('a preview shows the score distribution of a sample before publishing', async () => {
  const profile = await post('/scoring/profiles', {
    name: 'Sample',
    kind: 'company',
    criteria: [{ field: 'industry', operator: 'equals', value: 'Software', weight: 1 }],
  });
  const { body } = await request('GET', `/scoring/profiles/${profile.id}/preview?sampleFrom=directory`);
  const [criterion] = body.data.criteria;
  expect(body.data).toMatchObject({ sampleFrom: 'directory', count: 500, averageCoverage: 1 });
  expect(criterion.matched + criterion.missed).toBe(500);
  expect(body.data.best[0]).toMatchObject({ value: 100, grade: 'A' });
});

test('rejects profiles with invalid fields, values, or grades', async () => {
  const field = await request('POST', '/scoring/profiles', {
    name: 'x',
    kind: 'company',
    criteria: [{ field: 'shoeSize', operator: 'equals', value: 1, weight: 1 }],
  });
  expect(field.status).toBe(422);
  expect(field.body.error).toMatchObject({
    field: 'criteria.0.field',
    allowedValues: expect.arrayContaining(['industry']),
  });
  const weight = await request('POST', '/scoring/profiles', {
    name: 'x',
    kind: 'person',
    criteria: [{ ...criteria[0], weight: 21 }],
  });
  const bands = await request('POST', '/scoring/profiles', {
    name: 'x',
    kind: 'person',
    criteria,
    bands: [{ grade: 'A', from: 50 }],
  });
  expect([weight.status, bands.status]).toEqual([422, 422]);
});

test('lists profiles, returns their versions, and deletes them', async () => {
  const profile = await makePublished();
  const again = await request('POST', `/scoring/profiles/${profile.id}/publish`);
  expect(again.body.error.code).toBe('invalid_state');
  const listed = await request('GET', '/scoring/profiles?limit=1');
  expect(listed.body.data).toMatchObject([{ id: profile.id, publishedVersion: 1, hasUnpublishedChanges: false }]);
  const read = await request('GET', `/scoring/profiles/${profile.id}`);
  expect(read.body.data.versions).toMatchObject([{ number: 1 }]);
  const dry = await request('DELETE', `/scoring/profiles/${profile.id}?dryRun=true`);
  expect(dry.body.data.effects).toMatchObject([{ op: 'delete', id: profile.id }]);
  expect((await request('DELETE', `/scoring/profiles/${profile.id}`)).status).toBe(200);
  expect((await request('GET', `/scoring/profiles/${profile.id}`)).status).toBe(404);
});

test('facts that were found on pages count, for people and companies', async () => {
  const factCriteria = [
    { field: 'company.facts', operator: 'contains', value: 'warehouse', weight: 10 },
    { field: 'facts', operator: 'exists', weight: 10 },
  ];
  const profile = await makeProfile({ name: 'Builders', criteria: factCriteria });
  await post(`/scoring/profiles/${profile.id}/publish`);
  const [one, other] = [
    await post('/contacts', { email: 'eva@builder.example', companyDomain: 'builder.example' }),
    await post('/contacts', { email: 'tom@other.example', companyDomain: 'other.example' }),
  ];
  const createdBy = { kind: 'system', id: 'research', name: 'Research' } as const;
  const fact = { statement: 'News', url: null, date: null, origin: 'page', readAt: null, createdBy } as const;
  const found = { ...fact, quote: 'We opened a warehouse in Leeds.', isOnPage: true };
  await insertFacts(core.workspaceId, { companyId: one.companyId }, [found], new Date());
  // A quote that was not found on a page does not count.
  await insertFacts(core.workspaceId, { companyId: other.companyId }, [{ ...found, isOnPage: false }], new Date());
  const { items } = await post('/scoring/contacts', { profileId: profile.id, contactIds: [one.id, other.id] });
  const pointsOf = (id: string) => items.find((item: { id: string }) => item.id === id).value;
  expect([pointsOf(one.id), pointsOf(other.id)]).toEqual([50, 0]);
  const started = await post('/scoring/contacts', { profileId: profile.id, filter: { q: 'builder' } });
  await runJobOnce(core.deps);
  expect(started.job.kind).toBe('score_records');
  expect((await request('GET', `/contacts/${one.id}`)).body.data.score.value).toBe(50);
});
