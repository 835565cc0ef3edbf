import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function createContact(email: string): Promise<string> {
  const { body } = await core.request('POST', '/contacts', { body: { email } });
  return body.data.id;
}

async function tagOf(path: string): Promise<string> {
  const { headers } = await core.request('GET', path);
  return headers.get('etag')!;
}

async function statusOf(path: string, tag: string) {
  const url = `${core.url}/api/public/v1${path}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${core.key}`, 'if-none-match': tag } });
  return { status: response.status, text: await response.text() };
}

test('returns 304 without a body until a list changes', async () => {
  await createContact('ada@analytical.example');
  const tag = await tagOf('/contacts');
  expect(await statusOf('/contacts', tag)).toEqual({ status: 304, text: '' });
  expect((await statusOf('/contacts?limit=1&sort=id', 'W/"other"')).status).toBe(200);
  await createContact('bea@analytical.example');
  expect((await statusOf('/contacts', tag)).status).toBe(200);
});

test('returns 304 until a record changes, and accepts its tag as If-Match', async () => {
  const id = await createContact('cleo@analytical.example');
  const path = `/contacts/${id}`;
  const tag = await tagOf(path);
  expect(tag).toMatch(/^"v1-[\w-]{10}"$/);
  expect(await statusOf(path, `"v9-0123456789", ${tag}`)).toEqual({ status: 304, text: '' });
  const body = { firstName: 'Cleo' };
  const changed = await core.request('PATCH', path, { body, headers: { 'if-match': tag } });
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"v2"']);
  expect((await statusOf(path, tag)).status).toBe(200);
  const late = await core.request('PATCH', path, { body: { firstName: 'Clea' }, headers: { 'if-match': tag } });
  expect([late.status, late.body.error.code]).toEqual([409, 'version_conflict']);
});

test('changes the tag when derived values in the view change', async () => {
  const { body } = await core.request('POST', '/lists', { body: { name: 'Autumn', kind: 'static' } });
  const path = `/lists/${body.data.id}`;
  const tag = await tagOf(path);
  const contactIds = [await createContact('dora@analytical.example')];
  await core.request('POST', `${path}/members`, { body: { contactIds } });
  expect((await statusOf(path, tag)).status).toBe(200);
});
