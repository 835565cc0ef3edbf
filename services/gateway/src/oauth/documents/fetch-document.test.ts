import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { disguisedUrls } from '../../testing/disguised-urls.ts';
import { documentFetch } from './fetch-document.ts';

/** Addresses that a socket tried to reach. */
const attempts: unknown[] = [];
beforeEach(() => {
  attempts.length = 0;
  const emit = Socket.prototype.emit;
  vi.spyOn(Socket.prototype, 'emit').mockImplementation(function (this: Socket, ...event: unknown[]) {
    if (event[0] === 'connectionAttempt') attempts.push(event[1]);
    return Reflect.apply(emit, this, event);
  });
});
afterEach(() => vi.restoreAllMocks());

// Unallocated global unicast: the guard allows it, and no network routes it.
const unallocated = { address: '2000::1', family: 6 };
const loopback = { address: '127.0.0.1', family: 4 };

test('connects to none of 200 disguised private addresses', async () => {
  const fetchDocument = documentFetch({ resolve: async () => [loopback] });
  const urls = disguisedUrls(443);
  expect(urls.length).toBeGreaterThanOrEqual(200);
  const results = await Promise.allSettled(urls.map((url) => fetchDocument(url)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  expect(attempts).toEqual([]);
});

test('rejects a name if only one of its addresses is private', async () => {
  await expect(
    documentFetch({ resolve: async () => [unallocated, loopback] })('https://mixed.example/'),
  ).rejects.toThrow();
  expect(attempts).toEqual([]);
});

test('connects to the address that it checked, although the next lookup returns a private one', async () => {
  let lookups = 0;
  const fetchDocument = documentFetch({ resolve: async () => [[unallocated, loopback][lookups++ % 2]!] });
  // Another port is another connection.
  const urls = [1, 2, 3, 4, 5, 6].map((port) => `https://rebound.example:${port}/`);
  await Promise.allSettled(urls.map((url) => fetchDocument(url)));
  expect(lookups).toBe(6);
  expect(attempts).toEqual(Array(3).fill(unallocated.address));
});
