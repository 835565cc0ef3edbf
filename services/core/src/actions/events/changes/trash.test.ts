import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { runJobOnce } from '../../../worker/jobs/job-runner.ts';

let core: TestCore;
let key: string;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());
beforeEach(async () => {
  ({ key } = await core.addWorkspace());
});

async function call(method: string, path: string, body?: object) {
  return core.request(method, path, { key, ...(body && { body }) });
}
async function make(path: string, body: object) {
  const { status, body: answer } = await call('POST', path, body);
  expect([path, status < 300 ? '' : answer.error]).toEqual([path, '']);
  return answer.data;
}
async function get(path: string) {
  return (await call('GET', path)).body.data;
}
async function finishJobs() {
  while (await runJobOnce(core.deps));
}
/** Members of a record that a restore changes. */
function withoutVersion({ version, updatedAt, ...rest }: Record<string, unknown>) {
  return rest;
}
const ada = { email: 'ada@analytical.example', firstName: 'Ada', lastName: 'Lovelace' };
const atAnalytical = { companyDomain: 'analytical.example' };

test('a deleted contact comes back with its ID, notes, facts, lists, and company', async () => {
  const list = await make('/lists', { name: 'Engines' });
  const company = await make('/companies', { name: 'Analytical', domain: 'analytical.example' });
  const { id } = await make('/contacts', { ...ada, ...atAnalytical });
  await call('POST', `/lists/${list.id}/members`, { contactIds: [id] });
  await make(`/contacts/${id}/notes`, { text: 'Prefers to be called in the morning.' });
  await make('/facts', { subjectId: id, statement: 'Likes engines.', quote: 'I like engines.' });
  const before = await get(`/contacts/${id}`);
  await call('DELETE', `/contacts/${id}`);
  expect((await call('GET', `/contacts/${id}`)).status).toBe(404);
  expect((await get(`/lists/${list.id}`)).memberCount).toBe(0);
  expect(await get('/trash')).toMatchObject([{ id, type: 'contact', label: 'Ada Lovelace', changeSetId: null }]);

  const restored = await call('POST', `/trash/${id}/restore`, {});
  expect([restored.status, restored.body.data.id]).toEqual([200, id]);
  expect(withoutVersion(await get(`/contacts/${id}`))).toEqual(withoutVersion(before));
  expect(await get(`/contacts/${id}/notes`)).toMatchObject([{ text: 'Prefers to be called in the morning.' }]);
  expect(await get(`/facts?subjectId=${id}`)).toMatchObject([{ statement: 'Likes engines.' }]);
  expect((await get(`/lists/${list.id}`)).memberCount).toBe(1);
  expect((await get(`/companies/${company.id}`)).contactCount).toBe(1);
  expect(await get('/trash')).toEqual([]);
  expect((await call('POST', `/trash/${id}/restore`, {})).status).toBe(404);
});

test('a contact does not come back into lists and companies that no longer exist, and keeps an opt-out', async () => {
  const list = await make('/lists', { name: 'Engines' });
  const company = await make('/companies', { name: 'Analytical', domain: 'analytical.example' });
  const { id } = await make('/contacts', { ...ada, ...atAnalytical });
  await call('POST', `/lists/${list.id}/members`, { contactIds: [id] });
  await call('DELETE', `/contacts/${id}`);
  await call('DELETE', `/lists/${list.id}`);
  await call('DELETE', `/companies/${company.id}`);
  await make('/suppressions', { value: ada.email, reason: 'manual' });
  await call('POST', `/trash/${id}/restore`, {});
  expect(await get(`/contacts/${id}`)).toMatchObject({ listIds: [], companyId: null, doNotContact: true });
});

test('a contact stays in the trash while another one has its address', async () => {
  const { id } = await make('/contacts', ada);
  await call('DELETE', `/contacts/${id}`);
  const twin = await make('/contacts', { email: ada.email });
  const refused = await call('POST', `/trash/${id}/restore`, {});
  expect(refused.status).toBe(409);
  expect(refused.body.error).toMatchObject({ code: 'contact_exists', existingId: twin.id });
  expect(await get('/trash')).toHaveLength(1);
});

test('a deleted company comes back with the contacts that have no other company', async () => {
  const company = await make('/companies', { name: 'Analytical', domain: 'analytical.example' });
  const other = await make('/companies', { name: 'Difference', domain: 'difference.example' });
  const stays = await make('/contacts', { ...ada, ...atAnalytical });
  const moves = await make('/contacts', { email: 'eve@analytical.example', ...atAnalytical });
  await call('DELETE', `/companies/${company.id}`);
  await call('PATCH', `/contacts/${moves.id}`, { companyDomain: 'difference.example' });
  const restored = await call('POST', `/trash/${company.id}/restore`, {});
  expect(restored.status).toBe(200);
  expect(await get(`/companies/${company.id}`)).toMatchObject({ name: 'Analytical', contactCount: 1 });
  expect((await get(`/contacts/${stays.id}`)).companyId).toBe(company.id);
  expect((await get(`/contacts/${moves.id}`)).companyId).toBe(other.id);
});

test('many contacts are deleted as one change, which an undo reverts, and whose undo deletes them again', async () => {
  const people = Array.from({ length: 130 }, (_, index) => ({ email: `person${index}@bounced.example` }));
  const { results } = await make('/contacts/bulk', { contacts: people });
  const contactIds = results.map(({ contactId }: { contactId: string }) => contactId);
  await make('/contacts/tag', { contactIds, tags: ['bounced'] });
  await make('/contacts', ada);
  const where = { field: 'tags', op: 'eq', value: 'bounced' };
  const preview = await call('POST', '/contacts/bulk-delete?dryRun=true', { where });
  expect(preview.body.data).toMatchObject({ summary: 'Would move 130 contacts to the trash.' });
  expect(preview.body.data.preview).toHaveLength(10);
  const before = await get('/contacts?tag=bounced&limit=100');

  const { changeSetId } = await make('/contacts/bulk-delete', { where });
  await finishJobs();
  expect((await get('/contacts')).map(({ email }: { email: string }) => email)).toEqual([ada.email]);
  expect(await get('/trash?limit=3')).toMatchObject([{ changeSetId }, { changeSetId }, { changeSetId }]);
  const twin = await make('/contacts', { email: 'person7@bounced.example' });

  const undone = await make(`/change-sets/${changeSetId}/undo`, {});
  await finishJobs();
  expect((await get(`/jobs/${undone.id}`)).counts).toMatchObject({ created: 129, skipped: 1 });
  const after = new Map((await get('/contacts?tag=bounced&limit=100')).map((one: { id: string }) => [one.id, one]));
  for (const contact of before.filter(({ id }: { id: string }) => after.has(id)))
    expect(withoutVersion(after.get(contact.id) as Record<string, unknown>)).toEqual(withoutVersion(contact));
  expect(await get('/trash')).toMatchObject([{ label: 'person7@bounced.example' }]);

  await make(`/change-sets/${undone.changeSetId}/undo`, {});
  await finishJobs();
  expect((await get('/contacts?limit=10')).map(({ id }: { id: string }) => id).sort()).toHaveLength(2);
  expect((await call('GET', `/contacts/${twin.id}`)).status).toBe(200);
});

test('deleting ends sequences and cancels queued messages, and a restore does not start them again', async () => {
  const { id } = await make('/contacts', { ...ada, emailStatus: 'valid', declaredBasis: 'consent' });
  const campaign = await make('/campaigns', { name: 'Autumn', steps: [{ subject: 'Hello', body: 'Hello.' }] });
  await make(`/campaigns/${campaign.id}/enrollments`, { contactIds: [id] });
  await call('DELETE', `/contacts/${id}`);
  await call('POST', `/trash/${id}/restore`, {});
  expect(await get(`/enrollments?campaignId=${campaign.id}`)).toMatchObject([
    { contactId: id, state: 'removed', endReason: 'contact_deleted' },
  ]);
});

test('erasing covers the trash: by the ID of a deleted contact, and by address', async () => {
  const { id } = await make('/contacts', ada);
  await call('DELETE', `/contacts/${id}`);
  expect((await call('POST', `/contacts/${id}/erase`, {})).status).toBe(200);
  expect(await get('/trash')).toEqual([]);
  const first = await make('/contacts', { email: 'eve@analytical.example' });
  await call('DELETE', `/contacts/${first.id}`);
  const second = await make('/contacts', { email: 'eve@analytical.example' });
  await call('POST', `/contacts/${second.id}/erase`, {});
  expect(await get('/trash')).toEqual([]);
});

test('the trash shows and restores only what the key can read and write', async () => {
  const scopes = ['changes:read', 'changes:write', 'contacts:write', 'contacts:read', 'companies:write'];
  const narrow = await core.addWorkspace({ scopes });
  const request = (method: string, path: string, body?: Record<string, unknown>) =>
    core.request(method, path, { key: narrow.key, ...(body && { body }) });
  const { id } = (await request('POST', '/contacts', ada)).body.data;
  const added = await request('POST', '/companies', { domain: 'difference.example', name: 'Difference' });
  const company = added.body.data;
  await request('DELETE', `/contacts/${id}`);
  await request('DELETE', `/companies/${company.id}`);
  expect((await request('GET', '/trash')).body.data).toMatchObject([{ id }]);
  for (const trashed of [id, company.id]) {
    const foreign = await call('POST', `/trash/${trashed}/restore`, {});
    expect(foreign.status).toBe(404);
  }
});

test('restoring needs the write scope of the record', async () => {
  const { id } = (await core.request('POST', '/contacts', { body: ada })).body.data;
  await core.request('DELETE', `/contacts/${id}`);
  const narrow = await core.addKey(['changes:write']);
  const refused = await core.request('POST', `/trash/${id}/restore`, { key: narrow, body: {} });
  expect(refused.body.error).toMatchObject({ code: 'missing_scope', missingScopes: ['contacts:write'] });
});
