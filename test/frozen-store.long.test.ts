import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../deploy/launcher/free-port.ts';
import { call, connectWithKey } from './harness/mcp-client.ts';
import { createAccount, operate, restClient } from './harness/product.ts';
import { type RunningProcess, startProcess, until, untilReady } from './harness/running-process.ts';

// On the store that comes along, also when the rest of the run uses another engine: its process is frozen here.
const dataDir = mkdtempSync(join(tmpdir(), 'outbound-frozen-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const env = { PORT: String(port), OUTBOUND_DATA_DIR: dataDir, MONGODB_URI: '', METRICS_PORT: '0' };
const requestMs = 5_000;
const readyMs = 3_000;
/** Longer than the requests that are under way when the store freezes may take. */
const frozenMs = 8_000;

let running: RunningProcess;
let key: string;

beforeAll(async () => {
  running = startProcess('deploy/launcher/start.ts', [], env);
  await untilReady(url, running);
  ({ key } = await createAccount({ operate: (...args) => operate(args, env) }));
}, 120_000);
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

async function timed<T>(work: Promise<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now();
  const result = await work;
  return { result, ms: performance.now() - startedAt };
}

test('a frozen store fails requests with 503 within 5 s, /readyz within 3 s, and loses nothing', async () => {
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
  const ready = timed(fetch(`${url}/readyz`));
  const writes = Promise.all([0, 1, 2, 3, 4].map((i) => timed(keyed(i))));
  const page = timed(
    fetch(`${url}/app/sign-in`, { method: 'POST', body: new URLSearchParams({ email: 'a@b.example' }) }),
  );
  const tool = timed(call(client, 'list_contacts', {}).catch((error: Error) => error));

  const { result: readiness, ms } = await ready;
  expect(readiness.status).toBe(503);
  expect(ms).toBeLessThan(readyMs);
  expect(await readiness.json()).toMatchObject({
    ok: false,
    parts: { core: { state: 'degraded' }, store: { state: 'down', reason: 'does not respond' } },
  });
  for (const { result, ms } of await writes) {
    expect(result.status).toBe(503);
    expect(result.headers.get('retry-after')).toBe('2');
    expect(result.body.error.code).toBe('unavailable');
    expect(ms).toBeLessThan(requestMs);
  }
  expect((await tool).ms).toBeLessThan(requestMs);
  expect((await page).ms).toBeLessThan(requestMs);
  // From now on nothing waits for it.
  const refused = await timed(request('GET', '/contacts'));
  expect(refused.result.status).toBe(503);
  expect(refused.ms).toBeLessThan(1_000);

  await until('the store to have been frozen for a while', async () => performance.now() - frozenAt > frozenMs);
  thaw();
  await until('readiness', async () => (await fetch(`${url}/readyz`)).ok);
  for (const i of [0, 1, 2, 3, 4]) {
    const answer = await until('the write', async () => {
      const tried = await keyed(i);
      return !tried.body.error?.retryable && tried;
    });
    expect(answer.status).toBe(201);
  }
  expect((await request('GET', '/contacts')).body.data).toHaveLength(5);
  await client.close();
}, 120_000);
