import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disguisedUrls } from '../../testing/disguised-urls.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { authorizeUrl, redirectUri, register } from '../../testing/oauth-client.ts';

let gateway: TestGateway;
let connections = 0;
const atOnce = 15;
const listener = createServer((socket) => {
  connections += 1;
  socket.on('error', () => {});
});
beforeAll(async () => {
  gateway = await startTestGateway();
  await new Promise<void>((resolve) => listener.listen(0, '::', resolve));
});
afterAll(async () => {
  listener.close();
  await gateway.stop();
});

function portOf(): number {
  return (listener.address() as AddressInfo).port;
}

/** Response to an authorization request without any credential, and its time in milliseconds. */
async function ask(clientId: string, address: string) {
  const startedAt = performance.now();
  const response = await fetch(authorizeUrl(gateway, clientId, 'a-verifier'), {
    headers: { 'x-forwarded-for': address },
    redirect: 'manual',
  });
  const page = await response.text();
  return {
    status: response.status,
    page,
    retryAfter: response.headers.get('retry-after'),
    ms: performance.now() - startedAt,
  };
}

test('gives every unread document the same response, in the same time, without any connection', async () => {
  const failed = ['https://nowhere.invalid/client.json', `https://[2000::1]:${portOf()}/client.json`];
  const urls = [...disguisedUrls(portOf()), ...failed];
  const answers = [];
  // Few at a time, so that the times are those of the server and not of a queue.
  for (let first = 0; first < urls.length; first += atOnce) {
    const some = urls.slice(first, first + atOnce);
    answers.push(...(await Promise.all(some.map((url, index) => ask(url, `100.64.1.${first + index}`)))));
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  expect(new Set(answers.map(({ page }) => page)).size).toBe(1);
  const times = answers.map(({ ms }) => ms);
  const kinds = { refused: times.slice(0, -failed.length), failed: times.slice(-failed.length) };
  for (const [kind, some] of Object.entries(kinds)) {
    console.log(`${some.length} ${kind}: ${Math.round(Math.min(...some))} to ${Math.round(Math.max(...some))} ms`);
  }
  expect(connections).toBe(0);
});

test('serves 20 documents a minute to a network, and then 429', async () => {
  const statuses = [];
  for (let count = 0; count < 25; count += 5) {
    const some = await Promise.all([1, 2, 3, 4, 5].map((one) => ask(`https://127.0.0.1/${count + one}`, '192.0.2.9')));
    statuses.push(...some.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  const { status, retryAfter } = await ask('https://127.0.0.1/', '192.0.2.9');
  expect([status, Number(retryAfter) > 0 && Number(retryAfter) <= 60]).toEqual([429, true]);
  expect((await ask('https://127.0.0.1/', '192.0.2.10')).status).toBe(400);
});

test('reads no key set from a private host', async () => {
  const jwksUri = `https://localhost:${portOf()}/keys`;
  const { body: client } = await register(gateway, {
    token_endpoint_auth_method: 'private_key_jwt',
    jwks_uri: jwksUri,
  });
  const header = Buffer.from(JSON.stringify({ alg: 'ES256' })).toString('base64url');
  const claims = { iss: client.client_id, sub: client.client_id, aud: gateway.url, jti: 'one', exp: 9_999_999_999 };
  const assertion = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
  const answer = await fetch(`${gateway.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'a',
      redirect_uri: redirectUri,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }),
  });
  expect(answer.status).toBe(401);
  expect(connections).toBe(0);
});
