import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseKeyRing } from '../../secrets/key-ring.ts';
import type { Config } from '../../settings/config.ts';
import { noteBackup } from '../../store/backup/backup-state.ts';
import { connectStore, currentDatabase, disconnectStore } from '../../store/connection/connect.ts';
import { deleteMailbox, insertMailbox } from '../../store/mailboxes/mailbox-store.ts';
import { alwaysRead } from '../../testing/always-read.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { runOperator } from '../run.ts';
import { checkFolder } from './check-folder.ts';
import type { Finding } from './finding.ts';

let core: TestCore;
let healthy: Config;
beforeAll(async () => {
  core = await startTestCore({ environment: { SENDING_FREE_MB_MIN: '0' } });
  chmodSync(core.config.dataDir, 0o700);
  await noteBackup(new Date(), '/somewhere');
  // The journal is with the backups, on another disk.
  const backup = { ...core.config.backup, passphrase: 'a passphrase', dir: '/dev/shm' };
  healthy = { ...core.config, baseUrl: 'http://127.0.0.1:9', areReservedRecipientsAllowed: false, backup };
});
afterAll(() => core.stop());

async function findings(change: Partial<Config> = {}): Promise<{ code: number; found: Finding[] }> {
  const config = { ...healthy, ...change };
  const out: string[] = [];
  const { mongodbUri: uri, databaseName, trialCredits, keyRing } = config;
  await disconnectStore();
  const options = { uri, databaseName, trialCredits, keyRing, config, out: (line: string) => void out.push(line) };
  const code = await runOperator(['doctor', '--json'], options);
  await connectStore(uri, core.config.databaseName, { keyRing: core.config.keyRing });
  return { code, found: JSON.parse(out[0]!).findings };
}

test('reports no findings for a healthy installation', async () => {
  expect(await findings()).toEqual({ code: 0, found: [] });
});

test("warns of a journal on the store's disk", async () => {
  const { dataDir } = core.config;
  const socket = join(dataDir, 'mongo', 'mongo.sock');
  const inFolder = { ...healthy, mongodbUri: `mongodb://${encodeURIComponent(socket)}/?directConnection=true` };
  expect(await checkFolder(inFolder)).toEqual([]);
  const beside = { ...inFolder, backup: { ...healthy.backup, dir: dataDir } };
  expect(await checkFolder(beside)).toMatchObject([{ level: 'warning', about: 'journal' }]);
  // The disk of a store on another server is unknown.
  expect(await checkFolder({ ...beside, mongodbUri: 'mongodb://db.example/outbound' })).toEqual([]);
});

test('names mailboxes that are not read, with and without IMAP', async () => {
  const now = new Date();
  const { imap } = alwaysRead(core);
  const mailbox = { kind: 'smtp' as const, dailyCap: 1 };
  const late = { address: 'late@acme.example', imap, lastReadAt: new Date(now.getTime() - 600_000), unreadCount: 4 };
  const { id: lateId } = await insertMailbox(core.workspaceId, { ...mailbox, ...late }, now);
  const { id } = await insertMailbox(core.workspaceId, { ...mailbox, address: 'none@acme.example' }, now);
  const messages = (await findings()).found.map(({ message }) => message);
  expect(messages).toEqual([
    `1 mailbox not read for over five minutes, with 4 known messages: ${lateId}`,
    `1 mailbox without IMAP, so replies are not heard and no follow-ups are sent: ${id}`,
  ]);
  for (const each of [lateId, id]) await deleteMailbox(core.workspaceId, each);
});

const free = 10 ** 15;
function otherKey(): Config['keyRing'] {
  return parseKeyRing(randomBytes(32).toString('base64'));
}

test.each([
  ['error', 'disk', 'make room', () => ({ sendingFreeBytesMin: free })],
  ['error', 'settings', 'proxy with TLS', () => ({ baseUrl: 'http://outbound.invalid' })],
  ['warning', 'settings', 'unless this is a test', () => ({ areReservedRecipientsAllowed: true })],
  ['warning', 'backup', 'set it', () => ({ backup: { ...healthy.backup, passphrase: undefined } })],
  ['error', 'key', 'no part starts', () => ({ keyRing: otherKey() })],
] as const)('reports %s about %s and its fix', async (level, about, remedy, change) => {
  const { code, found } = await findings(change());
  expect(found).toContainEqual(expect.objectContaining({ level, about, remedy: expect.stringContaining(remedy) }));
  expect(code).toBe(level === 'error' ? 1 : 0);
});

test('reports readable files, an old backup, a stop, overdue mail, and an unbalanced ledger', async () => {
  chmodSync(core.config.dataDir, 0o755);
  await noteBackup(new Date(Date.now() - 30 * 86_400_000), '/somewhere');
  await core.request('POST', '/sending/stop', { body: { note: 'enough' } });
  const late = { _id: 'msg_late', state: 'scheduled', scheduledAt: new Date(Date.now() - 3_600_000) };
  const messages = currentDatabase().collection<typeof late>('messages');
  await messages.insertOne(late);
  const ledger = currentDatabase().collection<{ _id: string; workspaceId: string }>('ledger');
  const entry = (await ledger.findOne({ workspaceId: core.workspaceId }))!;
  await ledger.deleteOne({ _id: entry._id });

  const { code, found } = await findings();
  expect(code).toBe(1);
  expect(found.map(({ about }) => about)).toEqual(['store', 'sending', 'sending', 'backup', 'files']);
  expect(found.map(({ message }) => message).join('\n')).toMatch(
    /adds up to.*stopped since.*1 message should have left, the oldest 60 minutes ago.*30 days old.*can read/s,
  );
});
