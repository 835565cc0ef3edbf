import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Peer } from './peer.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** Listens, counts requests, and responds with this status. */
async function listen(status: number) {
  const seen = { requests: 0 };
  server = createServer((_request, response) => {
    seen.requests += 1;
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test('has no problem while it responds, and is asked once for concurrent checks', async () => {
  const { url, seen } = await listen(200);
  const peer = new Peer({ url, setting: 'CORE_INTERNAL_URL' });
  expect(await Promise.all([peer.problem(), peer.problem()])).toEqual([undefined, undefined]);
  expect(seen.requests).toBe(1);
});

test('names the setting if another program responds, or nothing does', async () => {
  const { url } = await listen(404);
  const setting = 'GATEWAY_INTERNAL_URL';
  expect(await new Peer({ url, setting }).problem()).toBe('responds with 404: check GATEWAY_INTERNAL_URL');
  expect(await new Peer({ url: 'http://127.0.0.1:1/', setting }).problem()).toBe(
    'does not respond: check that it runs, and GATEWAY_INTERNAL_URL',
  );
});
