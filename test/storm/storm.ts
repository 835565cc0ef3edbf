import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createOutbound } from '../../shared/client/src/index.ts';
import { createAccount, restClient, startProduct } from '../harness/product.ts';
import { type RunningProcess, startProcess, untilReady } from '../harness/running-process.ts';
import { startLoad } from './load.ts';

// storm: random SIGKILLs of all processes of a running product, including the launcher, under load with idempotency
// keys. Fails if an acknowledged write is lost or doubled, and prints the downtimes.
// npm run storm [-- kills [part]]   aims: ready within 10 s of the launcher's death; API downtime below 3 s at p95
const kills = Number(process.argv[2] ?? 100);
/** A single part, repeatedly: `npm run storm -- 10 mongo`. */
const only = process.argv[3];
const launcherKills = only === undefined ? Math.max(1, Math.round(kills / 5)) : 0;
const parts = only === undefined ? ['core', 'gateway', 'worker', 'mongo'] : [only];
const calmMs = { min: 1_000, max: 3_000 };
const backMs = 60_000;
/** Holds of a dead process are released after its lease of two minutes. */
const settleMs = 150_000;
const trialCredits = 5_000;
const clients = 6;

const product = await startProduct({
  MONGODB_URI: '',
  METRICS_PORT: '0',
  LOG_LEVEL: 'warn',
  TRIAL_CREDITS: String(trialCredits),
});
let launcher: RunningProcess = product.process;
const { key } = await createAccount(product);
const request = restClient(product.url, key);
const outbound = createOutbound({ baseUrl: product.url, apiKey: key });

async function findPeople(): Promise<string[]> {
  const people: string[] = [];
  for (const country of ['DE', 'US', 'GB', 'FR', 'NL']) {
    const { body } = await request('POST', '/search/people', { hasEmail: true, countries: [country], limit: 100 });
    people.push(...(body.data?.people ?? []).map((person: { id: string }) => person.id));
  }
  return [...new Set(people)];
}

function pidOf(name: string): number | undefined {
  const run = JSON.parse(readFileSync(join(product.env.OUTBOUND_DATA_DIR!, 'run.json'), 'utf8'));
  return run.parts[name]?.pid;
}

async function serves(): Promise<boolean> {
  const signal = AbortSignal.timeout(1_000);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${product.url}/api/public/v1/tags`, { headers, signal }).catch(() => undefined);
  return answer?.status === 200;
}

/** Time from the first failed request to the next successful one. 0 if none failed within half a second. */
async function outageAfter(kill: () => void): Promise<number> {
  const killedAt = performance.now();
  let failedAt: number | undefined;
  kill();
  for (;;) {
    const askedAt = performance.now();
    const isUp = await serves();
    if (!isUp) failedAt ??= askedAt;
    if (isUp && failedAt !== undefined) return performance.now() - failedAt;
    if (isUp && askedAt - killedAt > 500) return 0;
    if (askedAt - killedAt > backMs) throw new Error(`down for ${backMs} ms: ${launcher.output().slice(-1_000)}`);
    await wait(25);
  }
}

async function killPart(name: string): Promise<number> {
  const pid = pidOf(name);
  if (pid === undefined) return 0;
  return outageAfter(() => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as { code?: string }).code !== 'ESRCH') throw error;
    }
  });
}

/** Time until the next start is ready. */
async function killLauncher(): Promise<number> {
  await launcher.kill();
  const startedAt = performance.now();
  launcher = startProcess('deploy/launcher/start.ts', [], product.env);
  await untilReady(product.url, launcher);
  return performance.now() - startedAt;
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function line(name: string, times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => ((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) / 1_000).toFixed(1);
  return `${name.padEnd(22)}${String(times.length).padStart(4)} kills   p50 ${at(0.5)} s   p95 ${at(0.95)} s   most ${at(1)} s`;
}

async function lost(done: Awaited<ReturnType<ReturnType<typeof startLoad>['stop']>>): Promise<string[]> {
  const problems: string[] = [];
  const expectEqual = (what: string, found: number, expected: number) => {
    if (found !== expected) problems.push(`${what}: ${found} instead of ${expected}`);
  };
  const contacts = await Array.fromAsync(outbound.each('/contacts'));
  const ids = new Set(contacts.map(({ id }) => id));
  expectEqual(
    'acknowledged contacts that are there',
    done.contacts.filter((id) => ids.has(id)).length,
    done.contacts.length,
  );
  expectEqual('created contacts', contacts.filter(({ source }) => source === 'api').length, done.contacts.length);
  expectEqual('addresses', new Set(contacts.map(({ email }) => email)).size, contacts.length);
  expectEqual('revealed people', contacts.filter(({ source }) => source === 'search').length, done.revealed);
  const { body } = await request('GET', '/credits/balance');
  expectEqual('balance', body.data.balance, trialCredits - done.credits);
  const ledger = await Array.fromAsync(outbound.each('/credits/ledger'));
  expectEqual(
    'sum of the ledger',
    ledger.reduce((sum, { amount }) => sum + amount, 0),
    trialCredits - done.credits,
  );
  return problems;
}

try {
  const load = startLoad(product.url, key, { people: await findPeople(), clients });
  const victims = shuffled([
    ...Array.from({ length: launcherKills }, () => 'launcher'),
    ...Array.from({ length: kills - launcherKills }, (_, i) => parts[i % parts.length]!),
  ]);
  const outages: number[] = [];
  const starts: number[] = [];
  for (const [i, victim] of victims.entries()) {
    await wait(calmMs.min + Math.random() * (calmMs.max - calmMs.min));
    const ms = victim === 'launcher' ? await killLauncher() : await killPart(victim);
    (victim === 'launcher' ? starts : outages).push(ms);
    process.stdout.write(`${String(i + 1).padStart(4)}  ${victim.padEnd(10)}${(ms / 1_000).toFixed(1)} s\n`);
  }
  const done = await load.stop();
  const settledBy = Date.now() + settleMs;
  let problems = await lost(done);
  while (problems.length > 0 && Date.now() < settledBy) {
    await wait(2_000);
    problems = await lost(done);
  }
  const late = starts.filter((ms) => ms >= 10_000).length;
  const lines = [
    `storm: ${done.contacts.length} creates and ${done.revealed} reveals acknowledged, ${done.repeated} requests repeated`,
    line('API out after a part', outages),
    `${line('ready after launcher', starts)}   within 10 s: ${starts.length - late} of ${starts.length}`,
    ...(problems.length === 0 ? ['nothing lost, nothing doubled'] : problems),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await launcher.stop();
  await product.stop();
}
