import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectStore, disconnectStore } from '../../store/connection/connect.ts';
import { findMessages } from '../../store/messages/message-store.ts';
import { findSuppressed } from '../../store/suppressions/suppression-store.ts';
import { type RunningCampaign, startRunningCampaign, until } from '../../testing/running-campaign.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/servers/smtp-sink.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { startWorker } from '../../worker/start-worker.ts';
import { runOperator } from '../run.ts';
import { backupCommand } from './backup.ts';

const dayMs = 86_400_000;
const sentCount = 300;
const unsubscribedCount = 200;
const erasedCount = 50;
const untouchedCount = 50;
const waitMs = 240_000;

const folder = mkdtempSync(join(tmpdir(), 'outbound-restore-'));
const file = join(folder, 'all.backup');
let shiftMs = 0;
function now(): Date {
  return new Date(Date.now() + shiftMs);
}
let core: TestCore;
let sink: SmtpSink;
let other: { workspaceId: string; key: string };

beforeAll(async () => {
  const SECRET_KEY = randomBytes(32).toString('base64');
  const BASE_URL = 'https://outbound.example';
  const environment = {
    BASE_URL,
    OUTBOUND_BACKUP_PASSPHRASE: 'a passphrase of some length',
    WORKER_POLL_MS: '20',
    SECRET_KEY,
  };
  core = await startTestCore({ now, environment });
  other = await core.addWorkspace();
  sink = await startSmtpSink();
});
afterAll(async () => {
  await sink?.stop();
  await core?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command as the operator would, with its own connection. */
async function run(line: string): Promise<string> {
  const { config } = core;
  const { mongodbUri: uri, databaseName, trialCredits, keyRing } = config;
  const out: string[] = [];
  const log = { out: (text: string) => void out.push(text), err: (text: string) => void out.push(text) };
  await disconnectStore();
  const code = await runOperator(line.split(' '), { uri, databaseName, trialCredits, config, keyRing, ...log });
  await connectStore(uri, databaseName, { keyRing });
  expect({ line, code, out }).toEqual({ line, code: 0, out });
  return out.join('\n');
}

/** Backs up while contacts are stored and credits are spent. Returns the concurrent writes per second. */
async function backUpBesideWriters(): Promise<number> {
  const found = await core.request('POST', '/search/people', { body: { seniorities: ['head'], limit: 100 } });
  const ids: string[] = found.body.data.people.map(({ id }: { id: string }) => id);
  let isWriting = true;
  let written = 0;
  const write = async (writer: number) => {
    for (let i = 0; isWriting; i += 1) {
      const personId = i % 5 === 0 ? ids.pop() : undefined;
      const body = personId ? { ids: [personId] } : { email: `w${writer}.${i}@busy.example` };
      const answer = await core.request('POST', personId ? '/search/people/reveal' : '/contacts', { body });
      expect(answer.body.ok, JSON.stringify(answer.body)).toBe(true);
      written += 1;
    }
  };
  const startedAt = performance.now();
  const writers = Array.from({ length: 8 }, (_, writer) => write(writer));
  const { config } = core;
  await backupCommand.run({ file }, { trialCredits: 0, config, keyRing: config.keyRing, now });
  isWriting = false;
  await Promise.all(writers);
  return Math.round((written * 1_000) / (performance.now() - startedAt));
}

async function refuse({ contacts }: RunningCampaign): Promise<void> {
  const ask = (path: string, body: object) => core.request('POST', path, { body, key: other.key });
  for (const { email } of contacts.slice(0, unsubscribedCount))
    expect((await ask('/suppressions', { value: email, reason: 'manual' })).status).toBe(201);
  for (const { id } of contacts.slice(unsubscribedCount, unsubscribedCount + erasedCount))
    expect((await ask(`/contacts/${id}/erase`, {})).body.ok).toBe(true);
}

async function statesOf({ messages }: RunningCampaign, workspaceId: string): Promise<Record<string, number>> {
  const found = await findMessages(
    workspaceId,
    messages.map(({ id }) => id),
  );
  return Object.fromEntries([...Map.groupBy(found, ({ state }) => state)].map(([state, all]) => [state, all.length]));
}

test('300 messages, 200 opt-outs, and 50 erasures since the backup survive a restore', async () => {
  const { workspaceId } = core;
  const tomorrow = new Date(Date.now() + dayMs);
  const people = unsubscribedCount + erasedCount + untouchedCount;
  const due = await startRunningCampaign({ workspaceId, people: sentCount, smtpPort: sink.port, now: now() });
  const later = await startRunningCampaign({
    workspaceId: other.workspaceId,
    people,
    smtpPort: sink.port,
    now: tomorrow,
  });
  console.info(`backed up beside ${await backUpBesideWriters()} writes a second`);

  await refuse(later);
  const worker = startWorker(core.deps);
  await until(async () => (await statesOf(due, workspaceId)).sent === sentCount, waitMs);
  await worker.stop();
  expect(sink.received).toHaveLength(sentCount);

  const restored = await run(`restore --file ${file} --replace --yes --json`);
  expect(JSON.parse(restored.split('\n').at(-1)!)).toMatchObject({
    sentMessages: sentCount,
    unconfirmedMessages: 0,
    replayedErasures: erasedCount,
  });
  expect(await run('verify')).toContain('each ledger is its balance');
  const refused = later.contacts.slice(0, unsubscribedCount).map(({ email }) => email!);
  expect((await findSuppressed(other.workspaceId, refused)).size).toBe(unsubscribedCount);
  for (const { id } of later.contacts.slice(unsubscribedCount, unsubscribedCount + erasedCount))
    expect((await core.request('GET', `/contacts/${id}`, { key: other.key })).body.ok).toBe(false);

  // Resume sending, then advance to the day when the other messages were due.
  await run('sending resume');
  shiftMs = 1.5 * dayMs;
  const again = startWorker(core.deps);
  const isSettled = async () => ((await statesOf(later, other.workspaceId)).scheduled ?? 0) === 0;
  await until(isSettled, waitMs);
  await again.stop();
  expect(await statesOf(due, workspaceId)).toEqual({ sent: sentCount });
  const mailed = sink.received.slice(sentCount).flatMap(({ to }) => to);
  const untouched = later.contacts.slice(unsubscribedCount + erasedCount).map(({ email }) => email!);
  expect(mailed.sort()).toEqual(untouched.sort());
}, 900_000);
