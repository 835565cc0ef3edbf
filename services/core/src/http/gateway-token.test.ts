import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, expect, test, vi } from 'vitest';
import { addMember, removeMember } from '../store/members/membership-store.ts';
import { setAdmittedClients } from '../store/members/workspace-people-store.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { gatewayTokenVerifier } from './gateway-token.ts';

const own = await generateKeyPair('ES256', { extractable: true });
const foreign = await generateKeyPair('ES256');
const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
const gateway: Server = createServer((_request, response) => response.end(JSON.stringify({ keys: [jwk] })));
await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
const core: TestCore = await startTestCore();
const gatewayInternalUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
core.deps.verifyGatewayToken = gatewayTokenVerifier({ gatewayInternalUrl, baseUrl: core.config.baseUrl });
afterAll(async () => {
  gateway.close();
  await core.stop();
});

const scope = 'tags:read';
function claims() {
  return { workspace: core.workspaceId, scope, client_id: 'client', client_name: 'Claude' };
}

const userId = 'usr_member';
await addMember(core.workspaceId, userId, 'member', new Date());

function token({
  audience = 'outbound-core',
  issuer = core.config.baseUrl,
  expiresIn = '60s',
  key = own.privateKey,
  client = {},
} = {}) {
  return new SignJWT({ ...claims(), ...client })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setSubject(userId)
    .setAudience(audience)
    .setIssuer(issuer)
    .setExpirationTime(expiresIn)
    .sign(key);
}

async function statusOf(bearer: string): Promise<number> {
  return (await core.request('GET', '/tags', { key: bearer })).status;
}

test('a token signed by the gateway for this core grants exactly its scopes', async () => {
  const genuine = await token();
  expect(await statusOf(genuine)).toBe(200);
  expect((await core.request('GET', '/contacts', { key: genuine })).status).toBe(403);
});

test.each<[string, () => string | Promise<string>]>([
  ['another key', () => token({ key: foreign.privateKey })],
  ['another audience', () => token({ audience: 'outbound-mcp' })],
  ['another issuer', () => token({ issuer: 'https://elsewhere.example' })],
  ['an end in the past', () => token({ expiresIn: '-10s' })],
  [
    'no end',
    () =>
      new SignJWT(claims())
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setSubject(userId)
        .setAudience('outbound-core')
        .setIssuer(core.config.baseUrl)
        .sign(own.privateKey),
  ],
  [
    'no signature',
    () =>
      new UnsecuredJWT(claims())
        .setSubject(userId)
        .setAudience('outbound-core')
        .setIssuer(core.config.baseUrl)
        .setExpirationTime('60s')
        .encode(),
  ],
  [
    'the public key as a shared secret',
    () =>
      new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .setSubject(userId)
        .setAudience('outbound-core')
        .setIssuer(core.config.baseUrl)
        .setExpirationTime('60s')
        .sign(new TextEncoder().encode(JSON.stringify(jwk))),
  ],
])('rejects a token with %s', async (_name, make) => {
  expect(await statusOf(await make())).toBe(401);
});

test('without the gateway, returns 503 with Retry-After, and the token works again once it is back', async () => {
  const away = { gatewayInternalUrl: 'http://127.0.0.1:1', baseUrl: core.config.baseUrl };
  const { verifyGatewayToken } = core.deps;
  core.deps.verifyGatewayToken = gatewayTokenVerifier(away);
  const genuine = await token();
  const { status, headers, body } = await core.request('GET', '/tags', { key: genuine });
  expect([status, headers.get('retry-after'), body.error.code]).toEqual([503, '2', 'unavailable']);
  expect(body.error.message).toContain('the gateway does not respond');
  core.deps.verifyGatewayToken = verifyGatewayToken;
  expect(await statusOf(genuine)).toBe(200);
});

test('rejects a token with claims changed after signing', async () => {
  const [head, body, signature] = (await token()).split('.') as [string, string, string];
  const changed = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), scope: 'contacts:read' };
  const forged = Buffer.from(JSON.stringify(changed)).toString('base64url');
  expect(await statusOf(`${head}.${forged}.${signature}`)).toBe(401);
});

test('a workspace with admitted clients immediately rejects others with a fix', async () => {
  const [known, strange, site] = await Promise.all([
    token(),
    token({ client: { client_name: 'Evil' } }),
    token({ client: { client_name: 'Claude', client_host: 'evil.example' } }),
  ]);
  await setAdmittedClients(core.workspaceId, ['claude']);
  expect(await statusOf(known)).toBe(200);
  const refused = await core.request('GET', '/tags', { key: strange });
  expect(refused.status).toBe(403);
  expect(refused.body.error.message).toContain('Evil is not among them. An owner or an admin admits it');
  expect(await statusOf(site)).toBe(403);
  await setAdmittedClients(core.workspaceId, null);
  expect(await statusOf(strange)).toBe(200);
});

test('get_me returns what the connection may do without asking a person', async () => {
  const key = await token({ client: { credits_per_day: null, recipients_per_day: 5, runs_at_once: true } });
  expect((await core.request('GET', '/me', { key })).body.data.withoutPerson).toEqual({
    creditsPerDay: null,
    recipientsPerDay: 5,
    smallChangesAtOnce: true,
  });
});

test('rejects a genuine token of a user who left the workspace', async () => {
  const genuine = await token();
  expect(await removeMember(core.workspaceId, userId)).toBe(true);
  expect(await statusOf(genuine)).toBe(401);
  await addMember(core.workspaceId, userId, 'member', new Date());
  expect(await statusOf(genuine)).toBe(200);
});

test('rejects a cached token once it expires, and checks its signature again after five seconds', async () => {
  const verify = core.deps.verifyGatewayToken;
  const start = Date.now();
  vi.useFakeTimers({ now: start, toFake: ['Date', 'performance'] });
  try {
    const [short, long] = await Promise.all([token({ expiresIn: '2s' }), token()]);
    await verify(short);
    const first = await verify(long);
    vi.advanceTimersByTime(4_900);
    expect(await verify(long)).toBe(first);
    vi.advanceTimersByTime(3_100);
    await expect(verify(short)).rejects.toThrow('exp');
    const again = await verify(long);
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
  } finally {
    vi.useRealTimers();
  }
});
