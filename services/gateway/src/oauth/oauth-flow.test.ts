import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { testInternalSecret } from '../testing/fake-core.ts';
import { fixtureScopes } from '../testing/fixture-contract.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { callTool, rpc } from '../testing/mcp-call.ts';
import {
  authorizeUrl,
  connect,
  decide,
  exchange,
  openConsent,
  redirectUri,
  refresh,
  register,
  type Tokens,
} from '../testing/oauth-client.ts';

describe('sign-in', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test('takes the official client from no state to a tool call, and through a refresh', async () => {
    const browser = new Browser();
    // biome-ignore lint/suspicious/noExplicitAny: the client's own types differ by version.
    const kept: any = {};
    const authProvider = {
      redirectUrl: redirectUri,
      clientMetadata: { client_name: 'Official client', redirect_uris: [redirectUri] },
      clientInformation: () => kept.client,
      saveClientInformation: (client: unknown) => {
        kept.client = client;
      },
      tokens: () => kept.tokens,
      saveTokens: (tokens: unknown) => {
        kept.tokens = tokens;
      },
      redirectToAuthorization: (url: URL) => {
        kept.url = url;
      },
      saveCodeVerifier: (verifier: string) => {
        kept.verifier = verifier;
      },
      codeVerifier: () => kept.verifier,
    };
    const open = () => new StreamableHTTPClientTransport(new URL(gateway.mcpUrl), { authProvider });
    const first = open();
    await expect(new Client({ name: 'official', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
    const back = await decide(browser, await openConsent(gateway, browser, kept.url.href));
    await first.finishAuth(back.searchParams.get('code') ?? '');

    const client = new Client({ name: 'official', version: '1' });
    await client.connect(open());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('confirm_change');
    const answer = await client.callTool({ name: 'get_contact', arguments: { contactId: 'con_9' } });
    expect(answer.structuredContent).toMatchObject({ data: { id: 'con_9' } });

    const before = kept.tokens.access_token;
    kept.tokens = { ...kept.tokens, access_token: 'spoilt' };
    const again = new Client({ name: 'official', version: '1' });
    await again.connect(open());
    expect(kept.tokens.access_token).not.toBe('spoilt');
    expect(kept.tokens.access_token).not.toBe(before);
    await Promise.all([client.close(), again.close()]);
  });

  test('sends the core a short-lived token of the gateway, never the client’s', async () => {
    const { tokens } = await connect(gateway, { workspace: 'wsp_2' });
    await callTool(gateway.mcpUrl, 'get_contact', { contactId: 'con_1' }, bearer(tokens.access_token));
    const sent = String(gateway.core.seen.at(-1)?.headers.authorization).replace('Bearer ', '');
    expect(sent).not.toBe(tokens.access_token);
    const jwks = (await (await fetch(`${gateway.internalUrl}/internal/jwks.json`)).json()) as JSONWebKeySet;
    expect(JSON.stringify(jwks)).not.toContain('"d"');
    const { payload, protectedHeader } = await jwtVerify(sent, createLocalJWKSet(jwks), {
      issuer: gateway.url,
      audience: 'outbound-core',
    });
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: jwks.keys[0]?.kid });
    expect(payload).toMatchObject({ sub: 'usr_1', workspace: 'wsp_2', client_name: 'Test client' });
    expect(String(payload.scope).split(' ')).toEqual(fixtureScopes);
    expect(Number(payload.exp) - Number(payload.iat)).toBe(60);
  });

  test('returns a code, the state, and the issuer (RFC 9207), and opaque tokens valid for one hour', async () => {
    const { back, tokens, page } = await connect(gateway);
    expect(back.searchParams.get('state')).toBe('a-state');
    expect(back.searchParams.get('iss')).toBe(gateway.url);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: fixtureScopes.join(' ') });
    expect(tokens.access_token).not.toContain('.');
    expect(page).toContain('Test client');
    expect(page).toContain('127.0.0.1:33418');
    expect(page).toContain('Unverified');
    expect(page).toContain('grace@example.com');
  });

  test('lists and allows only what the user selected', async () => {
    const { tokens } = await connect(gateway, { without: ['contacts:write', 'search:write'] });
    expect(tokens.scope).not.toContain('contacts:write');
    const { body } = await rpc(gateway.mcpUrl, 'tools/list', {}, bearer(tokens.access_token));
    const names = body.result.tools.map(({ name }: { name: string }) => name);
    expect(names).toContain('list_contacts');
    expect(names).not.toContain('create_contact');
    const refused = await callTool(
      gateway.mcpUrl,
      'create_contact',
      { email: 'a@b.example' },
      bearer(tokens.access_token),
    );
    expect(refused.content[0]?.text).toContain('Missing scope contacts:write');
  });

  test('drops a whole group that is not selected', async () => {
    const { tokens } = await connect(gateway, { withoutGroups: ['prepare', 'send'] });
    expect(tokens.scope.split(' ').every((scope) => scope.endsWith(':read') || scope === 'search:write')).toBe(true);
  });

  test('sends the user back with access_denied after Deny', async () => {
    const browser = new Browser();
    const { body } = await register(gateway);
    const consent = await openConsent(gateway, browser, authorizeUrl(gateway, body.client_id, 'v'.repeat(43)));
    const back = await decide(browser, consent, { decision: 'deny' });
    expect(back.searchParams.get('error')).toBe('access_denied');
  });

  test('asks for consent every time, and accepts another user in the same browser', async () => {
    const browser = new Browser();
    const { body } = await register(gateway);
    const url = authorizeUrl(gateway, body.client_id, 'v'.repeat(43), {
      prompt: 'consent',
      scope: 'contacts:read offline_access',
    });
    for (let round = 0; round < 2; round += 1) {
      const consent = await openConsent(gateway, browser, url);
      expect(consent.page).not.toContain('value="contacts:write"');
      expect((await decide(browser, consent)).searchParams.get('code')).toBeTruthy();
    }
  });

  test('restricts the consent page to the original browser, without scripts or frames', async () => {
    const browser = new Browser();
    const { body } = await register(gateway);
    const consent = await openConsent(gateway, browser, authorizeUrl(gateway, body.client_id, 'v'.repeat(43)));
    const shown = await browser.get(consent.action);
    const policy = shown.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:33418");
    expect(await shown.text()).not.toContain('<script');
    expect((await new Browser().get(consent.action)).status).toBe(400);
    const forged = await browser.post(
      consent.action,
      new URLSearchParams({ csrf: 'x', decision: 'approve', workspace: 'wsp_1' }),
    );
    expect(forged.status).toBe(400);
  });

  test('accepts a ticket once, and only for its own interaction', async () => {
    const browser = new Browser();
    const { body } = await register(gateway);
    const { location } = await browser.follow(authorizeUrl(gateway, body.client_id, 'v'.repeat(43)), (next) =>
      next.includes('/app/'),
    );
    const uid = new URL(location ?? '').searchParams.get('interaction') ?? '';
    gateway.core.tickets.set('for-another', 'another-interaction');
    for (const ticket of ['for-another', 'unknown', '']) {
      const answer = await browser.get(`${gateway.url}/oauth/interaction/${uid}/ticket?ticket=${ticket}`);
      expect(answer.status).toBe(400);
    }
  });

  test('asks again if the workspace does not belong to the user', async () => {
    const browser = new Browser();
    const { body } = await register(gateway);
    const consent = await openConsent(gateway, browser, authorizeUrl(gateway, body.client_id, 'v'.repeat(43)));
    const form = new URLSearchParams({ csrf: /name="csrf" value="([^"]+)"/.exec(consent.page)?.[1] ?? '' });
    for (const [name, value] of [
      ['workspace', 'wsp_stranger'],
      ['decision', 'approve'],
      ['scope', 'contacts:read'],
      ['group', 'read'],
    ])
      form.set(name as string, value as string);
    const answer = await browser.post(consent.action, form);
    expect(answer.headers.get('location')).toBe(consent.action);
  });

  test('accepts a code once, and revokes everything if it is used again', async () => {
    const { clientId, code, verifier, tokens } = await connect(gateway);
    const grant = {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    };
    const second = await exchange(gateway, grant);
    expect(second.status).toBe(400);
    expect(await second.json()).toMatchObject({ error: 'invalid_grant' });
    expect((await rpc(gateway.mcpUrl, 'ping', {}, bearer(tokens.access_token))).status).toBe(401);
  });

  test('gives parallel sessions of one client a fresh pair each for 60 seconds, then revokes on reuse', async () => {
    const { clientId, tokens } = await connect(gateway);
    const answers = await Promise.all([1, 2, 3].map(() => refresh(gateway, clientId, tokens.refresh_token)));
    const pairs = (await Promise.all(answers.map((answer) => answer.json()))) as Tokens[];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(pairs.map((pair) => pair.refresh_token)).size).toBe(3);
    for (const pair of pairs)
      expect((await rpc(gateway.mcpUrl, 'ping', {}, bearer(pair.access_token))).status).toBe(200);

    gateway.clock.offsetMs += 61_000;
    const late = await refresh(gateway, clientId, tokens.refresh_token);
    expect(await late.json()).toMatchObject({ error: 'invalid_grant' });
    const [pair] = pairs as [Tokens];
    expect((await rpc(gateway.mcpUrl, 'ping', {}, bearer(pair.access_token))).status).toBe(401);
    expect((await refresh(gateway, clientId, pair.refresh_token)).status).toBe(400);
  });

  test('a connection remains after the sign-in that created it has ended', async () => {
    const { clientId, tokens } = await connect(gateway);
    await gateway.db.collection('oauth_Session').deleteMany({});
    expect((await rpc(gateway.mcpUrl, 'ping', {}, bearer(tokens.access_token))).status).toBe(200);
    expect((await refresh(gateway, clientId, tokens.refresh_token)).status).toBe(200);
  });

  test.each(['access_token', 'refresh_token'] as const)(
    'revokes immediately when the client revokes its %s',
    async (which) => {
      const { clientId, tokens } = await connect(gateway);
      const body = new URLSearchParams({ token: tokens[which], client_id: clientId });
      expect((await fetch(`${gateway.url}/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
      expect((await rpc(gateway.mcpUrl, 'ping', {}, bearer(tokens.access_token))).status).toBe(401);
      expect((await refresh(gateway, clientId, tokens.refresh_token)).status).toBe(400);
    },
  );

  test('shows the application its connections and lets only their owner revoke them', async () => {
    const { tokens, clientId } = await connect(gateway, { workspace: 'wsp_2', without: ['tags:read'] });
    await rpc(gateway.mcpUrl, 'ping', {}, bearer(tokens.access_token));
    const internal = (path: string, method = 'GET', secret = testInternalSecret) =>
      fetch(`${gateway.internalUrl}/internal/${path}`, { method, headers: bearer(secret) });
    const { grants } = (await (await internal('grants?userId=usr_1')).json()) as {
      grants: { id: string; clientId: string }[];
    };
    const grant = grants.find((each) => each.clientId === clientId);
    expect(grant).toMatchObject({ workspaceId: 'wsp_2', clientName: 'Test client', lastUsedAt: expect.any(String) });
    expect((await internal('grants?userId=usr_1', 'GET', 'wrong')).status).toBe(401);
    expect((await internal(`grants/${grant?.id}?userId=usr_2`, 'DELETE')).status).toBe(404);
    expect((await internal(`grants/${grant?.id}?userId=usr_1`, 'DELETE')).status).toBe(204);
    expect((await rpc(gateway.mcpUrl, 'ping', {}, bearer(tokens.access_token))).status).toBe(401);
    expect((await refresh(gateway, clientId, tokens.refresh_token)).status).toBe(400);
  });

  test('a ticket that arrives in another browser is used up', async () => {
    const browser = new Browser();
    const { body: client } = await register(gateway);
    const url = authorizeUrl(gateway, client.client_id, 'v'.repeat(43));
    const { location } = await browser.follow(url, (next) => next.includes('/app/oauth/sign-in'));
    const uid = new URL(location ?? '').searchParams.get('interaction') ?? '';
    gateway.core.tickets.set('lured', uid);
    const address = `${gateway.url}/oauth/interaction/${uid}/ticket?ticket=lured`;
    expect((await fetch(address)).status).toBe(400);
    const { response } = await browser.follow(address, () => false);
    expect(response.status).toBe(400);
  });

  test('returns 401 invalid_client for unknown clients at the token endpoint', async () => {
    const answer = await refresh(gateway, 'pruned-client', 'whatever');
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: 'invalid_client' });
  });

  test('requires PKCE with S256', async () => {
    const browser = new Browser();
    const { body } = await register(gateway);
    const url = new URL(authorizeUrl(gateway, body.client_id, 'v'.repeat(43)));
    url.searchParams.set('code_challenge_method', 'plain');
    const plain = await browser.follow(url.href, (next) => !next.startsWith(gateway.url));
    expect(new URL(plain.location ?? '').searchParams.get('error')).toBe('invalid_request');
    url.searchParams.delete('code_challenge');
    url.searchParams.delete('code_challenge_method');
    const none = await browser.follow(url.href, (next) => !next.startsWith(gateway.url));
    expect(new URL(none.location ?? '').searchParams.get('error')).toBe('invalid_request');
  });
});
