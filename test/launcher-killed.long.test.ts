import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../deploy/launcher/free-port.ts';
import type { ReadinessReport } from '../deploy/launcher/front/readiness.ts';
import { isAlive, type ProcessIdentity } from '../deploy/launcher/processes/process-identity.ts';
import { createAccount, operate, restClient } from './harness/product.ts';
import { type RunningProcess, startProcess, until, untilReady } from './harness/running-process.ts';

// Always on the embedded store, even if the other tests use another engine, because it checks `npm start`.
const dataDir = mkdtempSync(join(tmpdir(), 'outbound-killed-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const env = {
  PORT: String(port),
  OUTBOUND_DATA_DIR: dataDir,
  MONGODB_URI: '',
  METRICS_PORT: '0',
  // Requests follow each other without a pause.
  RATE_LIMIT_KEY_PER_MINUTE: '1000000',
  RATE_LIMIT_WORKSPACE_PER_MINUTE: '1000000',
};
/** `npm run storm` prints times. This test only checks that it happens. */
const waitMs = 120_000;
const limitMs = 600_000;

let running: RunningProcess;
afterAll(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  running = startProcess('deploy/launcher/start.ts', [], env);
  await untilReady(url, running);
}

async function ensureStarted(): Promise<void> {
  const child = running?.child;
  const isRunning = child?.exitCode === null && child.signalCode === null;
  if (!isRunning) await start();
}

function partsOf(): Record<string, ProcessIdentity> {
  return JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')).parts;
}

async function readiness(): Promise<{ status: number; body: ReadinessReport }> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: (await response.json()) as ReadinessReport };
}

async function untilEnded(parts: ProcessIdentity[]): Promise<void> {
  await until('the parts to end', async () => !parts.some(isAlive), waitMs);
}

test(
  'every part ends with its launcher, and the next start stops leftover processes',
  async () => {
    await ensureStarted();
    const { key } = await createAccount({ operate: (...args) => operate(args, env) });
    const stored = await restClient(url, key)('POST', '/contacts', { email: 'kept@killed.example' });
    expect(stored.status).toBe(201);

    const first = Object.values(partsOf());
    expect(first).toHaveLength(4);
    await running.kill();
    await untilEnded(first);
    await start();

    // A frozen store can't end itself. The next start kills it.
    const { mongo, ...services } = partsOf();
    process.kill(mongo!.pid, 'SIGSTOP');
    await running.kill();
    await start();
    expect(running.output()).toMatch(/stopped processes left over from an earlier run: .*mongo \(process \d+\)/);
    await untilEnded([mongo!, ...Object.values(services)]);
    const { body } = await restClient(url, key)('GET', `/contacts/${stored.body.data.id}`);
    expect(body.data).toMatchObject(stored.body.data);
  },
  limitMs,
);

test(
  'a repeatedly crashing worker fails no API request and is reported in /readyz and on the terminal',
  async () => {
    await ensureStarted();
    const { key } = await createAccount({ operate: (...args) => operate(args, env) }, 'loop@killed.example');
    const request = restClient(url, key);
    const answers: number[] = [];
    const killed = new Set<number>();
    const worker = async () => (await readiness()).body.parts.worker!;
    while (killed.size < 6) {
      const { pid } = partsOf().worker!;
      if (!killed.has(pid)) {
        killed.add(pid);
        process.kill(pid, 'SIGKILL');
      }
      answers.push((await request('GET', '/contacts')).status);
    }
    await until('the worker to be down', async () => (await worker()).state === 'down');
    const { status, body } = await readiness();
    expect(status).toBe(200);
    expect(body.ok).toBe(true);
    expect(body.parts.worker).toEqual({
      state: 'down',
      reason: expect.stringMatching(/^ended by SIGKILL; it starts again/),
      since: expect.any(String),
    });
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(running.output()).toMatch(/outbound: worker is down: ended by SIGKILL; it starts again in \d+ s/);
    await until('the worker to be back', async () => (await worker()).state === 'ready', waitMs);
  },
  limitMs,
);

test(
  'SIGTERM to npm stops everything that it started',
  async () => {
    await running?.stop();
    const root = fileURLToPath(new URL('..', import.meta.url));
    const npm = spawn('npm', ['start'], { cwd: root, env: { ...process.env, ...env, BASE_URL: '' }, stdio: 'ignore' });
    await until('the product', async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok, waitMs);
    const { pid, startedAt } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
    const all = [{ pid, startedAt }, ...Object.values(partsOf())];
    npm.kill('SIGTERM');
    await untilEnded(all);
    await start();
  },
  limitMs,
);
