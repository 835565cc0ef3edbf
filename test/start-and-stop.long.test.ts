import { chmodSync, cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../deploy/launcher/free-port.ts';
import { createAccount, operate, restClient } from './harness/product.ts';
import { type RunningProcess, startProcess, untilPrinted, untilReady } from './harness/running-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'outbound-start-'));
/** Several starts and operator commands in sequence, on a busy machine. */
const limitMs = 600_000;
const started: RunningProcess[] = [];
afterAll(() => Promise.all(started.map((running) => running.stop())));

// Always on the embedded store, even if the other tests use another engine, because it checks `npm start`.
function start(env: Record<string, string>): RunningProcess {
  const running = startProcess('deploy/launcher/start.ts', [], { MONGODB_URI: '', OUTBOUND_DATA_DIR: dataDir, ...env });
  started.push(running);
  return running;
}

/** Printed lines without the line about the address, which comes before the first reason. */
function reasonOf(running: RunningProcess): string {
  return running.output().replace(/^outbound: starting on .*\n/, '');
}

function ended(running: RunningProcess): Promise<number | null> {
  return running.child.exitCode === null
    ? new Promise((resolve) => running.child.once('close', resolve))
    : Promise.resolve(running.child.exitCode);
}

test(
  'starts, keeps its data after a restart, stops cleanly, and rejects a second start on the same data folder',
  async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = { PORT: String(port), OUTBOUND_DATA_DIR: dataDir, MONGODB_URI: '' };
    const first = start(env);
    await untilReady(url, first);
    const { key } = await createAccount({ operate: (...args) => operate(args, env) });
    const stored = await restClient(url, key)('POST', '/contacts', { email: 'kept@restart.example' });
    expect(stored.status).toBe(201);

    const second = start({ PORT: String(await freePort()) });
    expect(await ended(second)).toBe(1);
    expect(reasonOf(second)).toMatch(/^outbound: Outbound is already running on this data folder .*\n$/);

    expect(await first.stop()).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
    const again = start(env);
    await untilReady(url, again);
    const { body } = await restClient(url, key)('GET', `/contacts/${stored.body.data.id}`);
    expect(body.data).toMatchObject(stored.body.data);
    expect(await again.stop()).toBe(0);
  },
  limitMs,
);

test(
  'reports a wrong key of the store in one line, and starts again after a reset',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'outbound-key-'));
    const first = start({ PORT: '0', OUTBOUND_DATA_DIR: dataDir });
    await untilPrinted(first, 'Outbound is ready');
    expect(await first.stop()).toBe(0);
    const env = { PORT: '0', OUTBOUND_DATA_DIR: dataDir, SECRET_KEY: Buffer.alloc(32, 1).toString('base64') };
    const refused = start(env);
    expect(await ended(refused)).toBe(1);
    expect(reasonOf(refused)).toMatch(
      /^outbound: \w+ did not start: core: SECRET_KEY is not the key of this store, .*keys reset.* asks first\n$/,
    );
    const fresh = mkdtempSync(join(tmpdir(), 'outbound-keys-'));
    cpSync(dataDir, fresh, { recursive: true });
    const reset = { ...env, OUTBOUND_DATA_DIR: fresh, MONGODB_URI: '' };
    await expect(operate(['keys', 'reset'], reset)).rejects.toThrow('Nothing was changed');
    expect(await operate(['keys', 'reset', '--yes'], reset)).toMatch(
      /^The store belongs to the key [0-9a-f]{8} now\.\nNo stored/,
    );
    const again = start({ ...reset, PORT: String(await freePort()) });
    await untilPrinted(again, 'Outbound is ready');
    expect(await again.stop()).toBe(0);
  },
  limitMs,
);

test(
  'accepts one of two concurrent starts on a new data folder',
  async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'outbound-twice-')), 'made', 'by', 'both');
    const both = [start({ PORT: '0', OUTBOUND_DATA_DIR: folder }), start({ PORT: '0', OUTBOUND_DATA_DIR: folder })];
    const refused = await Promise.race(both.map((each) => ended(each).then(() => each)));
    expect(reasonOf(refused)).toMatch(/^outbound: Outbound is already running on this data folder.*\n$/);
    const other = both.find((each) => each !== refused)!;
    await untilPrinted(other, 'Outbound is ready');
    expect(await other.stop()).toBe(0);
  },
  limitMs,
);

test('reports a port in use in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const running = start({ PORT: String(port), OUTBOUND_DATA_DIR: mkdtempSync(join(tmpdir(), 'outbound-port-')) });
  expect(await ended(running)).toBe(1);
  expect(reasonOf(running)).toMatch(new RegExp(`^outbound: Port ${port} is already in use.*\\n$`));
  other.close();
});

test.each([
  [{ PORT: 'eighty' }, /^outbound: PORT must be a number from 0 to 65535, not "eighty"\.\n$/],
  [{ BASE_URL: 'example.com/app' }, /^outbound: BASE_URL must be an origin .*\n$/],
  [{ MONGODB_URI: 'postgres://x' }, /^outbound: MONGODB_URI .*\n$/],
  [{ TRUST_PROXY: 'banana' }, /^outbound: TRUST_PROXY: .*banana\.\n$/],
  [{ LOG_LEVEL: 'loud' }, /^outbound: (core|gateway) did not start: .*LOG_LEVEL must be one of .*\n$/],
])('reports the problem with %j in one line', async (env, line) => {
  const running = start({ PORT: '0', OUTBOUND_DATA_DIR: mkdtempSync(join(tmpdir(), 'outbound-config-')), ...env });
  expect(await ended(running)).toBe(1);
  expect(reasonOf(running)).toMatch(line);
});

test('reports an unusable data folder in one line', async () => {
  const blocked = join(mkdtempSync(join(tmpdir(), 'outbound-blocked-')), 'file');
  writeFileSync(blocked, '');
  chmodSync(blocked, 0o400);
  const running = start({ PORT: '0', OUTBOUND_DATA_DIR: blocked });
  expect(await ended(running)).toBe(1);
  expect(reasonOf(running)).toMatch(/^outbound: The data folder .*file is not writable: .*\n$/);
});
