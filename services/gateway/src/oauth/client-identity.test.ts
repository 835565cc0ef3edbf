import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { MongoClient } from 'mongodb';
import nock from 'nock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import {
  authorizeUrl,
  connect,
  decide,
  exchange,
  openConsent,
  redirectUri,
  register,
} from '../testing/oauth-client.ts';

const codeVerifier = 'a-verifier-that-is-long-enough-for-the-standard';

describe('client identification', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    // The built-in fetch is the one that nock intercepts.
    gateway = await startTestGateway({}, undefined, (url) => fetch(url, { redirect: 'manual' }));
  });
  afterAll(async () => {
    nock.cleanAll();
    await gateway.stop();
  });

  test('accepts a Client ID Metadata Document without registration', async () => {
    const clientId = 'https://client.example/oauth/metadata.json';
    nock('https://client.example')
      .get('/oauth/metadata.json')
      .reply(200, {
        client_id: clientId,
        client_name: 'Documented client',
        redirect_uris: ['http://localhost/callback', redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
      });
    const browser = new Browser();
    const consent = await openConsent(gateway, browser, authorizeUrl(gateway, clientId, codeVerifier));
    expect(consent.page).toContain('Documented client');
    expect(consent.page).not.toContain('unverified');
    const back = await decide(browser, consent);
    const grant = {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
    };
    const answer = await exchange(gateway, { ...grant, code: back.searchParams.get('code') ?? '' });
    expect(await answer.json()).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
  });

  test('shows the host of a document that has no name', async () => {
    const clientId = 'https://nameless.example/client.json';
    nock('https://nameless.example')
      .get('/client.json')
      .reply(200, { client_id: clientId, redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' });
    const { page } = await openConsent(gateway, new Browser(), authorizeUrl(gateway, clientId, codeVerifier));
    expect(page).toContain('nameless.example');
    expect(page).not.toContain('An application');
  });

  test('rejects a metadata document that speaks for another URL', async () => {
    nock('https://liar.example')
      .get('/me.json')
      .reply(200, { client_id: 'https://client.example/', redirect_uris: [redirectUri] });
    const response = await new Browser().get(authorizeUrl(gateway, 'https://liar.example/me.json', codeVerifier));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('cannot go on');
  });

  test('accepts a client’s own key (private_key_jwt), each assertion once', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] };
    const { body: client } = await register(gateway, { token_endpoint_auth_method: 'private_key_jwt', jwks });
    expect(client).toMatchObject({ token_endpoint_auth_method: 'private_key_jwt' });
    const assertion = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setIssuer(client.client_id)
      .setSubject(client.client_id)
      .setAudience(gateway.url)
      .setJti('assertion-1')
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey);
    const browser = new Browser();
    const back = await decide(
      browser,
      await openConsent(gateway, browser, authorizeUrl(gateway, client.client_id, codeVerifier)),
    );
    const request = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    };
    const first = await exchange(gateway, request);
    expect(await first.json()).toMatchObject({ access_token: expect.any(String) });
    expect((await exchange(gateway, request)).status).toBe(401);
  });

  test('lets a browser client renew its tokens from any origin', async () => {
    const { clientId, tokens } = await connect(gateway);
    const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: tokens.refresh_token };
    const response = await fetch(`${gateway.url}/oauth/token`, {
      method: 'POST',
      headers: { origin: 'https://inspector.example' },
      body: new URLSearchParams(form),
    });
    expect(await response.json()).toMatchObject({ access_token: expect.any(String) });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('deletes clients after 30 days without use, and keeps secrets only as digests', async () => {
    const { body: client } = await register(gateway);
    const mongo = await MongoClient.connect(gateway.config.mongodbUri);
    const db = mongo.db(gateway.config.database);
    const stored = await db
      .collection<{ _id: string; expiresAt: Date }>('oauth_Client')
      .findOne({ _id: client.client_id });
    const days = ((stored?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    const indexes = await db.collection('oauth_Client').indexes();
    expect(indexes.some((index) => index.expireAfterSeconds === 0)).toBe(true);
    const tokens = await db.collection<{ _id: string; payload: object }>('oauth_AccessToken').find().toArray();
    expect(tokens.length).toBeGreaterThan(0);
    for (const { _id, payload } of tokens) {
      expect(_id).toMatch(/^[0-9a-f]{64}$/);
      expect(payload).not.toHaveProperty('jti');
    }
    await mongo.close();
  });

  test('lets only the operator introspect tokens', async () => {
    const operator = await startTestGateway({ OPERATOR_SECRET: 'operator-secret' });
    const { tokens, clientId } = await connect(operator);
    const introspect = async (authorization?: string) => {
      const body = new URLSearchParams({
        token: tokens.access_token,
        ...(authorization ? {} : { client_id: clientId }),
      });
      const headers: Record<string, string> = authorization ? { authorization } : {};
      return (await fetch(`${operator.url}/oauth/introspect`, { method: 'POST', body, headers })).json();
    };
    const basic = `Basic ${Buffer.from('operator:operator-secret').toString('base64')}`;
    expect(await introspect(basic)).toMatchObject({
      active: true,
      sub: 'usr_1',
      client_id: clientId,
      aud: operator.mcpUrl,
    });
    expect(await introspect()).toEqual({ active: false });
    await operator.stop();
    expect((await fetch(`${gateway.url}/oauth/introspect`, { method: 'POST' })).status).toBe(404);
  });
});
