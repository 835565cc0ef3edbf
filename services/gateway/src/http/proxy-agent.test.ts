import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proxyAgent } from './proxy-agent.ts';

/** Hosts that the proxy was asked for. It connects all of them to the server below. */
const asked: string[] = [];
const server = http.createServer((req, res) => res.writeHead(200, { 'x-host': req.headers.host }).end('document'));
const proxy = http.createServer().on('connect', (req, client) => {
  asked.push(req.url ?? '');
  const upstream = net.connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.pipe(client).pipe(upstream);
  });
  upstream.on('error', () => client.destroy());
  client.on('error', () => upstream.destroy());
});

let url = '';
beforeAll(async () => {
  for (const each of [server, proxy]) await once(each.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const each of [server, proxy]) {
    each.closeAllConnections();
    each.close();
  }
});

test('requests through the proxy, which resolves the name', async () => {
  const target = new URL('http://client.invalid/doc');
  const dispatcher = proxyAgent({ url, noProxy: ['corp.example'] })(target);
  const { statusCode, headers, body } = await request(target, { dispatcher: dispatcher! });
  expect([statusCode, headers['x-host'], await body.text()]).toEqual([200, 'client.invalid', 'document']);
  expect(asked).toEqual(['client.invalid:80']);
});

test.each([
  ['corp.invalid', ['corp.invalid']],
  ['a.corp.invalid', ['.corp.invalid']],
  ['a.corp.invalid', ['*.corp.invalid']],
  ['corp.invalid:81', ['corp.invalid:81']],
  ['other.invalid', ['*']],
])('does not use the proxy for %s if NO_PROXY is %s', (host, noProxy) => {
  expect(proxyAgent({ url, noProxy })(new URL(`http://${host}/`))).toBeUndefined();
});

test('never sends an address to the proxy, so that the guard of the caller applies', () => {
  for (const host of ['127.0.0.1', '[::1]'])
    expect(proxyAgent({ url, noProxy: [] })(new URL(`http://${host}/`))).toBeUndefined();
});
