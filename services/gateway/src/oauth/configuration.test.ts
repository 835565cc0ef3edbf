import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtureScopes } from '../testing/fixture-contract.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { authorizeUrl, register } from '../testing/oauth-client.ts';

const origin = 'https://outbound.example';
let gateway: TestGateway;
/** Sends requests like a TLS-terminating reverse proxy. */
beforeAll(async () => {
  gateway = await startTestGateway({ BASE_URL: origin, REGISTRATIONS_PER_HOUR_PER_IP: '3' });
});
afterAll(() => gateway.stop());

function post(path: string, body: string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return fetch(`${gateway.url}${path}`, { method: 'POST', body, headers: { ...type, ...headers } });
}

test('offers only what MCP clients use, all at the public URL', async () => {
  const metadata = await (await fetch(`${gateway.url}/.well-known/oauth-authorization-server`)).json();
  const endpoints = Object.fromEntries(
    Object.entries(metadata as object).filter(([name]) => /(endpoint|_uri|issuer)$/.test(name)),
  );
  expect(endpoints).toEqual({
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    jwks_uri: `${origin}/oauth/jwks`,
    op_policy_uri: `${origin}/app/privacy`,
    op_tos_uri: `${origin}/app/terms`,
  });
  expect(metadata).toMatchObject({
    scopes_supported: ['openid', 'offline_access', ...fixtureScopes],
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  });
  expect(metadata).not.toHaveProperty('dpop_signing_alg_values_supported');
  expect(metadata).not.toHaveProperty('end_session_endpoint');
});

test('signs its cookies and hides them from scripts, other sites, and plain HTTP', async () => {
  const { body } = await register(gateway);
  const asked = authorizeUrl(gateway, body.client_id, 'v'.repeat(43), { resource: `${origin}/mcp` });
  const answer = await fetch(asked, { redirect: 'manual' });
  expect(answer.headers.get('location')).toContain(`${origin}/oauth/interaction/`);
  const cookies = answer.headers.getSetCookie();
  for (const name of ['outbound_interaction', 'outbound_resume']) {
    const own = cookies.filter((line) => line.startsWith(name));
    expect(own.map((line) => line.split('=')[0]).sort()).toEqual([name, `${name}.sig`]);
    for (const line of own) expect(line).toMatch(/samesite=lax.*secure.*httponly/i);
  }
  const stored = await gateway.db.collection<{ expiresAt: Date }>('oauth_Interaction').findOne({});
  expect((stored!.expiresAt.getTime() - Date.now()) / 60_000).toBeCloseTo(30, -0.5);
});

test('registration gives a client no further secrets, and is limited by network address', async () => {
  const from = (address: string) =>
    post('/oauth/register', JSON.stringify({ redirect_uris: ['https://robot.example/'] }), {
      'content-type': 'application/json',
      'x-forwarded-for': address,
    });
  const first = await from('203.0.113.1');
  expect(first.status).toBe(201);
  const client = await first.json();
  expect(Object.keys(client as object).filter((name) => /secret|access_token|_uri$/.test(name))).toEqual([]);
  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await from('203.0.113.1')).status);
  expect(statuses).toEqual([201, 201, 429]);
  expect((await from('203.0.113.2')).status).toBe(201);
  const sixth: number[] = [];
  for (let count = 0; count < 4; count += 1) sixth.push((await from(`2001:db8:1:2::${count}`)).status);
  expect(sixth).toEqual([201, 201, 201, 429]);
});

test.each(['7', '"text"', 'null', '[]'])('rejects a registration that is %s with the right error', async (body) => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${body.length}` };
  const answer = await post('/oauth/register', body, headers);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { error: string }).error).toMatch(
    /^invalid_(request|redirect_uri|client_metadata)$/,
  );
});

test('returns 401 for unknown clients, so that they register again, and 400 for other mistakes', async () => {
  expect((await post('/oauth/token', 'grant_type=refresh_token&refresh_token=x&client_id=gone')).status).toBe(401);
  expect((await post('/oauth/revoke', 'token=x&client_id=gone')).status).toBe(401);
  expect((await post('/oauth/token', 'grant_type=refresh_token')).status).toBe(400);
});

test('rejects a token request that is not a form with an OAuth error', async () => {
  const answer = await post('/oauth/token', '{}', { 'content-type': 'application/json' });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
});

test('browsers of any origin may request tokens and read the keys', async () => {
  const headers = { origin: 'https://inspector.example', 'access-control-request-method': 'POST' };
  for (const path of ['token', 'revoke', 'register']) {
    const preflight = await fetch(`${gateway.url}/oauth/${path}`, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
  }
  const refused = await post('/oauth/token', 'grant_type=refresh_token&refresh_token=x&client_id=gone', headers);
  expect(refused.headers.get('access-control-allow-origin')).toBeTruthy();
  expect(await refused.json()).toMatchObject({ error: 'invalid_client' });
  const keys = await fetch(`${gateway.url}/oauth/jwks`, { headers });
  expect(keys.headers.get('access-control-allow-origin')).toBeTruthy();
  const { keys: found } = (await keys.json()) as { keys: object[] };
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ kty: 'EC', alg: 'ES256' });
  expect(found[0]).not.toHaveProperty('d');
});

test('the pages have a style sheet that browsers cache', async () => {
  const style = await fetch(`${gateway.url}/oauth/style.css`);
  expect(style.headers.get('content-type')).toContain('text/css');
  expect(style.headers.get('cache-control')).toBe('public, max-age=300');
  expect(await style.text()).toContain('--accent');
});
