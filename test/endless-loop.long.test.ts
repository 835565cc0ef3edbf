import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, type Product, restClient, startProduct } from './harness/product.ts';

let product: Product;
let call: ReturnType<typeof restClient>;
beforeAll(async () => {
  product = await startProduct();
  call = restClient(product.url, (await createAccount(product)).key);
}, 120_000);
afterAll(() => product.stop());

function pidOf(part: string): number {
  return JSON.parse(readFileSync(join(product.env.OUTBOUND_DATA_DIR!, 'run.json'), 'utf8')).parts[part].pid;
}

function logOf(part: string): string {
  return readFileSync(join(product.env.OUTBOUND_DATA_DIR!, 'logs', `${part}.log`), 'utf8');
}

/** Runs an endless loop in the part, through its debugger. */
async function loopIn(part: string): Promise<void> {
  const before = logOf(part).length;
  process.kill(pidOf(part), 'SIGUSR1');
  let url: string | undefined;
  await expect
    .poll(
      () => {
        url = /Debugger listening on (ws:\S+)/.exec(logOf(part).slice(before))?.[1];
        return url;
      },
      { timeout: 20_000 },
    )
    .toBeDefined();
  const socket = new WebSocket(url!);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const expression = '(function spinForever() { for (;;); })()';
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
}

async function readiness() {
  return (await fetch(`${product.url}/readyz`)).json() as Promise<{
    parts: Record<string, { state: string; reason?: string }>;
  }>;
}

test.each([
  ['core', 'core'],
  ['worker', 'worker'],
  ['gateway', 'gateway'],
  ['mongo', 'store'],
])('an endless loop in the %s is named, reported, and ended', { timeout: 120_000 }, async (part, name) => {
  const pid = pidOf(part);
  await loopIn(part);
  const loopedAt = performance.now();
  const since = () => ((performance.now() - loopedAt) / 1_000).toFixed(1);
  await expect
    .poll(async () => (await readiness()).parts[name]!.state, { timeout: 30_000, interval: 100 })
    .not.toBe('ready');
  const namedAfter = since();
  await expect.poll(() => pidOf(part), { timeout: 60_000, interval: 100 }).not.toBe(pid);
  const replacedAfter = since();
  const isServing = async () =>
    (await readiness()).parts[name]!.state === 'ready' && (await call('GET', '/contacts')).status;
  await expect.poll(isServing, { timeout: 60_000, interval: 100 }).toBe(200);
  process.stdout.write(
    `${part}: named after ${namedAfter} s, replaced after ${replacedAfter} s, serving after ${since()} s\n`,
  );
  const report = logOf(part)
    .split('\n')
    .findLast((line) => line.includes('"stack"'))!;
  // The loop was started through the debugger, so that the launcher cannot ask it for the stack (supervise.test.ts does).
  expect(JSON.parse(report).msg).toContain('did not respond');
});
