import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { allScopes } from '../../actions/definition/scopes.ts';
import { Browser } from '../../testing/browser.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const grants = new Map<string, object>();
const calls: string[] = [];
const sent: object[] = [];

function grantIdOf(url = ''): string {
  return /^\/internal\/grants\/(\w+)[/?]/.exec(url)?.[1] ?? '';
}

const gateway = createServer((request, response) => {
  calls.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  if (request.method === 'PUT') {
    request.on('data', (chunk) => sent.push(JSON.parse(String(chunk))));
    request.on('end', () => response.writeHead(grants.has(grantIdOf(request.url)) ? 204 : 404).end());
  } else if (request.method === 'DELETE') {
    response.writeHead(grants.delete(grantIdOf(request.url)) ? 204 : 404).end();
  } else {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ grants: [...grants.values()] }));
  }
});

let core: TestCore;
let browser: Browser;

beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const { port } = gateway.address() as AddressInfo;
  core = await startTestCore({ environment: { GATEWAY_INTERNAL_URL: `http://127.0.0.1:${port}` } });
});
beforeEach(async () => {
  browser = new Browser(core.url);
  await browser.signUp(`${randomUUID()}@example.org`);
});
afterAll(async () => {
  gateway.close();
  await core.stop();
});

function createKey(fields: Record<string, string | string[]>, on = browser) {
  return on.submit('/app/integrations/keys/new', '/app/integrations/keys', {
    name: 'Agent',
    expiresInDays: '',
    password: 'correct horse battery',
    ...fields,
  });
}
function keyIn(html: string) {
  return /obk_live_[0-9A-Za-z]{38}/.exec(html)?.[0] ?? '';
}

test('links add the address of this server to a client', async () => {
  const { html } = await browser.get('/app/integrations');
  const [, cursor = ''] = /href="(cursor:[^"]+)"/.exec(html) ?? [];
  const config = new URL(cursor.replaceAll('&amp;', '&')).searchParams.get('config')!;
  const url = `${core.config.baseUrl}/mcp`;
  expect(JSON.parse(Buffer.from(config, 'base64').toString())).toEqual({ url });
  const [, code = ''] = /href="vscode:mcp\/install\?([^"]+)"/.exec(html) ?? [];
  expect(JSON.parse(decodeURIComponent(code))).toEqual({ name: 'outbound', type: 'http', url });
});

test('a key is shown once, works only with its scopes, and stops working when revoked', async () => {
  const created = await createKey({ scopes: ['contacts:read'] });
  const key = keyIn(created.html);
  expect((await core.request('GET', '/contacts', { key })).status).toBe(200);
  const refused = await core.request('POST', '/contacts', { key, body: { email: 'a@example.org' } });
  expect(refused.body.error).toMatchObject({ code: 'missing_scope', missingScopes: ['contacts:write'] });

  const list = await browser.get('/app/integrations');
  expect(list.html).not.toContain(key);
  expect(list.html).toContain(`obk_live_…${key.slice(-4)}`);
  const [, revokePath] = /action="(\/app\/integrations\/keys\/key_\w+\/revoke)"/.exec(list.html)!;
  expect((await browser.submit('/app/integrations', revokePath!, {})).location).toContain('key-revoked');
  expect((await core.request('GET', '/contacts', { key })).status).toBe(401);
  expect((await browser.get('/app')).html).toContain('Revoked the API key');
});

test('a preset selects its scopes without creating a key, and keeps the typed values', async () => {
  const page = await createKey({ name: 'Nightly', scopes: ['sending:write'], preset: 'read' });
  expect(keyIn(page.html)).toBe('');
  expect(page.html).toContain('value="Nightly"');
  const ticked = [...page.html.matchAll(/value="([a-z_]+:[a-z]+)"[^>]* checked/g)].map(([, scope]) => scope);
  expect(ticked).toEqual(allScopes.filter(({ kind }) => kind === 'read').map(({ scope }) => scope));
});

test.each([
  [{ name: ' ', scopes: ['contacts:read'] }, 'Give the key a name'],
  [{ name: 'x'.repeat(81), scopes: ['contacts:read'] }, 'at most 80'],
  [{ scopes: [] }, 'Choose at least one scope'],
  [{ scopes: ['everything:write'] }, 'There is no scope everything:write'],
  [{ scopes: ['contacts:read'], expiresInDays: '-1' }, 'from 1 to 3650 days'],
  [{ scopes: ['contacts:read'], expiresInDays: 'soon' }, 'from 1 to 3650 days'],
])('rejects %j beside the field', async (fields, reason) => {
  const answer = await createKey(fields);
  expect(answer.status).toBe(422);
  expect(answer.html).toContain(reason);
  expect((await browser.get('/app/integrations')).html).toContain('No API keys yet');
});

test("another workspace's key cannot be revoked", async () => {
  const key = keyIn((await createKey({ scopes: ['contacts:read'] })).html);
  const list = await browser.get('/app/integrations');
  const [, revokePath] = /action="(\/app\/integrations\/keys\/key_\w+\/revoke)"/.exec(list.html)!;
  const stranger = new Browser(core.url);
  await stranger.signUp(`${randomUUID()}@example.org`);
  await stranger.submit('/app/integrations', revokePath!, {});
  expect((await core.request('GET', '/contacts', { key })).status).toBe(200);
});

test('lists the connected clients of the person and disconnects one', async () => {
  grants.set('grant1', {
    id: 'grant1',
    clientId: 'c1',
    clientName: '<b>Claude</b> Code',
    workspaceId: 'wsp_gone',
    scopes: ['contacts:read'],
    createdAt: '2026-05-01T08:00:00Z',
    lastUsedAt: null,
  });
  const list = await browser.get('/app/integrations');
  expect(list.html).toContain('&lt;b&gt;Claude&lt;/b&gt; Code');
  expect(calls.at(-1)).toMatch(/^GET \/internal\/grants\?userId=usr_\w+ Bearer test-internal-secret$/);
  const answer = await browser.submit('/app/integrations', '/app/integrations/clients/grant1/revoke', {});
  expect(answer.location).toContain('client-revoked');
  expect(grants.size).toBe(0);
});

test('a person sets what a connected client may do without approval', async () => {
  grants.set('grant2', {
    id: 'grant2',
    clientId: 'c2',
    clientName: 'Cursor',
    workspaceId: 'wsp_any',
    scopes: ['contacts:read'],
    dailyLimits: { credits: 25, recipients: 0 },
    createdAt: '2026-05-01T08:00:00Z',
    lastUsedAt: null,
  });
  const list = await browser.get('/app/integrations');
  expect(list.html).toContain('25 credits, 0 recipients a day');
  const path = '/app/integrations/clients/grant2/limits';
  const raised = { creditsPerDay: '100', recipientsPerDay: '', runsAtOnce: 'on' };
  const unproved = await browser.submit('/app/integrations', path, raised);
  expect([unproved.status, unproved.html.includes('Enter your password.'), sent]).toEqual([422, true, []]);
  const saved = await browser.submit('/app/integrations', path, { ...raised, password: 'correct horse battery' });
  expect(saved.location).toContain('client-limited');
  expect(sent).toEqual([{ credits: 100, recipients: null, runsAtOnce: true }]);
  const refused = await browser.submit('/app/integrations', path, { creditsPerDay: '-1', recipientsPerDay: '0' });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('Enter a whole number');
  expect(sent).toHaveLength(1);
  const unknown = path.replace('grant2', 'grant3');
  expect(
    (await browser.submit('/app/integrations', unknown, { creditsPerDay: '1', recipientsPerDay: '0' })).status,
  ).toBe(404);
  grants.clear();
});

test('a person enables and disables immediate small changes for a key', async () => {
  const key = keyIn((await createKey({ scopes: ['audit:read'] })).html);
  const isAtOnce = async () => (await core.request('GET', '/me', { key })).body.data.withoutPerson.smallChangesAtOnce;
  expect(await isAtOnce()).toBe(false);
  const [, path] = /action="(\/app\/integrations\/keys\/key_\w+\/at-once)"/.exec(
    (await browser.get('/app/integrations')).html,
  )!;
  const switched = await browser.submit('/app/integrations', path!, { runsAtOnce: 'on' });
  expect(switched.location).toContain('key-limited');
  expect(await isAtOnce()).toBe(true);
  await browser.submit('/app/integrations', path!, { runsAtOnce: 'off' });
  expect(await isAtOnce()).toBe(false);
  const { body: audit } = await core.request('GET', '/audit?action=limit_api_key', { key });
  expect(audit.data[0].summary).toContain('make small changes after a confirmation');
  const gone = path!.replace(/key_\w+/, 'key_nobody');
  expect((await browser.submit('/app/integrations', gone, { runsAtOnce: 'on' })).status).toBe(404);
  expect(keyIn((await createKey({ scopes: ['contacts:read'], runsAtOnce: 'on' })).html)).not.toBe('');
  expect((await browser.get('/app/integrations')).html).toContain('Ask first');
});

test('a person lists the MCP clients that the workspace admits', async () => {
  const save = (fields: Record<string, string>) =>
    browser.submit('/app/integrations', '/app/integrations/admitted', fields);
  const empty = await save({ admits: 'listed', admitted: ' ' });
  expect(empty.status).toBe(422);
  expect(empty.html).toContain('Name at least one client');
  const saved = await save({ admits: 'listed', admitted: 'https://claude.ai/x\n<b>Code</b>' });
  expect(saved.location).toContain('clients-admitted');
  const page = (await browser.get('/app/integrations')).html;
  expect(page).toContain('claude.ai\n&lt;b&gt;Code&lt;/b&gt;</textarea>');
  expect((await browser.get('/app')).html).toContain('Admitted these MCP clients only: claude.ai');
  await save({ admits: 'any', admitted: 'claude.ai' });
  expect((await browser.get('/app/integrations')).html).toMatch(/value="any" checked/);
});

test('shows an error when the gateway does not respond, and the keys still work', async () => {
  const alone = await startAppWithoutGateway();
  const page = await alone.get('/app/integrations');
  expect(page.status).toBe(200);
  expect(page.html).toContain('The MCP gateway is not responding');
  const refused = await alone.submit('/app/integrations', '/app/integrations/clients/grant1/revoke', {});
  expect(refused.status).toBe(503);
  expect(refused.html).toContain('could not be disconnected');
});

async function startAppWithoutGateway(): Promise<Browser> {
  const { createApp } = await import('../../app.ts');
  const config = { ...core.config, gatewayInternalUrl: 'http://127.0.0.1:9' };
  const server = createApp({ ...core.deps, config }).listen(0, '127.0.0.1');
  server.unref();
  await new Promise((resolve) => server.once('listening', resolve));
  const alone = new Browser(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  for (const [name, value] of browser.cookies) alone.cookies.set(name, value);
  return alone;
}
