import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../domain/values/ids.ts';
import { addMember } from '../../store/members/membership-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { runJobOnce } from '../../worker/jobs/job-runner.ts';

let core: TestCore;
let key: string;
let workspaceId: string;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());
beforeEach(async () => {
  ({ key, workspaceId } = await core.addWorkspace());
});

async function good(method: string, path: string, body?: object) {
  const reply = await core.request(method, path, { key, body });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.data;
}
function read(id: string) {
  return good('GET', `/companies/${id}`);
}
/** Starts a bulk operation, runs it to its end, and returns its job with the results. */
async function bulk(path: string, body: object) {
  const { id } = await good('POST', path, body);
  while (await runJobOnce(core.deps));
  return { ...(await good('GET', `/jobs/${id}`)), results: await good('GET', `/jobs/${id}/results`) };
}
async function addCompanies(count: number, over: object = {}): Promise<string[]> {
  const companies = Array.from({ length: count }, (_, at) => ({
    domain: `c${at}.example`,
    industry: 'Retail',
    ...over,
  }));
  const { results } = await good('POST', '/companies/bulk', { companies });
  return results.map(({ companyId }: { companyId: string }) => companyId);
}
async function facts(ids: string[]) {
  const companies = await Promise.all(ids.map(read));
  return companies.map(({ tags, listIds, customFields, ownerId }) => ({ tags, listIds, customFields, ownerId }));
}

test('changes everything of many companies by a query, and undoes it exactly', async () => {
  const list = await good('POST', '/lists', { name: 'To', kind: 'static', memberType: 'company' });
  const ids = await addCompanies(120);
  await good('POST', '/companies/tag', { companyIds: ids.slice(0, 30), tags: ['old'] });
  const userId = newId('usr');
  await addMember(workspaceId, userId, 'member', new Date());
  const before = await facts(ids);
  const where = { field: 'industry', op: 'eq', value: 'Retail' };
  const change = { addTags: ['autumn'], removeTags: ['old'], addToLists: [list.id], assignTo: userId };
  const plan = await good('POST', '/companies/bulk-change?dryRun=true', { where, change });
  expect(plan).toMatchObject({
    summary: 'Would change up to 120 companies.',
    effects: [{ op: 'update' }, { op: 'start' }],
  });
  expect(plan.preview[0].changes).toMatchObject({ ownerId: userId, tags: ['autumn'] });
  const job = await bulk('/companies/bulk-change', { where, change });
  expect(job).toMatchObject({ state: 'completed', counts: { updated: 120 } });
  expect(await facts(ids)).toEqual(
    ids.map(() => ({ tags: ['autumn'], listIds: [list.id], customFields: {}, ownerId: userId })),
  );
  const owned = await good('POST', '/companies/query', { where: { field: 'ownerId', op: 'eq', value: userId } });
  expect(owned).toHaveLength(25);
  const undone = await bulk(`/change-sets/${job.changeSetId}/undo`, {});
  expect(undone).toMatchObject({ state: 'completed', counts: { updated: 120 } });
  expect(await facts(ids)).toEqual(before);
  expect((await good('GET', `/lists/${list.id}`)).memberCount).toBe(0);
});

test('deletes companies, keeps their contacts, and restores both links', async () => {
  const [first, second] = await addCompanies(2);
  const { id } = await good('POST', '/contacts', { email: 'ada@c0.example', companyDomain: 'c0.example' });
  const plan = await good('POST', '/companies/bulk-delete?dryRun=true', { companyIds: [first, second] });
  expect(plan).toMatchObject({
    summary: 'Would move 2 companies to the trash.',
    preview: [{ op: 'delete' }, { op: 'delete' }],
  });
  const job = await bulk('/companies/bulk-delete', { companyIds: [first, second] });
  expect(job).toMatchObject({ state: 'completed', counts: { updated: 2 } });
  expect(await good('GET', '/companies')).toEqual([]);
  expect((await good('GET', `/contacts/${id}`)).companyId).toBeNull();
  // The domain is taken by another company in the meantime.
  await good('POST', '/companies', { domain: 'c1.example' });
  const preview = await good('POST', `/change-sets/${job.changeSetId}/undo?dryRun=true`, {});
  expect(preview.skipped).toMatchObject([{ id: second, reason: 'company_exists' }]);
  const undone = await bulk(`/change-sets/${job.changeSetId}/undo`, {});
  expect(undone.results).toMatchObject([
    { recordId: first, outcome: 'created' },
    { recordId: second, outcome: 'skipped', reason: 'company_exists' },
  ]);
  expect((await good('GET', `/contacts/${id}`)).companyId).toBe(first);
  // An undo can be undone.
  const [{ id: undo }] = await good('GET', '/change-sets');
  await bulk(`/change-sets/${undo}/undo`, {});
  expect((await core.request('GET', `/companies/${first}`, { key })).status).toBe(404);
});

test('rejects what fits no company, and what another workspace owns', async () => {
  const [companyId] = await addCompanies(1);
  const request = (body: object, as = key) => core.request('POST', '/companies/bulk-change', { key: as, body });
  const change = { addTags: ['x'] };
  const outsider = await core.addWorkspace();
  const contacts = await good('POST', '/lists', { name: 'People', kind: 'static', memberType: 'contact' });
  for (const [body, status, field] of [
    [{ change }, 422, 'companyIds'],
    [{ companyIds: [companyId], listId: contacts.id, change }, 422, 'companyIds'],
    [{ companyIds: [companyId], change: { stage: 'new' } }, 422, undefined],
    [{ companyIds: [companyId], change: {} }, 422, undefined],
    [{ companyIds: [companyId], change: { addToLists: [contacts.id] } }, 409, undefined],
    [{ companyIds: [companyId], change: { assignTo: 'usr_01J8Z3K4M5N6P7Q8R9S0T1V2W3' } }, 422, 'change.assignTo'],
    [{ listId: contacts.id, change }, 404, undefined],
    [{ where: { field: 'stage', op: 'eq', value: 'new' }, change }, 422, undefined],
  ] as const) {
    const { status: got, body: answer } = await request(body);
    expect([got, field === undefined ? undefined : answer.error.field], JSON.stringify(answer)).toEqual([
      status,
      field,
    ]);
  }
  const foreign = await request({ companyIds: [companyId], change }, outsider.key);
  expect([foreign.status, foreign.body.error.message]).toEqual([422, 'No company matches: nothing would change.']);
});

test('undoing a change needs the write scope of its records', async () => {
  ({ key } = core);
  const { id: companyId } = await good('POST', '/companies', { domain: 'scoped.example' });
  const job = await bulk('/companies/bulk-change', { companyIds: [companyId], change: { addTags: ['x'] } });
  expect(await good('GET', '/change-sets')).toMatchObject([{ id: job.changeSetId, recordType: 'company' }]);
  const narrow = await core.addKey(['changes:write', 'contacts:write']);
  const refused = await core.request('POST', `/change-sets/${job.changeSetId}/undo`, { key: narrow, body: {} });
  expect([refused.status, refused.body.error.missingScopes]).toEqual([403, ['companies:write']]);
});
