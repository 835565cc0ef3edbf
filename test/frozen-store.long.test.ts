import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../deploy/launcher/free-port.ts';
import { call, connectWithKey } from './harness/mcp-client.ts';
import { createAccount, operate, restClient } from './harness/product.ts';
import { type RunningProcess, startProcess, until, untilReady } from './harness/running-process.ts';

// Always on the embedded store, even if the other tests use another engine, because this test freezes its process.
const dataDir = mkdtempSync(join(tmpdir(), 'outbound-frozen-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const env = { PORT: String(port), OUTBOUND_DATA_DIR: dataDir, MONGODB_URI: '', METRICS_PORT: '0' };
/** Longer than the time limit of requests in progress when the store freezes. */
const frozenMs = 8_000;
const waitMs = 120_000;
const limitMs = 600_000;

let running: RunningProcess;
let key: string;

beforeAll(async () => {
  running = startProcess('deploy/launcher/start.ts', [], env);
  await untilReady(url, running);
  ({ key } = await createAccount({ operate: (...args) => operate(args, env) }));
}, limitMs);
afterAll(async () => {
  thaw();
  await running.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function storePid(): number {
  return JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')).parts.mongo.pid;
}

function thaw(): void {
  process.kill(storePid(), 'SIGCONT');
}

test(
  'requests and /readyz return 503 while the store is frozen, and nothing is lost',
  async () => {
    const request = restClient(url, key);
    const client = await connectWithKey(url, key);
    expect((await request('GET', '/contacts')).status).toBe(200);
    const keyed = (i: number) =>
      request(
        'POST',
        '/contacts',
        { email: `frozen${i}@outbound.example`, declaredBasis: 'consent' },
        { 'idempotency-key': `frozen-${i}` },
      );

    process.kill(storePid(), 'SIGSTOP');
    const frozenAt = performance.now();
    const ready = fetch(`${url}/readyz`);
    const writes = Promise.all([0, 1, 2, 3, 4].map(keyed));
    const page = fetch(`${url}/app/sign-in`, { method: 'POST', body: new URLSearchParams({ email: 'a@b.example' }) });
    const tool = call(client, 'list_contacts', {}).catch((error: Error) => error);

    // The store stays frozen until every request has a response, so none can wait for it.
    const readiness = await ready;
    expect(readiness.status).toBe(503);
    expect(await readiness.json()).toMatchObject({
      ok: false,
      parts: { core: { state: 'degraded' }, store: { state: 'down', reason: 'does not respond' } },
    });
    for (const { status, headers, body } of await writes) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('2');
      expect(body.error.code).toBe('unavailable');
    }
    expect(await tool).toBeDefined();
    expect((await page).status).toBeGreaterThanOrEqual(400);
    expect((await request('GET', '/contacts')).status).toBe(503);

    await until('the store to have been frozen for a while', async () => performance.now() - frozenAt > frozenMs);
    thaw();
    await until('readiness', async () => (await fetch(`${url}/readyz`)).ok, waitMs);
    for (const i of [0, 1, 2, 3, 4]) {
      const answer = await until(
        'the write',
        async () => {
          const tried = await keyed(i);
          return !tried.body.error?.retryable && tried;
        },
        waitMs,
      );
      expect(answer.status).toBe(201);
    }
    expect((await request('GET', '/contacts')).body.data).toHaveLength(5);
    await client.close();
  },
  limitMs,
);
