import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journalKeys, readRefusals } from '../engine/backup/refusal-journal.ts';
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

test('makes the backup that is due, by one instance, keeps the newest, and touches no other file', async () => {
  writeFileSync(join(dir, 'outbound-notes.backup'), 'mine');
  const both = await Promise.all([backUpWhenDue(depsWith({})), backUpWhenDue(depsWith({}))]);
  expect(both.sort()).toEqual([false, true]);
  expect(await lastBackupAt()).toEqual(now);
  now = new Date(now.getTime() + hourMs - 1);
  expect(await backUpWhenDue(depsWith({}))).toBe(false);
  now = new Date(now.getTime() + 1);
  expect(await backUpWhenDue(depsWith({}))).toBe(true);
  now = new Date(now.getTime() + hourMs);
  expect(await backUpWhenDue(depsWith({}))).toBe(true);
  expect(readdirSync(dir).sort()).toEqual([
    'outbound-20300107T110000Z.backup',
    'outbound-20300107T120000Z.backup',
    'outbound-notes.backup',
  ]);
});

test('keeps the journal of who said no while it runs, and once more when it stops', async () => {
  const file = join(core.config.dataDir, 'refusals.journal');
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

test('when it was stopped it looks for nothing any more', async () => {
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
  // Another one looks again after its first rest: until then the first would have done so, too.
  const second = startCounted();
  await until(async () => second.looks > 2);
  await second.loop.stop();
  expect(first.looks).toBe(looks);
});
