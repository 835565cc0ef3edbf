import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { authorizeUrl, connect, decide, exchange, openConsent, register } from '../testing/oauth-client.ts';

const codeVerifier = 'a-verifier-that-is-long-enough-for-the-standard';
const cursorRedirects = [
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'https://www.cursor.com/agents/mcp/oauth/callback',
  'http://localhost:8787/callback',
];
const vsCodeRedirects = ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'];

describe('registration of real clients', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ REGISTRATIONS_PER_HOUR_PER_IP: '40', CLIENT_DOCUMENTS: 'on' });
  });
  afterAll(() => gateway.stop());

  test.each([
    ['Claude', ['https://claude.ai/api/mcp/auth_callback'], 'https://claude.ai/api/mcp/auth_callback'],
    ['Claude Code', ['http://localhost:51234/callback'], 'http://localhost:51234/callback'],
    ['Claude Code on another port', ['http://localhost:51234/callback'], 'http://localhost:61999/callback'],
    ['ChatGPT', ['https://chatgpt.com/connector/oauth/abc_123'], 'https://chatgpt.com/connector/oauth/abc_123'],
    ['Cursor by its scheme', cursorRedirects, cursorRedirects[0]],
    ['Cursor in the cloud', cursorRedirects, cursorRedirects[1]],
    ['Cursor by loopback', cursorRedirects, cursorRedirects[2]],
    ['VS Code by loopback', vsCodeRedirects, vsCodeRedirects[0]],
    ['VS Code by its site', vsCodeRedirects, vsCodeRedirects[1]],
  ])('%s registers, is approved, and gets tokens', async (name, redirectUris, redirectUri) => {
    const { status, body } = await register(gateway, {
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      token_endpoint_auth_method: name === 'ChatGPT' ? 'client_secret_post' : 'none',
      application_type: name.startsWith('Cursor') ? 'web' : undefined,
      client_uri: '',
      policy_uri: 'see our site',
      tos_uri: 'none',
      contacts: 'nobody',
      logo_uri: 'https://example.com/logo.png',
      scope: 'openid contacts:read something:else',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    });
    const browser = new Browser();
    const url = authorizeUrl(gateway, body.client_id, codeVerifier, { redirect_uri: redirectUri as string });
    const back = await decide(browser, await openConsent(gateway, browser, url));
    expect(back.href.startsWith(redirectUri as string)).toBe(true);
    const code = back.searchParams.get('code') ?? '';
    const answer = await exchange(gateway, {
      grant_type: 'authorization_code',
      client_id: body.client_id,
      redirect_uri: redirectUri as string,
      code,
      code_verifier: codeVerifier,
    });
    expect(await answer.json()).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
  });

  test.each([
    ['http to a host that is not this machine', { redirect_uris: ['http://evil.example/callback'] }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['no redirect at all', { redirect_uris: [] }],
    ['a fragment', { redirect_uris: ['https://example.com/#x'] }],
  ])('rejects the registration of %s', async (_what, metadata) => {
    const { status, body } = await register(gateway, metadata);
    expect(status).toBe(400);
    expect(body.error).toMatch(/^invalid_(redirect_uri|client_metadata)$/);
  });

  test('shows an error page instead of redirecting to an unregistered URL', async () => {
    const { body } = await register(gateway);
    const url = authorizeUrl(gateway, body.client_id, codeVerifier, { redirect_uri: 'https://evil.example/' });
    const response = await new Browser().get(url);
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).toContain('cannot go on');
  });

  test.each(['', '/'])('accepts the resource with the ending %j, and by default', async (ending) => {
    const { tokens } = await connect(gateway, {}, { resource: `${gateway.mcpUrl}${ending}` });
    expect(tokens.access_token).toBeTruthy();
  });

  test('rejects a foreign resource', async () => {
    const { body } = await register(gateway);
    const url = authorizeUrl(gateway, body.client_id, codeVerifier, { resource: 'https://other.example/mcp' });
    const { location } = await new Browser().follow(url, (next) => !next.startsWith(gateway.url));
    expect(new URL(location ?? '').searchParams.get('error')).toBe('invalid_target');
  });

  test('describes itself at every URL where clients look', async () => {
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      const metadata = await (await fetch(gateway.url + path)).json();
      expect(metadata).toMatchObject({ resource: gateway.mcpUrl, authorization_servers: [gateway.url] });
    }
    for (const path of ['oauth-authorization-server', 'openid-configuration', 'oauth-authorization-server/mcp']) {
      const response = await fetch(`${gateway.url}/.well-known/${path}`, {
        headers: { origin: 'https://inspector.example' },
      });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await response.json()).toMatchObject({
        issuer: gateway.url,
        registration_endpoint: `${gateway.url}/oauth/register`,
        code_challenge_methods_supported: ['S256'],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
        token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      });
    }
  });

  test('answers preflights of registration, and limits it by network address', async () => {
    const preflight = await fetch(`${gateway.url}/oauth/register`, {
      method: 'OPTIONS',
      headers: { origin: 'https://inspector.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    let status = 0;
    for (let attempt = 0; attempt < 50 && status !== 429; attempt += 1) ({ status } = await register(gateway));
    expect(status).toBe(429);
  });
});
