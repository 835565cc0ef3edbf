import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, operate, type Product, restClient, startProduct } from './harness/product.ts';
import { until } from './harness/running-process.ts';
import { type SmtpSink, startSmtpSink } from './harness/smtp-sink.ts';

// An older state of the data folder comes back in three ways while its journal has continued. OLDER_STATE_PEOPLE=500
// sets the number of messages, and of opt-outs, since that state.
const people = Number(process.env.OLDER_STATE_PEOPLE ?? 40);
const mailboxes = 10;
const batchSize = 50;
/** Long enough for several rounds of a worker that polls every 50 ms. */
const unsentMs = 5_000;
const settleMs = 1_200_000;
const timeoutMs = 1_800_000;
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const folder = mkdtempSync(join(tmpdir(), 'outbound-older-'));
const dataDir = join(folder, 'data');
const snapshot = join(folder, 'snapshot');
/** The folder as it was when everything was sent. */
const latest = join(folder, 'latest');
const backupDir = join(folder, 'backups');
const optedOut = Array.from({ length: people }, (_, i) => `no${i}@refused.example`);

let sink: SmtpSink;
let env: Record<string, string>;
let key: string;
let from: string;
let running: Product | undefined;

beforeAll(async () => {
  sink = await startSmtpSink();
  running = await startProduct({
    MONGODB_URI: '',
    METRICS_PORT: '0',
    OUTBOUND_DATA_DIR: dataDir,
    BACKUP_DIR: backupDir,
    BASE_URL: 'https://outbound.example',
    OUTBOUND_BACKUP_PASSPHRASE: 'a passphrase of some length',
  });
  ({ env } = running);
  ({ key } = await createAccount(running));
  await launch(restClient(running.url, key));
  await until('the first message', async () => sink.received.length > 0, settleMs);
  await takeSnapshot();
  await optOutAll(restClient(running.url, key));
  await until('all messages', async () => sink.received.length >= people, settleMs);
  expect(sink.received.flatMap(({ to }) => to).sort()).toEqual(
    [...new Set(sink.received.flatMap(({ to }) => to))].sort(),
  );
  await running.process.stop();
  cpSync(dataDir, latest, { recursive: true, filter: isFile });
}, timeoutMs);
afterAll(async () => {
  await running?.process.stop();
  await sink.stop();
  rmSync(folder, { recursive: true, force: true });
});

function isFile(source: string): boolean {
  return !/\.sock$|run\.json$|\.lock$/.test(source);
}

async function launch(request: ReturnType<typeof restClient>): Promise<void> {
  const post = async (path: string, body: object) => {
    const answer = await request('POST', path, body);
    expect(answer.body.ok, `${path} ${JSON.stringify(answer.body)}`).toBe(true);
    return answer.body.data;
  };
  await request('PATCH', '/settings', { postalAddress: 'Acme Ltd, 1 Road, Town' });
  const smtp = { host: '127.0.0.1', port: sink.port, security: 'none' };
  const limits = { dailyCap: 2_000, gapSeconds: { min: 1, max: 1 } };
  const ids: string[] = [];
  for (let i = 0; i < mailboxes; i += 1)
    ids.push((await post('/mailboxes', { address: `ada${i}@acme.example`, smtp, ...limits })).id);
  const window = { days: everyDay, from: '00:00', to: '24:00', timeZone: 'UTC' };
  const steps = [{ subject: 'Hello', body: 'Hello.' }];
  const { id } = await post('/campaigns', { name: 'Many', mailboxIds: ids, window, steps });
  const contacts = Array.from({ length: people }, (_, i) => ({
    email: `person${i}@firm${i}.example`,
    firstName: `First${i}`,
    emailStatus: 'valid',
    declaredBasis: 'legitimate_interest',
  }));
  const { results } = await post('/contacts/bulk', { contacts });
  const contactIds: string[] = results.map(({ contactId }: { contactId: string }) => contactId);
  for (let at = 0; at < people; at += 100)
    await post(`/campaigns/${id}/enrollments`, { contactIds: contactIds.slice(at, at + 100) });
  await post(`/campaigns/${id}/launch`, {});
}

/** Copies the folder of the running product while its store is stopped for an instant, like a volume snapshot. */
async function takeSnapshot(): Promise<void> {
  const { mongodbUri } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
  const client = await new MongoClient(mongodbUri).connect();
  const { pid } = await client.db('admin').command({ serverStatus: 1 });
  await client.close();
  process.kill(pid, 'SIGSTOP');
  from = new Date().toISOString();
  cpSync(dataDir, snapshot, { recursive: true, filter: isFile });
  process.kill(pid, 'SIGCONT');
}

async function inBatches(values: string[], work: (value: string) => Promise<void>): Promise<void> {
  for (let at = 0; at < values.length; at += batchSize) await Promise.all(values.slice(at, at + batchSize).map(work));
}

async function optOutAll(request: ReturnType<typeof restClient>): Promise<void> {
  await inBatches(optedOut, async (value) => {
    expect((await request('POST', '/suppressions', { value, reason: 'unsubscribe' })).status).toBe(201);
  });
}

/** Overwrites the contents of files and keeps their inodes, as a rolled-back volume does. */
function rollBack(target: string): void {
  rmSync(join(target, 'mongo'), { recursive: true, force: true });
  cpSync(snapshot, target, { recursive: true });
}

interface Restored {
  dataDir: string;
  backupDir: string;
}

/** Starts on the older state, and expects that nothing is sent before a person confirms. */
async function startStopped({ dataDir: own, backupDir: backups }: Restored): Promise<Product> {
  const sent = sink.received.length;
  running = await startProduct({ ...env, OUTBOUND_DATA_DIR: own, BACKUP_DIR: backups });
  await until('the stop', async () => (await stops(running!)).length > 0);
  await wait(unsentMs);
  expect(sink.received).toHaveLength(sent);
  return running;
}

async function stops({ url }: Product): Promise<unknown[]> {
  return (await restClient(url, key)('GET', '/sending')).body.data.stops;
}

async function scheduledMessages({ url }: Product): Promise<number> {
  const { body } = await restClient(url, key)('GET', '/messages?state=scheduled&limit=1');
  return body.data.length;
}

async function lostOptOuts({ url }: Product): Promise<string[]> {
  const lost: string[] = [];
  await inBatches(optedOut, async (value) => {
    const { body } = await restClient(url, key)('GET', `/suppressions/check?value=${value}`);
    if (!body.data.isSuppressed) lost.push(value);
  });
  return lost;
}

const ways: Record<string, () => Restored> = {
  'a volume snapshot': () => {
    rollBack(dataDir);
    return { dataDir, backupDir };
  },
  'a copied folder': () => {
    const copy = join(folder, 'copy');
    cpSync(snapshot, copy, { recursive: true });
    return { dataDir: copy, backupDir };
  },
  'a foreign restore of the store alone': () => {
    const mixed = join(folder, 'mixed');
    cpSync(latest, mixed, { recursive: true });
    rmSync(join(mixed, 'mongo'), { recursive: true });
    cpSync(join(snapshot, 'mongo'), join(mixed, 'mongo'), { recursive: true });
    return { dataDir: mixed, backupDir };
  },
};

test.each(Object.keys(ways))(
  'sends nothing unasked, keeps every opt-out, and repeats no message after %s',
  async (way) => {
    const sent = sink.received.length;
    const restored = ways[way]!();
    // Each way starts with the journal as it was after the last message.
    const kept = join(folder, `journal of ${way}`);
    cpSync(backupDir, kept, { recursive: true });
    const product = await startStopped({ ...restored, backupDir: kept });
    const own = { ...product.env };
    await expect(operate(['sending', 'resume'], own)).rejects.toThrow('outbound restored --from');
    const said = await operate(['restored', '--from', from], own);
    expect(said).toContain(`${people} opt-outs`);
    expect(await lostOptOuts(product)).toEqual([]);
    await operate(['sending', 'resume'], own);
    await until('no scheduled message', async () => (await scheduledMessages(product)) === 0, settleMs);
    await wait(unsentMs);
    expect(sink.received).toHaveLength(sent);
    console.info(`${way}: ${said}`);
    await product.process.stop();
  },
  timeoutMs,
);

test(
  'without a journal, everything doubtful is held until a person accepts that',
  async () => {
    const copy = join(folder, 'alone');
    const none = join(folder, 'none');
    mkdirSync(none);
    cpSync(snapshot, copy, { recursive: true });
    for (const name of readdirSync(copy).filter((file) => file.endsWith('.journal')))
      renameSync(join(copy, name), join(none, `${name}.lost`));
    const product = await startStopped({ dataDir: copy, backupDir: none });
    const own = { ...product.env };
    const said = await operate(['restored', '--from', from], own);
    expect(said).toContain('are unknown');
    await expect(operate(['sending', 'resume'], own)).rejects.toThrow('--without-journal');
    const sent = sink.received.length;
    await wait(unsentMs);
    expect(sink.received).toHaveLength(sent);
    console.info(`without a journal: ${said}`);
    await product.process.stop();
  },
  timeoutMs,
);
