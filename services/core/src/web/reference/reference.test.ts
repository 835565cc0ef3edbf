import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRead } from '../../actions/definition/define-action.ts';
import { actions } from '../../actions/index.ts';
import { errorTable } from '../../errors/errors.ts';
import { signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

function get(path: string) {
  return fetch(`${core.url}/api/public/v1/docs${path}`);
}

test('serves the reference to everyone, with a strict content security policy', async () => {
  const response = await get('');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
});

test('the page has an anchor for every error code, as in error.docs', async () => {
  const html = await (await get('')).text();
  for (const code of Object.keys(errorTable)) expect(html).toContain(`id="error-${code}"`);
  const { body } = await core.request('GET', '/contacts/con_00000000000000000000000000');
  expect(body.error.docs).toBe('/api/public/v1/docs#error-not_found');
});

test('every operation is on the page of its area, with its fields, a request, and a response', async () => {
  const html = await (await get('')).text();
  const areas = new Set([...html.matchAll(/href="\/api\/public\/v1\/docs(\/[\w-]+)#/g)].map(([, area]) => area!));
  const pages = await Promise.all([...areas].map(async (area) => (await get(area)).text()));
  for (const { name } of actions) expect(pages.filter((page) => page.includes(`id="${name}"`))).toHaveLength(1);
  const [webhooks] = pages.filter((page) => page.includes('id="create_webhook"'));
  for (const part of ['eventTypes', 'array of', 'required', '-X POST', '#error-already_exists', 'whk_']) {
    expect(webhooks).toContain(part);
  }
  expect(pages.join('')).not.toContain('/app/do/');
  expect(pages.join('')).not.toContain('undefined');
});

test('links back to the application, and for signed-in people to the form of each operation', async () => {
  expect(await (await get('')).text()).toContain('href="/app"');
  const { browser } = await signUpWithKey(core);
  const { html } = await browser.get('/api/public/v1/docs/tags');
  for (const action of actions.filter(({ path }) => path.startsWith('/tags'))) {
    expect(html.includes(`href="/app/do/${action.name}"`)).toBe(!isRead(action));
  }
  expect(html).toContain('aria-label="Main"');
});

test('returns 404 for files that are not pages of the reference', async () => {
  for (const file of ['index.html', '..%2Fpackage.json', 'reference-pages.ts']) {
    expect((await get(`/${file}`)).status).toBe(404);
  }
});

test('sends the document compressed if the client accepts it, and otherwise the same text', async () => {
  const url = `${core.url}/api/public/v1/openapi.json`;
  const [small, plain] = await Promise.all(
    ['gzip', 'identity'].map((encoding) => fetch(url, { headers: { 'accept-encoding': encoding } })),
  );
  expect([small!.headers.get('content-encoding'), plain!.headers.get('content-encoding')]).toEqual(['gzip', null]);
  expect(small!.headers.get('content-type')).toContain('application/json');
  expect(await small!.text()).toBe(await plain!.text());
});
