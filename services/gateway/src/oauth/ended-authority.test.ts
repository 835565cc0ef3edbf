import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { ok, testInternalSecret } from '../testing/fake-core.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { callTool, prepareTool, rpc } from '../testing/mcp-call.ts';
import {
  authorizeUrl,
  connect,
  decide,
  exchange,
  openConsent,
  redirectUri,
  refresh,
  register,
  submitConsent,
} from '../testing/oauth-client.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterEach(() => {
  gateway.core.gone.clear();
  gateway.core.handlers.clear();
});
afterAll(() => gateway.stop());

function bearer(token: string) {
  return { authorization: `Bearer ${token}` };
}

type Connected = Awaited<ReturnType<typeof connect>>;

function endAll(query: string): Promise<Response> {
  return fetch(`${gateway.internalUrl}/internal/grants?${query}`, {
    method: 'DELETE',
    headers: bearer(testInternalSecret),
  });
}

async function isIn({ tokens }: Connected): Promise<boolean> {
  return (await rpc(gateway.mcpUrl, 'tools/list', {}, bearer(tokens.access_token))).status === 200;
}

test('a connection presents the stamp of the person who approved it', async () => {
  const workspaces = [{ id: 'wsp_1', name: 'Navy', role: 'owner', stamp: 'stamp-1' }];
  const user = { id: 'usr_1', name: 'Grace Hopper', email: 'grace@example.com' };
  gateway.core.handlers.set('POST /internal/tickets/redeem', () => ({ status: 200, body: { user, workspaces } }));
  const { tokens } = await connect(gateway);
  await callTool(gateway.mcpUrl, 'get_contact', { contactId: 'con_1' }, bearer(tokens.access_token));
  const { authorization = '' } = gateway.core.seen.findLast(({ path }) => path.includes('/contacts/'))!.headers;
  const claims = JSON.parse(Buffer.from(authorization.split('.')[1]!, 'base64url').toString());
  expect(claims).toMatchObject({ sub: 'usr_1', stamp: 'stamp-1' });
});

test('a refresh never trusts an earlier check, and a code is exchanged only while authority lasts', async () => {
  const connected = await connect(gateway);
  const browser = new Browser();
  const { body: client } = await register(gateway);
  const verifier = 'v'.repeat(43);
  const consent = await openConsent(gateway, browser, authorizeUrl(gateway, client.client_id, verifier));
  const code = (await decide(browser, consent)).searchParams.get('code')!;
  expect(await isIn(connected)).toBe(true);
  gateway.core.gone.add('usr_1');
  expect((await refresh(gateway, connected.clientId, connected.tokens.refresh_token)).status).toBe(400);
  const grant = { grant_type: 'authorization_code', client_id: client.client_id, redirect_uri: redirectUri };
  expect((await exchange(gateway, { ...grant, code, code_verifier: verifier })).status).toBe(400);
});

test('lists only the tools that the role of the person allows', async () => {
  const { tokens } = await connect(gateway);
  const listed = async () => {
    const { body } = await rpc(gateway.mcpUrl, 'tools/list', {}, bearer(tokens.access_token));
    return body.result.tools.map(({ name }: { name: string }) => name);
  };
  expect(await listed()).toContain('create_contact');
  const { scopes } = gateway.core;
  gateway.core.scopes = scopes.filter((scope) => scope.endsWith(':read'));
  await expect.poll(listed).not.toContain('create_contact');
  expect(await listed()).toContain('get_contact');
  gateway.core.scopes = scopes;
});

test('consent after the end of the sign-in is rejected', async () => {
  const browser = new Browser();
  const { body: client } = await register(gateway);
  const consent = await openConsent(gateway, browser, authorizeUrl(gateway, client.client_id, 'v'.repeat(43)));
  gateway.core.gone.add('usr_1');
  const answer = await submitConsent(browser, consent);
  expect([answer.status, (await answer.text()).includes('expired')]).toEqual([400, true]);
});

test('the core ends all connections of a person in a workspace, with what their agents prepared', async () => {
  const [one, elsewhere] = [await connect(gateway), await connect(gateway, { workspace: 'wsp_2' })];
  const input = { email: 'ada@analytical.example' };
  const { confirmationId } = await prepareTool(
    gateway.mcpUrl,
    'create_contact',
    input,
    bearer(one.tokens.access_token),
  );
  expect((await endAll('workspaceId=wsp_1')).status).toBe(400);
  expect((await endAll('userId=usr_1&workspaceId=wsp_1')).status).toBe(204);
  expect([await isIn(one), await isIn(elsewhere)]).toEqual([false, true]);
  const preview = await gateway.db.collection<{ _id: string }>('previews').findOne({ _id: confirmationId });
  expect(preview).toMatchObject({ state: 'cancelled', input: {} });
  await endAll('userId=usr_1');
  expect(await isIn(elsewhere)).toBe(false);
});

test('a call that the core rejects with 401 becomes the endpoint’s 401', async () => {
  const { tokens } = await connect(gateway);
  await rpc(gateway.mcpUrl, 'tools/list', {}, bearer(tokens.access_token));
  const error = { code: 'unauthenticated', message: 'The connection has ended.' };
  gateway.core.handlers.set('GET /contacts/con_1', () => ({ status: 401, body: { ok: false, error } }));
  const params = { name: 'get_contact', arguments: { contactId: 'con_1' } };
  const { status, headers } = await rpc(gateway.mcpUrl, 'tools/call', params, bearer(tokens.access_token));
  expect([status, headers.get('www-authenticate')?.includes('invalid_token')]).toEqual([401, true]);
});

/** Opens a call that asks the person, and reads its stream up to the question. */
async function openQuestion(token: string) {
  const headers = bearer(token);
  const prepared = await prepareTool(gateway.mcpUrl, 'create_contact', { email: 'a@b.example' }, headers);
  const { confirmWith, confirmationId, what } = prepared;
  const params = { name: confirmWith, arguments: { confirmationId, what } };
  const response = await fetch(gateway.mcpUrl, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': 'asks-form-none.test',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }),
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('elicitation/create')) text += (await reader.read()).value ?? '';
  const rest = async () => {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) text += chunk.value;
    return text;
  };
  return { id: /"id":"(ask-[^"]+)"/.exec(text)![1]!, rest };
}

test('an open question ends with an error, and its answer is rejected', async () => {
  const { tokens } = await connect(gateway);
  const executed = gateway.core.executed.length;
  const question = await openQuestion(tokens.access_token);
  gateway.core.gone.add('usr_1');
  expect(await question.rest()).toMatch(/"id":7,"error":\{"code":-32000,"message":"The sign-in has ended/);
  const answer = await fetch(gateway.mcpUrl, {
    method: 'POST',
    headers: { ...bearer(tokens.access_token), 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: {} } }),
  });
  expect(answer.status).toBe(401);
  expect(gateway.core.executed).toHaveLength(executed);
});

test('an open question continues while the core is unavailable', async () => {
  const { tokens } = await connect(gateway);
  const question = await openQuestion(tokens.access_token);
  let asked = 0;
  gateway.core.handlers.set('GET /me', () => {
    asked += 1;
    return asked > 2
      ? ok({ workspace: { id: 'wsp_1' }, actor: { id: 'c' }, scopes: gateway.core.scopes })
      : { status: 503, body: {} };
  });
  await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(2);
  gateway.core.handlers.clear();
  gateway.core.gone.add('usr_1');
  expect(await question.rest()).toContain('The sign-in has ended');
});
