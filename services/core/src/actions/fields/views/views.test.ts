import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const germans = { field: 'location.country', op: 'eq', value: 'DE' };

async function names(kind = '', key?: string) {
  return (await core.request('GET', `/views?${kind}`, { key })).body.data.map(({ name }: { name: string }) => name);
}

test('creates, lists, changes, and deletes a view, and a repeated key creates it once', async () => {
  const body = { name: 'Germans', kind: 'contacts', where: germans, sort: '-score.value', columns: ['fullName'] };
  const dry = await core.request('POST', '/views?dryRun=true', { body });
  expect(dry.body.data.effects[0]).toMatchObject({ op: 'create', type: 'view', label: 'Germans' });
  const headers = { 'idempotency-key': 'view-once' };
  const made = (await core.request('POST', '/views', { body, headers })).body.data;
  expect((await core.request('POST', '/views', { body, headers })).body.data.id).toBe(made.id);
  expect(made).toMatchObject({ ...body, isShared: false, position: 1, version: 1 });
  await core.request('POST', '/views', { body: { name: 'Running', kind: 'campaigns' } });
  expect([await names(), await names('kind=campaigns')]).toEqual([['Germans', 'Running'], ['Running']]);
  const change = { where: null, sort: null, position: 9, name: 'All' };
  const { body: changed } = await core.request('PATCH', `/views/${made.id}`, { body: change });
  expect(changed.data).toMatchObject({ ...change, version: 2 });
  expect(await names()).toEqual(['Running', 'All']);
  const same = await core.request('PATCH', `/views/${made.id}`, { body: { name: 'All' } });
  expect([same.body.summary, same.body.data.version]).toEqual(['Nothing to change.', 2]);
  await core.request('DELETE', `/views/${made.id}`);
  expect(await names()).toEqual(['Running']);
});

test.each([
  [{ where: { field: 'planet', op: 'eq', value: 'Mars' } }, 'where.field'],
  [{ where: { field: 'stage', op: 'gt', value: 'new' } }, 'where.op'],
  [{ sort: 'tags' }, 'sort'],
  [{ columns: ['fullName', 'planet'] }, 'columns'],
  [{ kind: 'replies', where: germans }, 'where.field'],
])('rejects a view with %j and lists the allowed values', async (part, field) => {
  const { status, body } = await core.request('POST', '/views', { body: { name: 'X', kind: 'contacts', ...part } });
  expect([status, body.error.code, body.error.field]).toEqual([422, 'validation_failed', field]);
  expect(body.error.allowedValues.length).toBeGreaterThan(0);
});

test('rejects a new kind that the stored condition does not fit', async () => {
  const { body } = await core.request('POST', '/views', { body: { name: 'People', kind: 'contacts', where: germans } });
  const { body: refused } = await core.request('PATCH', `/views/${body.data.id}`, { body: { kind: 'messages' } });
  expect(refused.error).toMatchObject({ code: 'validation_failed', field: 'where.field' });
});

test('shows a view to others only when it is shared, and never to another workspace', async () => {
  const { body } = await core.request('POST', '/views', { body: { name: 'Shared', kind: 'companies' } });
  const path = `/views/${body.data.id}`;
  const colleague = await core.addKey(['views:read', 'views:write']);
  expect(await names('kind=companies', colleague)).toEqual([]);
  expect((await core.request('PATCH', path, { key: colleague, body: { name: 'Mine' } })).status).toBe(404);
  await core.request('PATCH', path, { body: { isShared: true } });
  expect(await names('kind=companies', colleague)).toEqual(['Shared']);
  const hidden = await core.request('PATCH', path, { key: colleague, body: { isShared: false } });
  expect([hidden.status, hidden.body.error.code]).toEqual([409, 'invalid_state']);
  const { key } = await core.addWorkspace();
  expect((await core.request('DELETE', path, { key })).status).toBe(404);
  expect((await core.request('DELETE', path, { key: colleague })).status).toBe(200);
});
