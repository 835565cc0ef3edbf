import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultySink, startFaultySink } from './harness/faulty-sink.ts';
import { createAccount, operate, type Product, restClient, startProduct } from './harness/product.ts';
import { until } from './harness/running-process.ts';

// Operator commands while the product is in use. OPERATE_WRITES=100 sets the writes per second during the backup,
// OPERATE_CONTACTS=20000 the contacts during an erasure.
const writesPerSecond = Number(process.env.OPERATE_WRITES ?? 10);
const contacts = Number(process.env.OPERATE_CONTACTS ?? 1_000);
const recipients = 400;
const stoppedWithinMs = 2_000;
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

let env: Record<string, string>;
let product: Product;
let sink: FaultySink;
let request: ReturnType<typeof restClient>;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'outbound-under-load-'));
  sink = await startFaultySink({ percent: 0, delayMsMax: 60 });
  product = await startProduct({
    MONGODB_URI: '',
    METRICS_PORT: '0',
    OUTBOUND_DATA_DIR: dataDir,
    // Real mailboxes need a public unsubscribe URL.
    BASE_URL: 'https://outbound.example',
    OUTBOUND_BACKUP_PASSPHRASE: 'a passphrase of some length',
  });
  ({ env } = product);
  const { key } = await createAccount(product);
  request = restClient(product.url, key);
}, 120_000);
afterAll(async () => {
  await product.process.stop();
  await sink.stop();
  rmSync(env.OUTBOUND_DATA_DIR!, { recursive: true, force: true });
});

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await request('POST', path, body, headers);
  expect(answer.body.ok, `${path} ${JSON.stringify(answer.body)}`).toBe(true);
  return answer.body.data;
}

async function addPeople(count: number, domain: string): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += 1_000) {
    const length = Math.min(1_000, count - from);
    const contacts = Array.from({ length }, (_, i) => ({
      email: `person${from + i}@${domain}`,
      firstName: `First${from + i}`,
      lastName: `Last${from + i}`,
      emailStatus: 'valid',
      declaredBasis: 'legitimate_interest',
    }));
    const { results } = await post('/contacts/bulk', { contacts });
    ids.push(...results.map(({ contactId }: { contactId: string }) => contactId));
  }
  return ids;
}

async function launchToMany(): Promise<void> {
  await request('PATCH', '/settings', { postalAddress: 'Acme Ltd, 1 Road, Town' });
  const smtp = { host: '127.0.0.1', port: sink.port, security: 'none' };
  const limits = { dailyCap: 2_000, gapSeconds: { min: 0, max: 0 } };
  const mailboxIds: string[] = [];
  for (let i = 0; i < 10; i += 1)
    mailboxIds.push((await post('/mailboxes', { address: `ada${i}@acme.example`, smtp, ...limits })).id);
  const window = { days: everyDay, from: '00:00', to: '24:00', timeZone: 'UTC' };
  const steps = [{ subject: 'Hello', body: 'Hello.' }];
  const { id } = await post('/campaigns', { name: 'Many', mailboxIds, window, steps });
  const contactIds = await addPeople(recipients, 'reached.example');
  for (let from = 0; from < recipients; from += 100)
    await post(`/campaigns/${id}/enrollments`, { contactIds: contactIds.slice(from, from + 100) });
  await post(`/campaigns/${id}/launch`, {});
}

test('sending stops within two seconds, stays stopped after a crash, and resumes without loss or repetition', async () => {
  await launchToMany();
  await until('mail that goes out', async () => sink.taken.length >= 20, 120_000);
  await operate(['sending', 'stop'], env);
  await wait(stoppedWithinMs);
  const stoppedAt = sink.taken.length;
  expect(stoppedAt).toBeLessThan(recipients);

  await product.process.kill();
  product = await startProduct(env);
  // Long enough for several rounds of a worker that polls every 50 ms.
  await wait(5_000);
  expect(sink.taken.length).toBe(stoppedAt);
  expect((await request('GET', '/sending')).body.data.stops).toHaveLength(1);

  await operate(['sending', 'resume'], env);
  await until('the others', async () => sink.taken.length >= recipients, 240_000);
  await wait(1_000);
  expect(new Set(sink.taken).size).toBe(recipients);
  expect(sink.taken).toHaveLength(recipients);
  console.info(`stopped after ${stoppedAt} of ${recipients}`);
}, 600_000);

/** Writes at a fixed rate, independent of responses, until the work has ended. */
async function besideWrites<T>(work: Promise<T>): Promise<{ result: T; acknowledged: string[]; perSecond: number }> {
  const acknowledged: string[] = [];
  const writing: Promise<void>[] = [];
  const startedAt = performance.now();
  let hasEnded = false;
  const ended = work.finally(() => {
    hasEnded = true;
  });
  for (let i = 0; !hasEnded; i += 1) {
    const email = `beside${i}@written.example`;
    writing.push(post('/contacts', { email }).then(() => void acknowledged.push(email)));
    await wait(Math.max(0, startedAt + ((i + 1) * 1_000) / writesPerSecond - performance.now()));
  }
  const result = await ended;
  const perSecond = (acknowledged.length * 1_000) / (performance.now() - startedAt);
  await Promise.all(writing);
  return { result, acknowledged, perSecond };
}

test('a backup during writes is complete, and no write is delayed or fails', async () => {
  const file = join(env.OUTBOUND_DATA_DIR!, 'beside.backup');
  const startedAt = performance.now();
  const { acknowledged, perSecond } = await besideWrites(operate(['backup', '--file', file], env));
  const seconds = (performance.now() - startedAt) / 1_000;
  console.info(
    `backup in ${seconds.toFixed(1)} s beside ${perSecond.toFixed(0)} of ${writesPerSecond} writes a second`,
  );
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(await operate(['verify', '--file', file], env)).toContain('whole');
}, 600_000);

test('an erasure among many contacts does not delay other requests', async () => {
  const ids = await addPeople(contacts, 'many.example');
  await post(`/contacts/${ids[0]}/notes`, { text: 'First1 Last1 sent us here.' });
  const startedAt = performance.now();
  await post(`/contacts/${ids[1]}/erase`, {});
  const erasedMs = performance.now() - startedAt;
  const slowest = { ms: 0 };
  const isTakenOut = async () => {
    const before = performance.now();
    const { body } = await request('GET', `/contacts/${ids[0]}/notes`);
    slowest.ms = Math.max(slowest.ms, performance.now() - before);
    return body.data[0].text.startsWith('(erased)');
  };
  await until('the note without the name', isTakenOut, 60_000);
  const passMs = performance.now() - startedAt;
  console.info(
    `erased in ${erasedMs.toFixed(0)} ms among ${contacts}, out of a note after ${(passMs / 1_000).toFixed(1)} s, slowest read meanwhile ${slowest.ms.toFixed(0)} ms`,
  );
}, 600_000);
