import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  companyName: 'Analytical Engines',
  companyDomain: 'analytical.example',
  declaredBasis: 'legitimate_interest',
};

test('stores a contact and links it to its new company', async () => {
  const { status, body } = await core.request('POST', '/contacts', {
    body: { ...ada, email: ' Ada@Analytical.example ' },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ ok: true, summary: 'Created contact Ada Lovelace (Analytical Engines).' });
  expect(body.data).toMatchObject({
    email: 'ada@analytical.example',
    emailStatus: 'unverified',
    stage: 'new',
    source: 'api',
    companyId: expect.stringMatching(/^com_/),
  });
  const read = await core.request('GET', `/contacts/${body.data.id}`);
  expect(read.body.data).toEqual({ ...body.data, suppression: null });
  expect(read.headers.get('etag')).toMatch(/^"v1-[\w-]{10}"$/);
});

test('links colleagues by the domain of their address, but not by free mail or another company name', async () => {
  const add = async (body: object) => (await core.request('POST', '/contacts', { body })).body.data;
  const dry = await core.request('POST', '/contacts?dryRun=true', { body: { email: 'ida@linked.example' } });
  expect(dry.body.data.effects).toMatchObject([{ type: 'contact' }, { type: 'company', label: 'linked.example' }]);
  const first = await add({ email: 'ida@linked.example', companyName: 'Linked' });
  expect(first).toMatchObject({ companyId: expect.stringMatching(/^com_/), companyDomain: 'linked.example' });
  expect((await add({ email: 'jon@linked.example' })).companyId).toBe(first.companyId);
  expect((await add({ email: 'guest@linked.example', companyName: 'Visitors Ltd' })).companyId).toBeNull();
  expect((await add({ email: 'ida.linked@gmail.com' })).companyId).toBeNull();
});

test('rejects a second contact with the same email address and names the first', async () => {
  const first = await core.request('POST', '/contacts', { body: { ...ada, email: 'second@analytical.example' } });
  const second = await core.request('POST', '/contacts', { body: { ...ada, email: 'SECOND@analytical.example' } });
  expect(second.status).toBe(409);
  expect(second.body.error).toMatchObject({ code: 'contact_exists', existingId: first.body.data.id });
});

test('a dry run shows the result and changes nothing', async () => {
  const { status, body } = await core.request('POST', '/contacts?dryRun=true', {
    body: { ...ada, email: 'dry@new.example', companyDomain: 'new.example' },
  });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    dryRun: true,
    effectCount: 2,
    planDigest: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(body.cost).toEqual({ credits: 0, balance: 1000 });
  const { body: listed } = await core.request('GET', '/contacts?q=dry');
  expect(listed.data).toEqual([]);
});

test('rejects a plan that differs from the preview and returns the new plan', async () => {
  const options = { body: { ...ada, email: 'digest@analytical.example' }, headers: { 'plan-digest': '0'.repeat(32) } };
  const { status, body } = await core.request('POST', '/contacts', options);
  expect(status).toBe(412);
  expect(body.error.code).toBe('plan_changed');
  const again = await core.request('POST', '/contacts', {
    ...options,
    headers: { 'plan-digest': body.data.planDigest },
  });
  expect(again.status).toBe(201);
});

test('returns the stored response for a repeated key', async () => {
  const options = { body: { ...ada, email: 'key@analytical.example' }, idempotencyKey: 'k-1' };
  const first = await core.request('POST', '/contacts', options);
  const second = await core.request('POST', '/contacts', options);
  expect(second.status).toBe(201);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  const other = await core.request('POST', '/contacts', { ...options, body: { ...options.body, firstName: 'Eve' } });
  expect(other.body.error.code).toBe('idempotency_key_reused');
});

test('creates one contact from 100 concurrent requests with one key', async () => {
  const options = { body: { ...ada, email: 'race@analytical.example' }, idempotencyKey: 'race' };
  const replies = await Promise.all(Array.from({ length: 100 }, () => core.request('POST', '/contacts', options)));
  const done = replies.filter(({ status }) => status === 201);
  expect(replies.every(({ status, body }) => status === 201 || body.error.code === 'idempotency_in_progress')).toBe(
    true,
  );
  expect(new Set(done.map(({ body }) => body.data.id)).size).toBe(1);
  const { body } = await core.request('GET', '/contacts?q=race');
  expect(body.data).toHaveLength(1);
});

test.each([
  [{ email: 'not an address' }, 'email'],
  [{ firstName: 'Ada' }, 'email'],
  [{ email: 'a@b.example', declaredBasis: 'because' }, 'declaredBasis'],
  [{ email: 'a@b.example', colour: 'red' }, 'colour'],
  [{ email: 'a@b.example', timeZone: 'Mars/Olympus' }, 'timeZone'],
])('rejects %j and names the field', async (body, field) => {
  const reply = await core.request('POST', '/contacts', { body });
  expect(reply.status).toBe(422);
  expect(reply.body.error).toMatchObject({ code: 'validation_failed', field });
});
