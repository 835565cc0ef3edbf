import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { EpochGuard } from '../engine/backup/guard-epoch.ts';
import { journalFile } from '../engine/backup/journal-file.ts';
import { journalKeys, RefusalJournal } from '../engine/backup/refusal-journal.ts';
import type { Config } from '../settings/config.ts';
import { connectStore, disconnectStore } from '../store/connection/connect.ts';
import { inTransaction } from '../store/documents/transaction.ts';
import { addEvent } from '../store/events/event-store.ts';
import { findMessage } from '../store/messages/message-store.ts';
import { digestKey } from '../store/secrets/store-keys.ts';
import { findStoppedWorkspaces, resumeSending } from '../store/sending/sending-stop-store.ts';
import { findSuppressed } from '../store/suppressions/suppression-store.ts';
import { startRunningCampaign } from '../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { testStoreUri } from '../testing/test-store.ts';
import { runOperator } from './run.ts';

const dayMs = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'outbound-restored-'));
let core: TestCore;
let journalDir: string;

beforeAll(async () => {
  core = await startTestCore();
});
beforeEach(async () => {
  for (const name of ['restore_epoch', 'sending_stops']) await collection(name).deleteMany({});
  rmSync(join(core.config.dataDir, 'restore-epoch.json'), { force: true });
  journalDir = mkdtempSync(join(folder, 'journal-'));
});
afterAll(async () => {
  await core?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Configuration of a store in a data folder, with its journal on another disk. */
function configWith(changes: Partial<Config> = {}): Config {
  return { ...core.config, backup: { ...core.config.backup, dir: journalDir }, ...changes };
}

async function run(line: string, config = configWith(), typed = '') {
  const [out, err]: [string[], string[]] = [[], []];
  const { mongodbUri: uri, databaseName, trialCredits, keyRing } = config;
  const log = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) };
  const input = Readable.from([typed]);
  await disconnectStore();
  const options = { uri, databaseName, trialCredits, config, keyRing, input, ...log };
  const code = await runOperator(line.split(' '), options);
  await connectStore(uri, databaseName, { keyRing });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** Runs a worker's checks before sending. */
function start(config = configWith()) {
  const guard = new EpochGuard({ ...core.deps, config });
  return { guard, doubt: guard.begin() };
}

async function writeJournal(guard: EpochGuard): Promise<void> {
  const config = configWith();
  const journal = new RefusalJournal(journalFile(config), journalKeys([digestKey()], config.keyRing.all));
  await journal.append(new Date(), () => guard.advance());
}

async function isStopped(): Promise<boolean> {
  return (await findStoppedWorkspaces()).isAllStopped;
}

function collection(name: string) {
  return mongoose.connection.db!.collection(name);
}

async function optOut(value: string): Promise<void> {
  const { status } = await core.request('POST', '/suppressions', { body: { value, reason: 'unsubscribe' } });
  expect(status).toBe(201);
}

test('restarts and a growing journal never stop sending', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { guard, doubt } = start();
    expect(await doubt).toBeNull();
    await optOut(`round${round}@restart.example`);
    await writeJournal(guard);
    await guard.check();
    expect(await isStopped()).toBe(false);
  }
});

const storeUri = await testStoreUri();
/** A store on a server of its own is not part of a folder, so a copied folder says nothing about it. */
const isEmbedded = storeUri.includes('mongo.sock');

/** Configuration of a data folder that holds the store. A link replaces the copied files. */
function storeInFolder(): Config {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  symlinkSync(dirname(decodeURIComponent(new URL(storeUri).host)), join(dataDir, 'mongo'));
  const socket = encodeURIComponent(join(dataDir, 'mongo', 'mongo.sock'));
  return configWith({ dataDir, mongodbUri: `mongodb://${socket}/?directConnection=true` });
}

test.runIf(isEmbedded)('a copied folder sends only after a person confirms it', async () => {
  const { guard, doubt } = start(storeInFolder());
  expect(await doubt).toBeNull();
  await optOut('one@copy.example');
  await writeJournal(guard);
  const copy = storeInFolder();
  expect(await start(copy).doubt).toContain('copied, moved, or restored');
  expect(await isStopped()).toBe(true);
  const resumed = await run('sending resume', copy);
  expect(resumed).toMatchObject({ code: 2 });
  expect(resumed.err).toContain('outbound restored --from');
  expect((await run('restored --from now', copy)).out).toBe('Confirmed. Sending continues.');
  expect(await isStopped()).toBe(false);
  expect(await start(copy).doubt).toBeNull();
});

test('an embedded store outside of the data folder does not depend on that folder', async () => {
  expect(await start().doubt).toBeNull();
  expect(await start(configWith({ dataDir: mkdtempSync(join(folder, 'other-')) })).doubt).toBeNull();
  expect(await isStopped()).toBe(false);
});

test('a store older than its journal keeps opt-outs and sent messages', async () => {
  const { workspaceId } = core;
  const { messages } = await startRunningCampaign({
    workspaceId,
    people: 3,
    smtpPort: null,
    now: new Date(Date.now() + 5 * dayMs),
  });
  const [early] = messages;
  const first = start();
  expect(await first.doubt).toBeNull();
  await optOut('before@snapshot.example');
  await writeJournal(first.guard);
  const epoch = await collection('restore_epoch').findOne({});
  const from = new Date();
  // After the snapshot, someone opts out, and a message due in five days is sent early.
  await optOut('after@snapshot.example');
  const data = { campaignId: early!.campaignId, enrollmentId: early!.enrollmentId, contactId: null, mailboxId: null };
  await inTransaction(() =>
    addEvent(workspaceId, 'message.sent', early!.id, { ...data, kind: 'campaign' }, new Date()),
  );
  await writeJournal(first.guard);
  await first.guard.check();
  // Restore the snapshot.
  await collection('suppressions').deleteMany({ value: 'after@snapshot.example' });
  await collection('events').deleteMany({ type: 'message.sent' });
  await collection('restore_epoch').replaceOne({}, epoch!);

  await first.guard.check();
  expect(await isStopped()).toBe(true);
  await resumeSending('installation');
  expect(await start().doubt).toContain('older than');
  expect(await isStopped()).toBe(true);
  const { code, out } = await run(`restored --from ${from.toISOString()}`);
  expect(code).toBe(0);
  expect(out).toContain('1 sent message');
  expect(out).toContain('outbound sending resume');
  expect((await findSuppressed(workspaceId, ['after@snapshot.example'])).size).toBe(1);
  expect(await findMessage(workspaceId, early!.id)).toMatchObject({ state: 'sent' });
  expect(await findMessage(workspaceId, messages[1]!.id)).toMatchObject({ state: 'scheduled' });
  expect(await isStopped()).toBe(true);
  expect((await run('sending resume')).code).toBe(0);
  expect(await start().doubt).toBeNull();
  expect(await isStopped()).toBe(false);
});

test('without a journal, holds everything scheduled until a person accepts the risk', async () => {
  const from = new Date(Date.now() - dayMs).toISOString();
  const { code, out } = await run(`restored --from ${from}`);
  expect(code).toBe(0);
  expect(out).toContain(`Opt-outs since ${from} are unknown`);
  const refused = await run('sending resume');
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.err).toContain('--without-journal');
  expect(await isStopped()).toBe(true);
  expect((await run('doctor')).out).toMatch(/^error +sending .*opt-outs and sent messages since then are unknown/m);
  expect((await run('sending resume --without-journal')).code).toBe(0);
  expect(await isStopped()).toBe(false);
});

test('a journal that ends before the restored state is as good as none', async () => {
  const { guard, doubt } = start();
  await doubt;
  await optOut('first@behind.example');
  await writeJournal(guard);
  const old = join(folder, 'old.journal');
  copyFileSync(journalFile(configWith()), old);
  await optOut('second@behind.example');
  await writeJournal(guard);
  const from = new Date().toISOString();
  writeFileSync(join(folder, 'empty.journal'), '');
  for (const name of ['old', 'empty'])
    expect((await run(`restored --from ${from} --journal ${join(folder, name)}.journal`)).out).toContain('are unknown');
});

test('a restore stops a running part', async () => {
  const { guard, doubt } = start();
  await doubt;
  await collection('restore_epoch').deleteMany({});
  expect(await guard.check()).toBeNull();
  expect(await isStopped()).toBe(true);
  expect(await guard.advance()).toBeUndefined();
});

test.each([
  ['yesterday', 'not "yesterday"'],
  ['2026-05-04', 'takes a time with a zone'],
  ['2026-05-04T02:30:00', 'takes a time with a zone'],
  ['2999-01-01T00:00:00Z', 'in the future'],
])('--from %s is a usage error', async (from, reason) => {
  const { code, err } = await run(`restored --from ${from}`);
  expect(code).toBe(2);
  expect(err).toContain(reason);
});

test('a missing journal is an error, not an empty journal', async () => {
  const from = new Date(Date.now() - dayMs).toISOString();
  const { code, err } = await run(`restored --from ${from} --journal ${folder}/none.journal`);
  expect(code).toBe(1);
  expect(err).toContain('There is no journal at');
  expect(await isStopped()).toBe(false);
});
