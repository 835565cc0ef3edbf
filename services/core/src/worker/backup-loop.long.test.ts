import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journalKeys, readRefusals } from '../engine/backup/refusal-journal.ts';
import { readBackup, writeBackup } from '../engine/backup/write-backup.ts';
import { lastBackupAt } from '../store/backup/backup-state.ts';
import { digestKey } from '../store/secrets/store-keys.ts';
import { until } from '../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { backUpWhenDue, startBackupLoop } from './backup-loop.ts';

const hourMs = 3_600_000;
const dir = mkdtempSync(join(tmpdir(), 'outbound-backups-'));
let now = new Date('2030-01-07T10:00:00Z');
let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
});
afterAll(async () => {
  await core.stop();
  rmSync(dir, { recursive: true, force: true });
});

function depsWith(backup: object) {
  const settings = { dir, passphrase: 'a passphrase of some length', everyMs: hourMs, keep: 2, ...backup };
  return { ...core.deps, config: { ...core.config, backup: { ...core.config.backup, ...settings } } };
}

test('makes no backup without a folder or without a passphrase', async () => {
  expect(await backUpWhenDue(depsWith({ dir: undefined }))).toBe(false);
  expect(await backUpWhenDue(depsWith({ passphrase: undefined }))).toBe(false);
  expect(readdirSync(dir)).toEqual([]);
});

test('one instance makes the due backup, keeps the newest ones, and changes no other file', async () => {
  const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '');
  writeFileSync(join(dir, 'outbound-notes.backup'), 'mine');
  // File name used by the systemd timer of earlier versions.
  writeFileSync(join(dir, '20260101T023000Z.backup'), 'old');
  now = new Date();
  const both = await Promise.all([backUpWhenDue(depsWith({})), backUpWhenDue(depsWith({}))]);
  expect(both.sort()).toEqual([false, true]);
  const moment = (await lastBackupAt())!;
  expect(moment.getTime()).toBeGreaterThanOrEqual(now.getTime());
  now = new Date(moment.getTime() + hourMs - 1);
  expect(await backUpWhenDue(depsWith({}))).toBe(false);
  now = new Date(now.getTime() + 1);
  const second = stamp(now);
  expect(await backUpWhenDue(depsWith({}))).toBe(true);
  now = new Date(now.getTime() + hourMs + 60_000);
  expect(await backUpWhenDue(depsWith({}))).toBe(true);
  expect(readdirSync(dir).sort()).toEqual([
    `outbound-${second}.backup`,
    `outbound-${stamp(now)}.backup`,
    'outbound-notes.backup',
  ]);
});

test('a backup shows the time of its data, not the time it started', async () => {
  const before = new Date();
  const { body } = await core.request('POST', '/contacts', { body: { email: 'before@moment.example' } });
  const file = join(dir, 'moment.backup');
  const about = {
    dataVersion: 1,
    databases: { core: core.config.databaseName, gateway: core.config.gatewayDatabaseName },
    secrets: {},
  };
  const summary = await writeBackup(file, 'a passphrase of some length', about);
  expect(Date.parse(summary.createdAt)).toBeGreaterThanOrEqual(before.getTime());
  expect(Date.parse(summary.createdAt)).toBeLessThanOrEqual(Date.now());
  const ids: string[] = [];
  await readBackup(file, 'a passphrase of some length', {
    document: (bytes, { name }) => {
      if (name === 'contacts') ids.push(String(mongoose.mongo.BSON.deserialize(bytes)._id));
    },
  });
  expect(ids).toContain(body.data.id);
});

test('writes the journal of opt-outs while it runs, and once more when it stops', async () => {
  const file = join(core.config.dataDir, 'outbound.journal');
  const count = async () => (await readRefusals(file, journalKeys([digestKey()], []))).length;
  const refuse = async (value: string) => {
    const body = { value, reason: 'unsubscribe' };
    expect((await core.request('POST', '/suppressions', { body })).status).toBe(201);
  };
  now = new Date();
  await refuse('first@no.example');
  const loop = startBackupLoop(core.deps);
  await until(async () => (await count()) === 1);
  await refuse('second@no.example');
  await loop.stop();
  expect(await count()).toBe(2);
});

test('stops checking after it was stopped', async () => {
  const startCounted = () => {
    const counted = { looks: 0 };
    const counting = () => {
      counted.looks += 1;
      return now;
    };
    return Object.assign(counted, { loop: startBackupLoop({ ...core.deps, now: counting }) });
  };
  const first = startCounted();
  await until(async () => first.looks > 0);
  await first.loop.stop();
  const { looks } = first;
  // A second loop checks again after its first rest. Until then, the first one would have checked, too.
  const second = startCounted();
  await until(async () => second.looks > 2);
  await second.loop.stop();
  expect(first.looks).toBe(looks);
});
