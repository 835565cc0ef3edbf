import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import contract from '../../../shared/contract/openapi.json' with { type: 'json' };
import { createFront } from './front.ts';

const { server } = createFront({
  readiness: { report: async () => ({ ok: false, parts: {} }), untilServing: async () => false },
  urlOf: () => undefined,
  trustProxy: 'loopback',
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => server.close());

test.for([
  ['/api/public/v1/mailboxes/%5c', 400, 'malformed_request'],
  ['/metrics', 404, 'not_found'],
  ['/api/public/v1/contacts', 503, 'unavailable'],
] as const)('%s is rejected with %i and a complete API error', async ([path, status, code]) => {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, path }).end();
  const [response] = await once(sent, 'response');
  const { error } = (await json(response)) as { error: Record<string, unknown> };
  expect(response.statusCode).toBe(status);
  expect(error).toMatchObject({ code, requestId: response.headers['x-request-id'] });
  expect(Object.keys(error)).toEqual(
    expect.arrayContaining(contract.components.schemas.Error.properties.error.required),
  );
});

test('rejects a request with two hosts', async () => {
  const { port } = server.address() as AddressInfo;
  const host = ['host', `127.0.0.1:${port}`, 'host', 'other.example'];
  const [response] = await once(request({ port, path: '/healthz', headers: host }).end(), 'response');
  expect(response.statusCode).toBe(400);
  expect(await json(response)).toMatchObject({ error: { code: 'malformed_request' } });
});

test('closes each connection with its response during shutdown', async () => {
  const service = createServer((_request, response) => response.end('ok'));
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const urlOf = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const readiness = { report: async () => ({ ok: true, parts: {} }), untilServing: async () => true };
  const front = createFront({ readiness, urlOf, trustProxy: 'loopback' });
  await once(front.server.listen(0, '127.0.0.1'), 'listening');
  const { port } = front.server.address() as AddressInfo;
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/app`)).headers.get('connection');
  expect(await ask()).toBe('keep-alive');
  front.drain();
  expect(await ask()).toBe('close');
  for (const each of [front.server, service]) {
    each.close();
    each.closeAllConnections();
  }
});

test.each([
  ['loopback', '203.0.113.7, 127.0.0.1'],
  ['none', '127.0.0.1'],
  ['10.0.0.0/8, 192.0.2.1', '127.0.0.1'],
])('with TRUST_PROXY=%s the service gets %s', async (trustProxy, expected) => {
  const service = createServer((request, response) => response.end(request.headers['x-forwarded-for']));
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const urlOf = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const readiness = { report: async () => ({ ok: true, parts: {} }), untilServing: async () => true };
  const front = createFront({ readiness, urlOf, trustProxy });
  await once(front.server.listen(0, '127.0.0.1'), 'listening');
  const { port } = front.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/app`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  const given = (await answer.text()).replaceAll('::ffff:', '').replaceAll(/,\s*/g, ', ');
  expect(given).toBe(expected);
  for (const each of [front.server, service]) {
    each.close();
    each.closeAllConnections();
  }
});
