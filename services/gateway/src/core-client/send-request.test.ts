import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pooled } from './send-request.ts';

const longMs = 20_000;
const shortMs = 50;

let answer: RequestListener;
let server: Server;
let agent: Agent;

beforeEach(async () => {
  server = createServer((req, res) => answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  agent = new Agent({ connections: 1 });
});

afterEach(async () => {
  await agent.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function send(path: string, timeoutMs = longMs, body?: string) {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return pooled(agent)({ origin, path, method: body === undefined ? 'GET' : 'POST', headers: {}, body }, timeoutMs);
}

test('reads the whole response, however it is split in transit', async () => {
  answer = (req, res) => {
    const bytes = Buffer.from(`{"name":"Müller ${req.method} ${req.url}"}`);
    res.writeHead(201, { 'Idempotent-Replayed': 'true' });
    res.write(bytes.subarray(0, 11), () => res.end(bytes.subarray(11)));
  };
  const response = await send('/contacts?limit=5', longMs, '{}');
  expect(response).toMatchObject({ status: 201, text: '{"name":"Müller POST /contacts?limit=5"}' });
  expect(response.header('idempotent-replayed')).toBe('true');
  expect(response.header('retry-after')).toBeNull();
});

test('rejects a response that breaks off', async () => {
  answer = (_req, res) => {
    res.writeHead(200, { 'Content-Length': '100' });
    res.write('{"ok":true', () => res.destroy());
  };
  await expect(send('/')).rejects.toThrow();
});

test('gives up late responses, before and within the body, and frees their connections', async () => {
  answer = (req, res) => {
    if (req.url === '/body') res.writeHead(200, { 'Content-Length': '100' }).write('{');
    if (req.url === '/fine') res.end('{}');
  };
  for (const path of ['/head', '/body']) await expect(send(path, shortMs)).rejects.toThrow('did not answer in time');
  expect(await send('/fine')).toMatchObject({ status: 200 });
});

test('also gives up a request that is queued for a connection, and never sends it', async () => {
  const seen: string[] = [];
  const hangs = new Promise<() => void>((resolve) => {
    answer = (req, res) => {
      seen.push(req.url!);
      if (req.url === '/first') resolve(() => res.end('{}'));
      else res.end('{}');
    };
  });
  const first = send('/first');
  const release = await hangs;
  await expect(send('/second', shortMs)).rejects.toThrow('did not answer in time');
  release();
  await first;
  await send('/third');
  expect(seen).toEqual(['/first', '/third']);
});
