import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, csrfTokenIn } from '../testing/browser.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';

let core: TestCore;
let browser: Browser;

beforeAll(async () => {
  core = await startTestCore();
  browser = new Browser(core.url);
  await browser.signUp('ada@example.org');
});
afterAll(() => core.stop());

test('a form without its token, or with the token of another browser, changes nothing', async () => {
  const stranger = new Browser(core.url);
  const foreign = csrfTokenIn((await stranger.get('/app/sign-in')).html);
  for (const token of ['', 'x', foreign]) {
    const answer = await browser.post('/app/autopilot/launches', { _csrf: token, autopilot: 'on' });
    expect(answer.status).toBe(410);
    expect(answer.html).toContain('This form has expired');
  }
  expect((await browser.get('/app/autopilot')).html).toContain('Turn on launches');
});

test('rejects a form sent by another site, even with the right token', async () => {
  const token = csrfTokenIn((await browser.get('/app/autopilot')).html);
  const fields = { _csrf: token, autopilot: 'on' };
  const answer = await browser.post('/app/autopilot/launches', fields, { 'sec-fetch-site': 'cross-site' });
  expect(answer.status).toBe(410);
  const from = (origin: string) => browser.post('/app/autopilot/launches', { ...fields, autopilot: 'off' }, { origin });
  expect((await from('https://elsewhere.example')).status).toBe(410);
  for (const origin of [core.url, core.config.baseUrl, 'null']) expect((await from(origin)).status).toBe(302);
});

test('every page has headers against foreign scripts, frames, and caches', async () => {
  for (const path of ['/app', '/app/sign-in', '/app/no-such-page']) {
    const { headers, html } = await browser.get(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(html).not.toMatch(/<style|style="|<script(?![^>]*src=)| on\w+="/);
  }
});

test('rejects bodies that are not forms or are too large', async () => {
  const json = await fetch(`${core.url}/app/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(json.status).toBe(415);
  const large = await browser.post('/app/sign-in', { email: 'x'.repeat(70_000) });
  expect(large.status).toBe(413);
});

test('an unknown page returns an error, and the root redirects to the application', async () => {
  const missing = await browser.get('/app/no-such-page');
  expect(missing.status).toBe(404);
  expect(missing.html).toContain('There is no such page.');
  await browser.signUp('root@example.org');
  expect((await browser.get('/')).location).toBe('/app');
});

test('the style sheet is cached permanently only under its versioned URL', async () => {
  const address = /href="(\/app\/assets\/app\.css\?v=\w+)"/.exec((await browser.get('/app')).html)![1]!;
  expect((await browser.get(address)).headers.get('cache-control')).toContain('immutable');
  const plain = await browser.get('/app/assets/app.css');
  expect(plain.headers.get('cache-control')).toBe('no-cache');
  const again = await browser.get('/app/assets/app.css', {
    'if-none-match': plain.headers.get('etag')!,
    'cache-control': 'max-age=0',
  });
  expect(again.status).toBe(304);
  expect((await browser.get('/app/assets/../index.ts')).status).toBe(404);
});

test('behind https, the cookies are bound to the host and to https', async () => {
  const secure = await startSecureBrowser();
  const page = await secure.browser.get('/app/sign-in');
  const [line] = page.headers.getSetCookie();
  expect(line).toMatch(/^__Host-outbound_csrf=.*; path=\/;.*secure/i);
  expect(page.headers.get('strict-transport-security')).toContain('max-age=');
  secure.stop();
});

async function startSecureBrowser() {
  const { createApp } = await import('../app.ts');
  const config = { ...core.config, baseUrl: 'https://outbound.example.org' };
  const server = createApp({ ...core.deps, config }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  return { browser: new Browser(`http://127.0.0.1:${port}`), stop: () => server.close() };
}
