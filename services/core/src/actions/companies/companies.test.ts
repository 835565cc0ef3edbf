import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return (await core.request(method, path, { body, headers })).body;
}
function get(path: string) {
  return send('GET', path);
}
async function add(body: object) {
  return (await send('POST', '/companies', body)).data;
}

test('stores a company as the dry run showed', async () => {
  const body = { name: 'Engines', domain: 'https://www.Engines.example/', industry: 'Software', employeeCount: 42 };
  const dry = (await send('POST', '/companies?dryRun=true', body)).data;
  const done = await send('POST', '/companies', body);
  expect(dry.effects[0].changes).toMatchObject({ domain: 'engines.example', employeeRange: '11-50' });
  expect(done.data).toMatchObject({
    name: 'Engines',
    domain: 'engines.example',
    employeeRange: '11-50',
    contactCount: 0,
  });
  expect((await get(`/companies/${done.data.id}`)).data).toEqual(done.data);
  const second = await send('POST', '/companies', { domain: 'engines.example' });
  expect(second.error).toMatchObject({ code: 'company_exists', existingId: done.data.id });
});

test('list_companies finds companies by words and filters', async () => {
  await add({ name: 'Zürich Müllerei', domain: 'mill.example', industry: 'Food', technologies: ['SAP'] });
  for (const query of ['q=muller', 'q=zur', 'industry=Food', 'technology=SAP', 'domain=mill.example'])
    expect((await get(`/companies?${query}`)).data).toMatchObject([{ domain: 'mill.example' }]);
  expect((await get('/companies?employeeRange=huge')).error.code).toBe('validation_failed');
});

test('changes given fields, removes null fields, and rejects an outdated version', async () => {
  const company = await add({ name: 'Change', domain: 'change.example', industry: 'Old', customFields: { a: 1 } });
  const body = { industry: null, employeeCount: 20_000, customFields: { b: 2 } };
  const dry = (await send('PATCH', `/companies/${company.id}?dryRun=true`, body)).data;
  const done = (await send('PATCH', `/companies/${company.id}`, body)).data;
  expect(dry.effects[0].changes).toEqual({
    industry: null,
    employeeCount: 20_000,
    employeeRange: '10001+',
    customFields: { a: 1, b: 2 },
  });
  expect(done).toMatchObject({ industry: null, employeeRange: '10001+', customFields: { a: 1, b: 2 }, version: 2 });
  const stale = await send('PATCH', `/companies/${company.id}`, { name: 'X' }, { 'if-match': '"v1"' });
  expect(stale.error.code).toBe('version_conflict');
  const taken = await send('PATCH', `/companies/${company.id}`, { domain: 'mill.example' });
  expect(taken.error.code).toBe('company_exists');
});

test('list_company_contacts and get_company_timeline show its people, and delete_company unlinks them', async () => {
  const contact = (await send('POST', '/contacts', { email: 'p@people.example', companyDomain: 'people.example' }))
    .data;
  const path = `/companies/${contact.companyId}`;
  await send('POST', `/contacts/${contact.id}/notes`, { text: 'Met at the fair' });
  expect((await get(`${path}/contacts`)).data).toMatchObject([{ id: contact.id }]);
  const types = (await get(`${path}/timeline`)).data.map(({ type }: { type: string }) => type);
  expect(types.sort()).toEqual(['event', 'note']);
  const dry = (await send('DELETE', `${path}?dryRun=true`)).data;
  expect(dry.effects).toMatchObject([
    { op: 'delete', type: 'company', id: contact.companyId },
    { op: 'update', type: 'contact', changes: { companyId: null } },
  ]);
  await send('DELETE', path);
  expect((await get(path)).error.code).toBe('not_found');
  expect((await get(`/contacts/${contact.id}`)).data).toMatchObject({
    companyId: null,
    companyDomain: 'people.example',
  });
});

test('creates and updates many companies by domain', async () => {
  await add({ name: 'Known', domain: 'known.example' });
  const body = {
    companies: [
      { domain: 'fresh.example', name: 'Fresh' },
      { domain: 'www.known.example', industry: 'Retail' },
      { domain: 'known.example' },
      { domain: 'nonsense' },
    ],
  };
  const dry = (await send('POST', '/companies/bulk?dryRun=true', body)).data;
  const done = (await send('POST', '/companies/bulk', body)).data;
  expect(done.counts).toEqual({ created: 1, updated: 1, unchanged: 0, skipped: 1, failed: 1 });
  expect(dry.effects.map(({ op }: { op: string }) => op)).toEqual(['create', 'update']);
  expect(dry.skipped.map(({ reason }: { reason: string }) => reason)).toEqual(['duplicate', 'validation_failed']);
  const again = (await send('POST', '/companies/bulk', body)).data;
  expect(again.counts).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
});

test('merge_companies moves the contacts', async () => {
  const one = (await send('POST', '/contacts', { email: 'a@one.example', companyDomain: 'one.example' })).data;
  const two = (await send('POST', '/contacts', { email: 'b@two.example', companyDomain: 'two.example' })).data;
  await send('PATCH', `/companies/${two.companyId}`, { industry: 'Mining', keywords: ['coal'] });
  const path = `/companies/${one.companyId}/merge`;
  const dry = (await send('POST', `${path}?dryRun=true`, { otherCompanyId: two.companyId })).data;
  const done = (await send('POST', path, { otherCompanyId: two.companyId })).data;
  expect(dry.effects[0].changes).toMatchObject({ industry: 'Mining', keywords: ['coal'] });
  expect(done).toMatchObject({ id: one.companyId, industry: 'Mining', keywords: ['coal'] });
  expect((await get(`/companies/${one.companyId}`)).data.contactCount).toBe(2);
  expect((await get(`/contacts/${two.id}`)).data).toMatchObject({ companyId: one.companyId });
  expect((await get(`/companies/${two.companyId}`)).error.code).toBe('not_found');
  expect((await send('POST', path, { otherCompanyId: one.companyId })).error.field).toBe('otherCompanyId');
});

test('hides companies of other workspaces', async () => {
  const { id } = await add({ name: 'Private' });
  const { key } = await core.addWorkspace();
  for (const path of ['', '/contacts', '/timeline'])
    expect((await core.request('GET', `/companies/${id}${path}`, { key })).status).toBe(404);
});
