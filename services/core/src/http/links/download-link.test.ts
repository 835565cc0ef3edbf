import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeApiKey } from '../../store/members/api-key-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
  await core.request('POST', '/contacts', { body: { email: 'ada@analytical.example', firstName: 'Ada' } });
});
afterAll(() => core.stop());

async function linkFor(path: string, key = core.key): Promise<string> {
  const { status, body } = await core.request('GET', path, { key, headers: { download: 'link' } });
  expect(status).toBe(200);
  // The link names the address of the installation, which a test does not serve.
  return `${core.url}${new URL(body.data.url).pathname}`;
}

test('a caller that cannot take a file gets a link, which needs no key', async () => {
  const { body } = await core.request('GET', '/contacts/export?format=csv', { headers: { download: 'link' } });
  expect(body).toMatchObject({ ok: true, isLink: true, data: { mediaType: expect.stringContaining('text/csv') } });
  expect(body.data.fileName).toMatch(/\.csv$/);
  const response = await fetch(await linkFor('/contacts/export?format=csv'));
  expect(response.headers.get('content-disposition')).toContain('attachment');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toContain('ada@analytical.example');
});

test('a link fetches its own file only, for 15 minutes, by GET', async () => {
  const url = await linkFor('/contacts/export?format=ndjson');
  expect((await fetch(`${url}x`)).status).toBe(404);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
  const isNow = core.deps.now;
  core.deps.now = () => new Date(isNow().getTime() + 15 * 60_000);
  expect((await fetch(url)).status).toBe(404);
  core.deps.now = isNow;
});

test('a link ends with its key, and reads its own workspace', async () => {
  const other = await core.addWorkspace();
  const url = await linkFor('/contacts/export?format=csv', other.key);
  expect(await (await fetch(url)).text()).not.toContain('ada@analytical.example');
  const { body: me } = await core.request('GET', '/me', { key: other.key });
  await revokeApiKey(other.workspaceId, me.data.actor.id, core.deps.now());
  expect((await fetch(url)).status).toBe(401);
});

test('other answers stay as they are', async () => {
  const { body } = await core.request('GET', '/contacts?limit=1', { headers: { download: 'link' } });
  expect(body.isLink).toBeUndefined();
  expect(body.data).toHaveLength(1);
});
