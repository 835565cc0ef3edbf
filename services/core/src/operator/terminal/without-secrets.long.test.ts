import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../settings/config.ts';
import { SnapshotError } from '../../store/backup/snapshot.ts';
import { connectStore, disconnectStore } from '../../store/connection/connect.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { backUpWhenDue } from '../../worker/backup-loop.ts';
import { runOperator } from '../run.ts';
import { withoutSecrets } from './without-secrets.ts';

const passphrase = 'a "quoted" passphrase of some length';
const secretKey = Buffer.alloc(32, 7).toString('base64');
const internalSecret = 'the internal secret of this installation';
const folder = mkdtempSync(join(tmpdir(), 'outbound-secrets-'));
let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({
    environment: { SECRET_KEY: secretKey, INTERNAL_SECRET: internalSecret, OUTBOUND_BACKUP_PASSPHRASE: passphrase },
  });
});
afterAll(async () => {
  await core?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns everything that a command prints on either stream. */
async function printedBy(line: string): Promise<string> {
  const { config } = core;
  const { mongodbUri: uri, databaseName, trialCredits, keyRing } = config;
  const printed: string[] = [];
  const take = (text: string) => void printed.push(text);
  await disconnectStore();
  await runOperator(line.split(' '), { uri, databaseName, trialCredits, config, keyRing, out: take, err: take });
  await connectStore(uri, databaseName, { keyRing });
  return printed.join('\n');
}

function expectNoSecret(printed: string): void {
  for (const secret of [secretKey, internalSecret, passphrase, JSON.stringify(passphrase)])
    expect(printed).not.toContain(secret);
}

test('backup commands print no secret of the installation, as text or as JSON', async () => {
  const file = join(folder, 'all.backup');
  for (const line of [
    `backup --file ${file}`,
    `verify --file ${file}`,
    'verify',
    `restore --file ${file} --replace --yes`,
  ])
    for (const format of ['', ' --json']) {
      const printed = await printedBy(`${line}${format} ${line.startsWith('backup') ? '--stopped' : ''}`.trim());
      expect(printed).not.toBe('');
      expectNoSecret(printed);
    }
});

test('the log of a scheduled backup contains no secret, also if the store keeps no snapshots', async () => {
  const lines: string[] = [];
  const log = { ...core.deps.log, info: (...args: unknown[]) => void lines.push(JSON.stringify(args)) };
  const backup = { ...core.config.backup, dir: folder, everyMs: 1, keep: 1 };
  const deps = { ...core.deps, log: log as unknown as typeof core.deps.log, config: { ...core.config, backup } };
  const outcome = await backUpWhenDue(deps).catch((error: Error) => error);
  // Without a snapshot, the loop logs this error instead, and there is no backup.
  if (outcome instanceof SnapshotError) {
    expect(readdirSync(folder).filter((name) => name.startsWith('outbound-'))).toEqual([]);
    return expectNoSecret(String(outcome));
  }
  expect(outcome).toBe(true);
  expect(lines).toHaveLength(1);
  expectNoSecret(lines.join());
});

test('hides each key of a ring, a quoted passphrase, and the password of a connection string', () => {
  const [current, old] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')];
  const config = {
    mongodbUri: 'mongodb://app:s3cret%2Fword@db.example/outbound',
    backup: { secrets: { SECRET_KEY: `new:${current}, old:${old}`, INTERNAL_SECRET: internalSecret }, passphrase },
  } as unknown as Config;
  const output = JSON.stringify({ old, current, passphrase, uri: config.mongodbUri, reason: 's3cret/word' });
  const shown = withoutSecrets(output, config);
  expect(JSON.parse(shown)).toEqual({
    old: '(SECRET_KEY)',
    current: '(SECRET_KEY)',
    passphrase: '(OUTBOUND_BACKUP_PASSPHRASE)',
    uri: 'mongodb://app:(password in MONGODB_URI)@db.example/outbound',
    reason: '(password in MONGODB_URI)',
  });
});

test('leaves output without secrets unchanged', () => {
  expect(withoutSecrets('Wrote 5 documents.', core.config)).toBe('Wrote 5 documents.');
});
