import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { seedContacts } from '../bench/seed-contacts.ts';
import { createAccount, operate, restClient, startProduct } from '../harness/product.ts';
import { differences } from './differences.ts';
import { startTraffic, type Traffic } from './traffic.ts';

// Backs up an embedded store again and again while contacts are created at a fixed rate. Compares response times with
// and without a backup, restores the last backup elsewhere, and compares it with its stated moment.
//   node test/backup/backups-at-rate.ts        CONTACTS=200000 RATE=50 BACKUPS=10
const contacts = Number(process.env.CONTACTS ?? 200_000);
const rate = Number(process.env.RATE ?? 50);
const backups = Number(process.env.BACKUPS ?? 10);
/** Traffic without a backup, before each one, in milliseconds. */
const quietMs = Number(process.env.QUIET_SECONDS ?? 20) * 1_000;
const environment = {
  MONGODB_URI: '',
  METRICS_PORT: '0',
  OUTBOUND_BACKUP_PASSPHRASE: 'a passphrase of some length',
  LOG_LEVEL: 'warn',
  // The default. Tests poll more often.
  WORKER_POLL_MS: '400',
};
/** The contact from which the others are copied. */
const extra = 1;
const percentile = 0.99;

function at(share: number, values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}

function show(line: string): void {
  process.stdout.write(`${line} (load ${loadavg()[0]!.toFixed(1)})\n`);
}

type Product = Awaited<ReturnType<typeof startProduct>>;

async function seed(product: Product, key: string): Promise<void> {
  const request = restClient(product.url, key);
  const first = await request('POST', '/contacts', { email: 'template@seed.example' });
  const list = await request('POST', '/lists', { name: 'Seed' });
  const { mongodbUri } = JSON.parse(readFileSync(join(product.env.OUTBOUND_DATA_DIR!, 'run.json'), 'utf8'));
  const client = await new MongoClient(mongodbUri).connect();
  const db = client.db(product.env.CORE_DATABASE!);
  await seedContacts(db, first.body.data.id, list.body.data.id, { from: 0, to: contacts });
  await client.close();
}

/** Runs one backup beside the traffic. Returns the response times before it and during it. */
async function backUpOnce(product: Product, traffic: Traffic, file: string) {
  traffic.takeTimes();
  await wait(quietMs);
  const before = traffic.takeTimes();
  const startedAt = performance.now();
  const outcome = await operate(['backup', '--file', file, '--json'], product.env).catch((error: Error) => error);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { before, during: traffic.takeTimes(), seconds, outcome };
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'outbound-backups-'));
  const product = await startProduct({ ...environment, OUTBOUND_DATA_DIR: join(folder, 'data') });
  const { key } = await createAccount(product);
  await seed(product, key);
  show(`seeded ${contacts} contacts`);
  const traffic = startTraffic(restClient(product.url, key), rate);
  const [quiet, busy, ratios]: number[][] = [[], [], []];
  let made = 0;
  let moment = '';
  const file = join(folder, 'last.backup');
  for (let i = 1; i <= backups; i += 1) {
    const { before, during, seconds, outcome } = await backUpOnce(product, traffic, file);
    const [p99Before, p99During] = [at(percentile, before), at(percentile, during)];
    quiet!.push(...before);
    busy!.push(...during);
    ratios!.push(p99During / p99Before);
    if (typeof outcome === 'string') {
      made += 1;
      moment = JSON.parse(outcome.split('\n').at(-1)!).createdAt;
    }
    const result = typeof outcome === 'string' ? 'done' : outcome.message;
    show(
      `backup ${i}: ${result} in ${seconds.toFixed(0)} s; p99 of others ${p99Before.toFixed(0)} ms before, ` +
        `${p99During.toFixed(0)} ms during, ratio ${(p99During / p99Before).toFixed(2)}`,
    );
  }
  const written = await traffic.stop();
  const median = at(0.5, ratios!);
  show(
    `${made} of ${backups} backups; p99 of others ${at(percentile, quiet!).toFixed(0)} ms without and ` +
      `${at(percentile, busy!).toFixed(0)} ms during backups, median ratio ${median.toFixed(2)}; ` +
      `${written.perSecond.toFixed(1)} creates a second; ${written.failures.length} failed requests`,
  );
  for (const failure of written.failures.slice(0, 5)) show(failure);
  const elsewhere = { ...product.env, OUTBOUND_DATA_DIR: join(folder, 'elsewhere') };
  show(await operate(['restore', '--file', file], elsewhere));
  // Fails unless each ledger equals its balance.
  show(await operate(['verify'], elsewhere));
  const found = await differences({ environment: elsewhere, moment, contacts: contacts + extra, written });
  show(`differences from the state of ${moment}: ${found.length === 0 ? 'none' : found.slice(0, 10).join('; ')}`);
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = made === backups && written.failures.length === 0 && found.length === 0 ? 0 : 1;
}

await main();
