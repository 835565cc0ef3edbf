import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { authorizeUrl, register } from '../testing/oauth-client.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ CLIENT_DOCUMENTS: 'off', ALLOWED_HOSTS: 'intern.example' });
});
afterAll(() => gateway.stop());

function alias(): string {
  return gateway.url.replace('127.0.0.1', 'localhost');
}
function get(path: string, headers: Record<string, string> = {}, base = gateway.url): Promise<Response> {
  return fetch(base + path, { headers, redirect: 'manual' });
}
const resource = '/.well-known/oauth-protected-resource';

test.each([
  ['/mcp', '/mcp'],
  ['/mcp/', '/mcp/'],
  ['/mcp/directory', '/mcp/directory'],
  ['/mcp?toolsets=all', '/mcp?toolsets=all'],
  ['/mcp/?toolsets=contacts,tags&read_only=true', '/mcp/?toolsets=contacts,tags&read_only=true'],
  ['/mcp?next=https://evil.example', '/mcp'],
])('a client that was given %s is pointed to metadata that names %s', async (typed, named) => {
  for (const base of [gateway.url, alias()]) {
    const response = await fetch(base + typed, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(401);
    const [, pointed = ''] = /resource_metadata="([^"]+)"/.exec(response.headers.get('www-authenticate')!) ?? [];
    expect(pointed).toBe(`${base}${resource}${named}`);
    const metadata = (await (await fetch(pointed)).json()) as object;
    expect(metadata).toMatchObject({ resource: base + named, authorization_servers: [base] });
  }
});

test('uses a requested host of ALLOWED_HOSTS, with the single issuer', async () => {
  const viaProxy = { 'x-forwarded-host': 'intern.example', 'x-forwarded-proto': 'https' };
  const metadata = await (await get(`${resource}/mcp`, viaProxy)).json();
  expect(metadata).toMatchObject({ resource: 'https://intern.example/mcp', authorization_servers: [gateway.url] });
  expect((await get(`${resource}/mcp`, { 'x-forwarded-host': 'other.example' })).status).toBe(403);
});

test.each(['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'])(
  'serves %s with every spelling of the path below it, by each name of the machine',
  async (path) => {
    for (const base of [gateway.url, alias()]) {
      for (const spelling of [path, `${path}/mcp`, `${path}/mcp/`]) {
        const metadata = (await (await get(spelling, {}, base)).json()) as Record<string, unknown>;
        expect(metadata).toMatchObject({ issuer: base, authorization_endpoint: `${base}/oauth/authorize` });
        expect(metadata).not.toHaveProperty('client_id_metadata_document_supported');
      }
    }
  },
);

test('sign-in continues under the host name that the browser uses', async () => {
  const { body } = await register(gateway);
  for (const asked of [`${alias()}/mcp`, `${gateway.url}/mcp?toolsets=all`, `${alias()}/mcp/`]) {
    const url = authorizeUrl(gateway, body.client_id, 'v'.repeat(43), { resource: asked });
    const response = await fetch(url.toString().replace('127.0.0.1', 'localhost'), { redirect: 'manual' });
    expect(response.headers.get('location')).toContain(`${alias()}/oauth/interaction/`);
  }
});

test('without client documents, a document URL is an unknown client', async () => {
  const url = authorizeUrl(gateway, 'https://client.example/document', 'v'.repeat(43), {});
  const response = await fetch(url, { redirect: 'manual' });
  expect(response.status).toBe(400);
  expect(await response.text()).not.toContain('document fetch failed');
});
