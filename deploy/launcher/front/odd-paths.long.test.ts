import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFront } from './front.ts';

/** Request paths that core and gateway receive, exactly as sent. */
const seen: string[] = [];
const service: Server = createServer((request, response) => {
  seen.push(request.url!);
  response.end();
});
const { server } = createFront({
  readiness: { report: async () => ({ ok: true, parts: {} }), untilServing: async () => true },
  urlOf: () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  trustProxy: 'loopback',
});

beforeAll(async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening');
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  for (const one of [server, service]) {
    one.close();
    one.closeAllConnections();
  }
});

const piece = fc.constantFrom(
  ...['..', '.', '%2e', '%2E%2e', '.%2e', '%2f', '%5c', '\\', '/', '//', ';', '?', '#', '%', '%25%32%65', '%c0%ae'],
  ...['internal', 'INTERNAL', 'metrics', 'jwks.json', 'mcp', 'app', 'oauth', 'api/public/v1', 'u', '.well-known', '@'],
);
const start = fc.constantFrom(
  '/',
  '/mcp/',
  '/app/',
  '/oauth/',
  '/.well-known/',
  '/u/',
  '/api/public/v1/',
  '//',
  'http://x/',
);

/** One request per connection with a raw request line, because clients would normalize it. */
async function ask(target: string): Promise<void> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.end(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  socket.resume();
  await once(socket, 'close');
}

/** Every path that a reader could derive from it. */
function readings(url: string): string[] {
  const found = new Set<string>();
  let text = url;
  for (let i = 0; i < 3; i += 1) {
    found.add(text);
    const parsed = URL.parse(text.replaceAll('\\', '/'), 'http://x');
    if (parsed) found.add(parsed.pathname);
    try {
      text = decodeURIComponent(text);
    } catch {
      break;
    }
  }
  return [...found].map((path) => path.toLowerCase());
}

test('10,000 odd paths on the public port never reach an internal path of a service', async () => {
  const paths = fc.sample(
    fc.tuple(start, fc.array(piece, { maxLength: 12 })).map(([first, rest]) => first + rest.join('')),
    { numRuns: 10_000, seed: 14 },
  );
  const waiting = paths.values();
  const asks = async () => {
    for (const path of waiting) await ask(path);
  };
  await Promise.all(Array.from({ length: 16 }, asks));
  expect(seen.length).toBeGreaterThan(100);
  const inside = /^\/+(internal|metrics)(\/|$)/;
  expect(seen.filter((url) => readings(url).some((path) => inside.test(path)))).toEqual([]);
}, 120_000);
