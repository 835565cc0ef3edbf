import { describe, expect, test } from 'vitest';
import type { Taken } from '../../store/rate-store.ts';
import { ClientDocuments } from './client-documents.ts';
import { packagedUrls } from './packaged-documents.ts';

/** A network with responses set by the test, and a clock. */
function network(answer: () => Promise<Response>) {
  const asked: string[] = [];
  const clock = { at: 0 };
  const state = { answer };
  const documents = new ClientDocuments({
    mode: 'auto',
    now: () => new Date(clock.at),
    fetch: (url) => {
      asked.push(url);
      return state.answer();
    },
    admit: granted,
    wait: async () => {},
  });
  return { asked, clock, state, documents };
}

async function granted(): Promise<Taken> {
  return { isGranted: true, retryAfterMs: 0 };
}
async function reachable(): Promise<Response> {
  return new Response('{}');
}
async function unreachable(): Promise<Response> {
  throw new Error('getaddrinfo ENOTFOUND');
}
const minuteMs = 60_000;

describe('client documents', () => {
  test.each([
    ['on', true],
    ['off', false],
  ] as const)('follow the setting %s, without any fetch', async (mode, isOffered) => {
    const documents = new ClientDocuments({
      mode,
      now: () => new Date(),
      fetch: () => Promise.reject(new Error('fetched')),
      admit: granted,
    });
    expect(await documents.isOffered()).toBe(isOffered);
    expect(documents.isEnabled).toBe(isOffered);
  });

  test.each([
    ['fetched', reachable, true],
    ['not reached', unreachable, false],
    ['answered by something else', () => Promise.resolve(new Response('blocked', { status: 403 })), false],
  ])('in auto, are offered depending on whether a known one was %s', async (_how, answer, isOffered) => {
    expect(await network(answer).documents.isOffered()).toBe(isOffered);
  });

  test('cache a result for ten minutes, with one fetch at a time', async () => {
    const { asked, clock, state, documents } = network(unreachable);
    expect(await Promise.all([documents.isOffered(), documents.isOffered()])).toEqual([false, false]);
    expect(asked).toHaveLength(2);
    state.answer = reachable;
    clock.at = 9 * minuteMs;
    expect(await documents.isOffered()).toBe(false);
    expect(asked).toHaveLength(2);
    clock.at = 10 * minuteMs;
    expect(await documents.isOffered()).toBe(true);
  });

  test('use the packaged copy of a common client where its document cannot be fetched', async () => {
    const { state, documents } = network(unreachable);
    for (const url of packagedUrls)
      expect(await (await documents.fetch(url)).json()).toMatchObject({
        client_id: url,
        token_endpoint_auth_method: 'none',
      });
    await expect(documents.fetch(`${packagedUrls[0]}?x=1`)).rejects.toThrow('could not be read');
    state.answer = () => Promise.resolve(new Response('blocked', { status: 403 }));
    expect((await documents.fetch(packagedUrls[1]!)).status).toBe(200);
    state.answer = () => Promise.resolve(Response.json({ client_name: 'Fetched' }));
    expect(await (await documents.fetch(packagedUrls[0]!)).json()).toEqual({ client_name: 'Fetched' });
  });

  test('learn from the fetches of the authorization server', async () => {
    const { asked, state, documents } = network(unreachable);
    expect(await documents.isOffered()).toBe(false);
    state.answer = reachable;
    await documents.fetch('https://client.example/document');
    expect(await documents.isOffered()).toBe(true);
    state.answer = unreachable;
    await expect(documents.fetch('https://gone.example/document')).rejects.toThrow('could not be read');
    state.answer = reachable;
    // One missing document must not end the offer for the others.
    expect(await documents.isOffered()).toBe(true);
    expect(asked).toHaveLength(6);
  });

  test('count each document of a request once, and stop at the limit', async () => {
    const counted: string[] = [];
    const waits: number[] = [];
    const documents = new ClientDocuments({
      mode: 'on',
      now: () => new Date(),
      fetch: unreachable,
      admit: async (client) => ({ isGranted: counted.push(client) <= 1, retryAfterMs: 30_000 }),
      wait: async (delayMs) => waits.push(delayMs),
    });
    const ask = () =>
      documents.serve('192.0.2.1', async () => {
        await expect(documents.fetch('https://a.example/')).rejects.toThrow();
        await expect(documents.fetch('https://a.example/')).rejects.toThrow();
        return documents.request?.retryAfterMs;
      });
    expect([await ask(), await ask()]).toEqual([undefined, 30_000]);
    expect([counted, waits.length]).toEqual([['192.0.2.1', '192.0.2.1'], 1]);
  });
});
