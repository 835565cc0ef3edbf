import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { rpc } from '../testing/mcp-call.ts';
import {
  authorizeUrl,
  connect,
  decide,
  openConsent,
  refresh,
  register,
  submitConsent,
} from '../testing/oauth-client.ts';

describe('a connection as its workspace sees it', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test('ends for a person who left the workspace: 401, no list, no refresh', async () => {
    const [active, idle] = [await connect(gateway), await connect(gateway)];
    gateway.core.gone.add('usr_1');
    expect((await refresh(gateway, idle.clientId, idle.tokens.refresh_token)).status).toBe(400);
    const listed = await rpc(gateway.mcpUrl, 'tools/list', {}, bearer(active.tokens.access_token));
    expect(listed.status).toBe(401);
    expect(listed.headers.get('www-authenticate')).toContain('invalid_token');
    gateway.core.gone.clear();
    expect((await refresh(gateway, active.clientId, active.tokens.refresh_token)).status).toBe(400);
  });

  test('a client that the workspace rejects fails at consent and at each request, with the reason', async () => {
    const { tokens } = await connect(gateway);
    const headers = bearer(tokens.access_token);
    const message = 'Navy admits certain MCP clients only, and Test client is not among them.';
    const error = { code: 'missing_scope', message };
    gateway.core.handlers.set('GET /me', () => ({ status: 403, body: { ok: false, error } }));
    const refused = await rpc(gateway.mcpUrl, 'tools/list', {}, headers);
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).toContain(message);

    const browser = new Browser();
    const { body: client } = await register(gateway);
    const consent = await openConsent(gateway, browser, authorizeUrl(gateway, client.client_id, 'v'.repeat(43)));
    const answer = await submitConsent(browser, consent);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain(message);
    gateway.core.handlers.delete('GET /me');
    expect((await decide(browser, consent)).searchParams.get('code')).toBeTruthy();
    expect((await rpc(gateway.mcpUrl, 'tools/list', {}, headers)).status).toBe(200);
  });
});
