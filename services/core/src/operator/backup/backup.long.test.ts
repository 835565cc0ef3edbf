import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { journalKeys, RefusalJournal } from '../../engine/backup/refusal-journal.ts';
import { parseKeyRing } from '../../secrets/key-ring.ts';
import type { Config } from '../../settings/config.ts';
import { SnapshotError } from '../../store/backup/snapshot.ts';
import { connectStore, disconnectStore, dropStore } from '../../store/connection/connect.ts';
import { findMessage } from '../../store/messages/message-store.ts';
import { digestKey } from '../../store/secrets/store-keys.ts';
import { resumeSending } from '../../store/sending/sending-stop-store.ts';
import { findSuppressed } from '../../store/suppressions/suppression-store.ts';
import { startRunningCampaign, until } from '../../testing/running-campaign.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/servers/smtp-sink.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { startWorker } from '../../worker/start-worker.ts';
import { runOperator } from '../run.ts';
import { backupCommand } from './backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'outbound-backup-'));
const file = join(folder, 'all.backup');
let core: TestCore;
let sink: SmtpSink;

beforeAll(async () => {
  const secretKey = randomBytes(32).toString('base64');
  core = await startTestCore({
    environment: {
      BASE_URL: 'https://outbound.example',
      OUTBOUND_BACKUP_PASSPHRASE: 'a passphrase of some length',
      WORKER_POLL_MS: '20',
      SECRET_KEY: secretKey,
    },
  });
  sink = await startSmtpSink();
});
beforeEach(() => rmSync(file, { force: true }));
afterAll(async () => {
  await sink?.stop();
  await core?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command as the operator would, then reconnects the test's store. */
async function run(line: string, config: Config = core.config, keyRingAfter = config.keyRing) {
  const out: string[] = [];
  const err: string[] = [];
  const { mongodbUri: uri, databaseName, trialCredits } = config;
  const log = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) };
  await disconnectStore();
  const code = await runOperator(line.split(' '), {
    uri,
    databaseName,
    trialCredits,
    config,
    keyRing: config.keyRing,
    ...log,
  });
  await connectStore(uri, databaseName, { keyRing: keyRingAfter });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

async function addContacts(count: number, name: string): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const body = { email: `${name}${i}@backup.example`, declaredBasis: 'legitimate_interest' };
    ids.push((await core.request('POST', '/contacts', { body })).body.data.id);
  }
  return ids;
}

test('a restore emails no opted-out contact, brings back no erased contact, and sends nothing twice', async () => {
  const erased = await addContacts(5, 'erased');
  await addContacts(10, 'unsubscribed');
  const { messages } = await startRunningCampaign({
    workspaceId: core.workspaceId,
    people: 30,
    smtpPort: sink.port,
    now: new Date(),
  });
  expect(await run(`backup --file ${file} --stopped`)).toMatchObject({ code: 0 });

  for (let i = 0; i < 10; i += 1)
    await core.request('POST', '/suppressions', {
      body: { value: `unsubscribed${i}@backup.example`, reason: 'manual' },
    });
  for (const id of erased) await core.request('POST', `/contacts/${id}/erase`, { body: {} });
  const stateOf = async (id: string) => (await findMessage(core.workspaceId, id))!.state;
  const worker = startWorker(core.deps);
  await until(async () => (await stateOf(messages[29]!.id)) === 'sent');
  await until(async () =>
    (await Promise.all(messages.map(({ id }) => stateOf(id)))).every((state) => state === 'sent'),
  );
  await worker.stop();
  expect(sink.received).toHaveLength(30);

  const restored = await run(`restore --file ${file} --replace --yes --json`);
  expect(restored).toMatchObject({ code: 0 });
  expect(JSON.parse(restored.out)).toMatchObject({
    sentMessages: 30,
    unconfirmedMessages: 0,
    replayedErasures: 5,
    keysFile: null,
  });

  const addresses = Array.from({ length: 10 }, (_, i) => `unsubscribed${i}@backup.example`);
  expect((await findSuppressed(core.workspaceId, addresses)).size).toBe(10);
  const list = await core.request('GET', '/contacts?limit=100');
  expect(list.body.data.filter(({ id }: { id: string }) => erased.includes(id))).toEqual([]);
  expect((await core.request('GET', '/sending')).body.data.stops).toMatchObject([{ reason: 'restore' }]);

  await resumeSending('installation');
  const again = startWorker(core.deps);
  const marker = await startRunningCampaign({
    workspaceId: (await core.addWorkspace()).workspaceId,
    people: 1,
    smtpPort: sink.port,
    now: new Date(),
  });
  await until(
    async () => (await findMessage(marker.messages[0]!.workspaceId, marker.messages[0]!.id))!.state === 'sent',
  );
  await again.stop();
  expect(sink.received).toHaveLength(31);
  expect(await Promise.all(messages.map(({ id }) => stateOf(id)))).toEqual(messages.map(() => 'sent'));
});

test('the journal alone keeps opt-outs if the store and SECRET_KEY are lost', async () => {
  await run(`backup --file ${file} --stopped`);
  const added = await core.request('POST', '/suppressions', {
    body: { value: 'late@journal.example', reason: 'manual' },
  });
  expect(added.status).toBe(201);
  const keys = journalKeys([digestKey()], core.config.keyRing.all);
  const journal = new RefusalJournal(join(core.config.dataDir, 'outbound.journal'), keys);
  expect(await journal.append(new Date())).toBeGreaterThan(0);
  const keyRing = parseKeyRing(randomBytes(32).toString('base64'));
  const elsewhere = { ...core.config, keyRing, databaseName: `${core.config.databaseName}_other` };
  const restored = await run(`restore --file ${file} --replace --yes`, elsewhere, core.config.keyRing);
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toContain('1 opt-out');
  const found = await findSuppressed(core.workspaceId, ['late@journal.example']);
  expect(found.size).toBe(1);
  await dropStore();
  await disconnectStore();
  await connectStore(core.config.mongodbUri, core.config.databaseName, { keyRing: core.config.keyRing });
});

test('is consistent during writes with a balanced ledger, or rejected if the store has no snapshots', async () => {
  let isWriting = true;
  let written = 0;
  const write = async () => {
    for (let i = 0; isWriting; i += 1) {
      await core.request('POST', '/contacts', { body: { email: `w${i}.${Math.random()}@busy.example` } });
      written += 1;
    }
  };
  const writers = [write(), write(), write()];
  const config = core.config;
  const environment = { trialCredits: 0, config, keyRing: config.keyRing, now: () => new Date() };
  const outcome = await backupCommand.run({ file }, environment).catch((error: Error) => error);
  isWriting = false;
  await Promise.all(writers);
  expect(written).toBeGreaterThan(0);
  if (outcome instanceof SnapshotError) return expect(outcome.message).toContain('does not keep to it');
  expect(outcome).toMatchObject({ data: { documents: expect.any(Number) } });
  expect((await run(`restore --file ${file} --replace --yes`)).code).toBe(0);
  expect((await run('verify')).out).toContain('each ledger is its balance');
});

test('requires the passphrase to read a backup, and detects a changed byte', async () => {
  await run(`backup --file ${file} --stopped`);
  const before = (await run('sending status')).out;
  const bytes = readFileSync(file);
  expect(bytes.includes('backup.example')).toBe(false);
  const other = { ...core.config, backup: { ...core.config.backup, passphrase: 'another' } };
  expect((await run(`verify --file ${file}`, other)).err).toContain('The passphrase is not the one of this backup.');
  expect((await run(`verify --file ${file}`)).out).toContain('is whole');
  for (const change of [bytes.subarray(0, -3), Buffer.concat([bytes, Buffer.from('x')]), flipped(bytes)]) {
    writeFileSync(file, change);
    const { code, err } = await run(`restore --file ${file} --replace --yes`);
    expect(code).toBe(1);
    expect(err).toMatch(/damaged|cut off|added/);
  }
  expect((await run('sending status')).out).toBe(before);
});

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(copy.length / 2);
  copy[at] = copy[at]! ^ 1;
  return copy;
}

test('rejects a backup without a passphrase and names the setting', async () => {
  const config = { ...core.config, backup: { ...core.config.backup, passphrase: undefined } };
  expect(await run(`backup --file ${file}`, config)).toMatchObject({ code: 2 });
});
