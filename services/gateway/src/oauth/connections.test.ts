import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { defaultDailyLimits } from '../store/connection-store.ts';
import { testInternalSecret } from '../testing/fake-core.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { callTool, rpc } from '../testing/mcp-call.ts';
import { connect, exchange, redirectUri, refresh } from '../testing/oauth-client.ts';

const dayMs = 86_400_000;
let gateway: TestGateway;
const lines: string[] = [];
beforeAll(async () => {
  gateway = await startTestGateway({}, pino({ level: 'error' }, { write: (line) => void lines.push(line) }));
});
afterAll(() => gateway.stop());

type Connected = Awaited<ReturnType<typeof connect>>;
function bearer({ tokens }: Connected) {
  return { authorization: `Bearer ${tokens.access_token}` };
}

async function isIn(connected: Connected): Promise<boolean> {
  const { status } = await rpc(gateway.mcpUrl, 'tools/list', {}, bearer(connected));
  if (status !== 200 && status !== 401) throw new Error(`tools/list answered ${status}`);
  return status === 200;
}

function stored(name: string) {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever is stored.
  return gateway.db.collection<any>(name);
}
function connectionOf({ clientId }: Connected) {
  return stored('connections').findOne({ clientId });
}

/** Claims of the last token that the gateway signed for the core. */
function claims() {
  const token = String(gateway.core.seen.findLast(({ path }) => path.startsWith('/api/'))?.headers.authorization);
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

test('a token works only before its expiry, for this resource, and with its person’s connection', async () => {
  const changes: [string, (connected: Connected, id: string) => Promise<unknown>][] = [
    [
      'expired',
      (_connected, grantId) => stored('oauth_AccessToken').updateMany({ grantId }, { $set: { 'payload.exp': 1 } }),
    ],
    [
      'of another resource',
      (_connected, grantId) =>
        stored('oauth_AccessToken').updateMany({ grantId }, { $set: { 'payload.aud': 'https://other.example' } }),
    ],
    ['without connection', (_connected, _id) => stored('connections').deleteOne({ _id })],
    ['of somebody else', (_connected, _id) => stored('connections').updateOne({ _id }, { $set: { userId: 'usr_2' } })],
  ];
  for (const [what, change] of changes) {
    const connected = await connect(gateway);
    expect(await isIn(connected)).toBe(true);
    await change(connected, (await connectionOf(connected))._id);
    expect([what, await isIn(connected)]).toEqual([what, false]);
  }
});

test('keeps a connection for 31 days after its creation and after each use', async () => {
  const connected = await connect(gateway);
  const made = await connectionOf(connected);
  expect(made.lastUsedAt).toBeNull();
  expect(made.expiresAt.getTime() - made.createdAt.getTime()).toBe(31 * dayMs);
  gateway.clock.offsetMs += dayMs;
  expect(await isIn(connected)).toBe(true);
  const used = await connectionOf(connected);
  expect(used.lastUsedAt.getTime()).toBeGreaterThanOrEqual(made.createdAt.getTime() + dayMs);
  expect(used.expiresAt.getTime() - used.lastUsedAt.getTime()).toBeGreaterThanOrEqual(31 * dayMs);
});

test('a connection from before the limits existed gets the default limits, and confirms each change', async () => {
  const connected = await connect(gateway, { creditsPerDay: '7', runsAtOnce: true });
  await callTool(gateway.mcpUrl, 'get_contact', { contactId: 'con_1' }, bearer(connected));
  const own = claims();
  expect(own).toMatchObject({ sub: 'usr_1', workspace: 'wsp_1', credits_per_day: 7, runs_at_once: true });
  const { _id } = await connectionOf(connected);
  await stored('connections').updateOne({ _id }, { $unset: { dailyLimits: 1, runsAtOnce: 1 } });
  await callTool(gateway.mcpUrl, 'get_contact', { contactId: 'con_1' }, bearer(connected));
  expect(claims().runs_at_once ?? false).toBe(false);
  const { credits, recipients } = defaultDailyLimits;
  expect(claims()).toMatchObject({ credits_per_day: credits, recipients_per_day: recipients });
});

test('grants only the scopes that the connection still has, regardless of the token', async () => {
  const connected = await connect(gateway);
  await stored('connections').updateOne({ clientId: connected.clientId }, { $set: { scopes: ['contacts:read'] } });
  await callTool(gateway.mcpUrl, 'get_contact', { contactId: 'con_1' }, bearer(connected));
  expect(claims().scope).toBe('contacts:read');
});

test('returns the identity only to clients that request it', async () => {
  const without = await connect(gateway);
  expect(without.tokens).not.toHaveProperty('id_token');
  const withIdentity = await connect(gateway, {}, { scope: 'openid contacts:read' });
  expect(withIdentity.tokens).toMatchObject({ id_token: expect.any(String) });
});

test('a revoked connection leaves nothing usable, and only its owner can revoke it', async () => {
  const connected = await connect(gateway);
  const { _id: grantId } = await connectionOf(connected);
  const revoke = (userId: string) =>
    fetch(`${gateway.internalUrl}/internal/grants/${grantId}?userId=${userId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${testInternalSecret}` },
    });
  const left = () =>
    Promise.all(['AccessToken', 'RefreshToken'].map((model) => stored(`oauth_${model}`).countDocuments({ grantId })));
  expect((await revoke('usr_2')).status).toBe(404);
  expect(await isIn(connected)).toBe(true);
  expect(await left()).toEqual([1, 1]);
  expect((await revoke('usr_1')).status).toBe(204);
  expect(await left()).toEqual([0, 0]);
  expect(await stored('oauth_Grant').countDocuments({ _id: grantId })).toBe(0);
});

test('a person who left the workspace leaves no connection behind', async () => {
  const connected = await connect(gateway);
  const { _id: grantId } = await connectionOf(connected);
  gateway.core.gone.add('usr_1');
  expect(await isIn(connected)).toBe(false);
  gateway.core.gone.clear();
  expect(await connectionOf(connected)).toBeNull();
  expect(await stored('oauth_RefreshToken').countDocuments({ grantId })).toBe(0);
});

const ended = 'POST /internal/connections/ended';

test('a client that revokes its tokens disappears from the application, and the core is notified', async () => {
  const connected = await connect(gateway, { workspace: 'wsp_2' });
  const { _id: grantId } = await connectionOf(connected);
  const heard: unknown[] = [];
  gateway.core.handlers.set(ended, ({ body, headers }) => {
    heard.push({ ...body, authorization: headers.authorization });
    return { status: 200, body: {} };
  });
  const body = new URLSearchParams({ token: connected.tokens.refresh_token, client_id: connected.clientId });
  expect((await fetch(`${gateway.url}/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
  await vi.waitFor(() => expect(heard).toHaveLength(1), 60_000);
  expect(heard).toEqual([{ workspaceId: 'wsp_2', grantId, authorization: `Bearer ${testInternalSecret}` }]);
  await vi.waitFor(async () => expect(await connectionOf(connected)).toBeNull(), 60_000);
  expect(lines.filter((line) => line.includes('forget connection'))).toEqual([]);
});

test('logs an error if the core cannot be notified', async () => {
  const connected = await connect(gateway);
  gateway.core.handlers.set(ended, () => ({ status: 500, body: {} }));
  const body = new URLSearchParams({ token: connected.tokens.access_token, client_id: connected.clientId });
  await fetch(`${gateway.url}/oauth/revoke`, { method: 'POST', body });
  await vi.waitFor(() => expect(lines.join()).toContain('forget connection'), 60_000);
  gateway.core.handlers.delete(ended);
});

test('keeps a client for 30 more days after each use', async () => {
  const { clientId, tokens } = await connect(gateway);
  gateway.clock.offsetMs += 10 * dayMs;
  expect((await refresh(gateway, clientId, tokens.refresh_token)).status).toBe(200);
  const until = Date.now() + gateway.clock.offsetMs + 29 * dayMs;
  await vi.waitFor(async () => {
    const { expiresAt } = await stored('oauth_Client').findOne({ _id: clientId });
    expect(expiresAt.getTime()).toBeGreaterThan(until);
  }, 60_000);
});

test('tokens outlive the browser session, and expire on time', async () => {
  const { clientId, tokens, code, verifier } = await connect(gateway);
  await stored('oauth_Session').deleteMany({});
  const { grantId } = await stored('connections')
    .findOne({ clientId })
    .then(({ _id }) => ({ grantId: _id }));
  const at = Date.now() + gateway.clock.offsetMs;
  const lifeOf = async (model: string, where: object) =>
    Math.round(((await stored(`oauth_${model}`).findOne(where)).expiresAt.getTime() - at) / 3_600_000);
  expect(await lifeOf('AccessToken', { grantId })).toBe(1);
  expect(await lifeOf('RefreshToken', { grantId })).toBe(30 * 24);
  expect(await lifeOf('Grant', { _id: grantId })).toBe(400 * 24);
  const next = await refresh(gateway, clientId, tokens.refresh_token);
  expect(next.status).toBe(200);
  expect(((await next.json()) as { refresh_token: string }).refresh_token).not.toBe(tokens.refresh_token);
  const again = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri };
  expect((await exchange(gateway, { ...again, code, code_verifier: verifier })).status).toBe(400);
});
