import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { askProvider } from './provider-request.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function ask(url: string, timeoutMs = 10_000) {
  return askProvider({ provider: 'Somebody', url, headers: {}, timeoutMs });
}

test('returns any status with its JSON', async () => {
  const url = await listen((_request, response) => response.writeHead(402).end('{"error":"no credits"}'));
  expect(await ask(url)).toMatchObject({ status: 402, body: { error: 'no credits' } });
});

test('gives up on a silent provider, and on one that stops in the middle', async () => {
  const silent = await listen(() => {});
  await expect(ask(silent, 150)).rejects.toMatchObject({
    code: 'provider_failed',
    message: expect.stringContaining('0.15 s'),
  });
  server?.closeAllConnections();
  const halting = await listen((_request, response) => response.writeHead(200).write('{"data":'));
  await expect(ask(halting, 150)).rejects.toMatchObject({ code: 'provider_failed' });
});

test('names a provider that returns no JSON, too much data, or a redirect', async () => {
  const text = await listen((_request, response) => response.end('<html>'));
  await expect(ask(text)).rejects.toThrow('Somebody answered something that is not JSON.');
  server?.close();
  const huge = await listen((_request, response) => response.end('x'.repeat(5_000_001)));
  await expect(ask(huge)).rejects.toThrow('Somebody answered more than fits.');
  server?.close();
  const elsewhere = await listen((_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  );
  await expect(ask(elsewhere)).rejects.toThrow('Somebody could not be reached.');
});
