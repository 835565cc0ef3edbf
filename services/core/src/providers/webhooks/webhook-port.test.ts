import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { webhookPort } from './webhook-port.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(handler: RequestListener): Promise<number> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

const open = webhookPort({ isPrivateHostAllowed: true, timeoutMs: 500 });
function resolvingTo(...addresses: string[]) {
  return webhookPort({
    isPrivateHostAllowed: false,
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });
}

test('posts the body with its headers and reads the start of the response', async () => {
  const seen: string[] = [];
  const port = await listen(async (request, response) => {
    for await (const chunk of request) seen.push(String(chunk));
    response.end(`${request.method} ${request.headers['webhook-id']} ${'x'.repeat(2_000)}`);
  });
  const outcome = await open.post(`http://127.0.0.1:${port}/hook`, { 'webhook-id': 'evt_1' }, '{"a":1}');
  expect(outcome).toMatchObject({ status: 200, error: null });
  expect(outcome.responseText).toMatch(/^POST evt_1 x/);
  expect(outcome.responseText).toHaveLength(500);
  expect(seen).toEqual(['{"a":1}']);
});

test('does not follow redirects', async () => {
  let hits = 0;
  const port = await listen((_request, response) => {
    hits += 1;
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  const outcome = await open.post(`http://127.0.0.1:${port}/`, {}, '{}');
  expect(outcome).toMatchObject({ status: 307, error: expect.stringContaining('redirects are not followed') });
  expect(hits).toBe(1);
});

test('gives up on a silent receiver and on an endless response', async () => {
  const silent = await listen(() => {});
  expect(await open.post(`http://127.0.0.1:${silent}/`, {}, '{}')).toMatchObject({
    status: null,
    error: 'No answer in time.',
  });
  const endless = await listen((_request, response) => {
    const pour = () => {
      while (response.write('x'.repeat(16_384)));
      response.once('drain', pour);
    };
    pour();
  });
  expect(await open.post(`http://127.0.0.1:${endless}/`, {}, '{}')).toMatchObject({ status: 200, error: null });
});

test('reports Retry-After and a failed connection', async () => {
  const port = await listen((_request, response) => response.writeHead(503, { 'retry-after': '60' }).end('busy'));
  expect(await open.post(`http://127.0.0.1:${port}/`, {}, '{}')).toMatchObject({
    status: 503,
    retryAfter: '60',
    responseText: 'busy',
  });
  const metadata = await open.post('http://169.254.169.254/latest', {}, '{}');
  expect(metadata.error).toContain('not on the public internet');
  const refused = await open.post('http://127.0.0.1:1/', {}, '{}');
  expect(refused.status).toBeNull();
  expect(refused.error).toContain('ECONNREFUSED');
});

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0/',
  'http://10.1.2.3/',
  'http://169.254.169.254/latest/meta-data',
  'http://100.100.100.200/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[64:ff9b::7f00:1]/',
  'https://public.example:8443/',
  'ftp://public.example/',
  'https://user:password@public.example/',
  'not a url',
])('rejects %s both on entry and on delivery', async (url) => {
  const port = resolvingTo('93.184.216.34');
  await expect(port.check(url)).rejects.toMatchObject({ code: 'validation_failed', options: { field: 'url' } });
  expect(await port.post(url, {}, '{}')).toMatchObject({ status: null, error: expect.any(String) });
});

test('accepts a public name and normalizes the URL', async () => {
  expect(await resolvingTo('93.184.216.34').check('HTTPS://Public.example:443/hook#top')).toBe(
    'https://public.example/hook',
  );
});

test('rejects a name with a private address among its addresses, and one without any', async () => {
  await expect(resolvingTo('93.184.216.34', '127.0.0.1').check('https://mixed.example/')).rejects.toMatchObject({
    message: expect.stringContaining('not on the public internet'),
  });
  await expect(resolvingTo('::ffff:10.0.0.1').check('https://mapped.example/')).rejects.toThrow();
  await expect(resolvingTo().check('https://nowhere.example/')).rejects.toThrow('has no address');
});

test('rejects delivery to a name that has moved to a private address since it was entered', async () => {
  let hits = 0;
  const port = await listen((_request, response) => {
    hits += 1;
    response.end();
  });
  expect(port).toBeGreaterThan(0);
  const outcome = await resolvingTo('127.0.0.1').post('http://moved.example/', {}, '{}');
  expect(outcome).toMatchObject({ status: null, error: expect.stringContaining('not on the public internet') });
  expect(hits).toBe(0);
});
