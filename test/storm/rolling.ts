import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createProxyServer } from 'http-proxy-3';
import { startEmbeddedStore } from '../../deploy/launcher/embedded-store.ts';
import { freePort } from '../../deploy/launcher/free-port.ts';
import { openDataDir } from '../../deploy/launcher/settings.ts';
import { createOutbound } from '../../shared/client/src/index.ts';
import { restClient } from '../harness/product.ts';
import { type RunningProcess, startProcess, untilReady } from '../harness/running-process.ts';

// rolling: two cores behind a load balancer that uses /readyz. Each is replaced in turn while requests arrive at a
// steady rate, half of them reads, half creates. Fails if one request fails.
// npm run rolling [-- requests/s [rounds]]      aim: 200 requests/s, none lost
const perSecond = Number(process.argv[2] ?? 200);
const rounds = Number(process.argv[3] ?? 3);
const probeMs = 250;
const settleMs = 3_000;

const dataDir = openDataDir(mkdtempSync(join(tmpdir(), 'outbound-rolling-')));
const store = await startEmbeddedStore(dataDir);
const env = {
  BASE_URL: 'http://127.0.0.1:3999',
  MONGODB_URI: store.uri,
  OUTBOUND_DATA_DIR: dataDir,
  SECRET_KEY: randomBytes(32).toString('base64'),
  INTERNAL_SECRET: 'rolling',
  METRICS_PORT: '0',
  LOG_LEVEL: 'warn',
  RATE_LIMIT_KEY_PER_MINUTE: '1000000',
  RATE_LIMIT_WORKSPACE_PER_MINUTE: '1000000',
  WORKSPACE_REQUESTS_WAITING: '10000',
};
const script = 'services/core/src/main.ts';

interface Core {
  url: string;
  process: RunningProcess;
  isReady: boolean;
}

async function startCore(): Promise<Core> {
  const [port, internal] = [await freePort(), await freePort()];
  const started = startProcess(script, ['api'], { ...env, PORT: String(port), INTERNAL_PORT: String(internal) });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, started);
  return { url, process: started, isReady: true };
}

async function operate(...args: string[]): Promise<string> {
  const command = startProcess(script, args, env);
  await new Promise((resolve) => command.child.once('close', resolve));
  return command.output().trim();
}

let cores = [await startCore(), await startCore()];

/** Behaves like any load balancer: checks readiness, and alternates between the ready cores. */
const probing = setInterval(() => {
  for (const core of cores) {
    fetch(`${core.url}/readyz`).then(
      ({ ok }) => Object.assign(core, { isReady: ok }),
      () => Object.assign(core, { isReady: false }),
    );
  }
}, probeMs);
let turn = 0;
const proxy = createProxyServer({ xfwd: true });
proxy.on('error', (error, _request, response) => {
  if ('writeHead' in response) response.writeHead(502).end(String(error));
});
const balancer = createServer((request, response) => {
  const ready = cores.filter(({ isReady }) => isReady);
  turn += 1;
  const core = ready[turn % ready.length];
  if (core === undefined) response.writeHead(502).end('no core is ready');
  else proxy.web(request, response, { target: core.url });
});
const port = await freePort();
await new Promise<void>((resolve) => balancer.listen(port, '127.0.0.1', resolve));

const owner = ['--email', 'rolling@outbound.example'];
await operate('workspace', 'create', '--name', 'Rolling', ...owner, '--password', 'correct horse battery');
const key = await operate('key', 'create', ...owner, '--scopes', 'all', '--unattended');
const request = restClient(`http://127.0.0.1:${port}`, key);

const failures = new Map<string, number>();
const times: number[] = [];
let sent = 0;
let created = 0;
let isOver = false;

function failedCount(): number {
  return [...failures.values()].reduce((sum, count) => sum + count, 0);
}

function timeAt(share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)} ms`;
}

async function sendOne(i: number): Promise<void> {
  const startedAt = performance.now();
  const contact = { email: `rolling${i}@rolling.example`, declaredBasis: 'consent' };
  const send = () =>
    i % 2 === 0 ? request('GET', '/tags') : request('POST', '/contacts', contact, { 'idempotency-key': `r${i}` });
  const outcome = await send().then(
    ({ status, body }) => (status < 300 ? 'ok' : `${status} ${body.error?.code}`),
    (error: Error) => `${error.message} ${(error.cause as Error | undefined)?.message ?? ''}`,
  );
  times.push(performance.now() - startedAt);
  if (outcome !== 'ok') failures.set(outcome, (failures.get(outcome) ?? 0) + 1);
  else if (i % 2 === 1) created += 1;
}

/** Fixed rate, even if earlier requests are still running. */
async function steadily(): Promise<void> {
  const under: Promise<void>[] = [];
  const startedAt = performance.now();
  while (!isOver) {
    const due = ((performance.now() - startedAt) / 1_000) * perSecond;
    for (; sent < due; sent += 1) under.push(sendOne(sent));
    await wait(5);
  }
  await Promise.all(under);
}

const load = steadily();
await wait(settleMs);
for (let round = 0; round < rounds; round += 1) {
  for (const old of [...cores]) {
    cores = [...cores, await startCore()];
    await old.process.stop();
    cores = cores.filter((core) => core !== old);
    process.stdout.write(`replaced a core: ${sent} requests so far, ${failedCount()} failed\n`);
  }
}
await wait(settleMs);
isOver = true;
await load;
clearInterval(probing);
const outbound = createOutbound({ baseUrl: `http://127.0.0.1:${port}`, apiKey: key });
const there = (await Array.fromAsync(outbound.each('/contacts'))).length;
const failed = [...failures].map(([what, count]) => `  ${count} × ${what}`);
process.stdout.write(
  `${[
    `rolling: ${sent} requests at ${perSecond}/s, ${rounds * 2} cores replaced, ${failedCount()} failed`,
    ...failed,
    `p50 ${timeAt(0.5)}   p99 ${timeAt(0.99)}   ${created} creates acknowledged, ${there} contacts there`,
  ].join('\n')}\n`,
);
process.exitCode = failures.size === 0 && there === created ? 0 : 1;
balancer.close();
balancer.closeAllConnections();
await Promise.all(cores.map((core) => core.process.stop()));
await store.stop();
rmSync(dataDir, { recursive: true, force: true });
