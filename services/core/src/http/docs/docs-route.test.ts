import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorTable } from '../../errors.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const get = (path: string) => fetch(`${core.url}/api/public/v1/docs${path}`);

test('serves the reference to everyone, with a strict content security policy', async () => {
  const response = await get('');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
});

test('the page has an anchor for every error code, as error.docs says', async () => {
  const html = await (await get('')).text();
  for (const code of Object.keys(errorTable)) expect(html).toContain(`id="error-${code}"`);
  const { body } = await core.request('GET', '/contacts/con_00000000000000000000000000');
  expect(body.error.docs).toBe('/api/public/v1/docs#error-not_found');
});

test('everything that the page loads is served by the core itself', async () => {
  const html = await (await get('')).text();
  const loaded = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, url]) => url!);
  expect(loaded.length).toBeGreaterThanOrEqual(5);
  for (const url of loaded) {
    expect(url).toMatch(/^\/api\/public\/v1\//);
    expect((await fetch(core.url + url)).status).toBe(200);
  }
});

test('serves no file besides its own', async () => {
  for (const file of ['index.html', '..%2Fpackage.json', 'docs-route.ts']) {
    expect([401, 404]).toContain((await get(`/${file}`)).status);
  }
});

test('sends the document compressed to those who take it, and the same text to others', async () => {
  const url = `${core.url}/api/public/v1/openapi.json`;
  const [small, plain] = await Promise.all(
    ['gzip', 'identity'].map((encoding) => fetch(url, { headers: { 'accept-encoding': encoding } })),
  );
  expect([small!.headers.get('content-encoding'), plain!.headers.get('content-encoding')]).toEqual(['gzip', null]);
  expect(small!.headers.get('content-type')).toContain('application/json');
  expect(await small!.text()).toBe(await plain!.text());
});
