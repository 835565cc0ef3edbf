import { randomBytes } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseKeyRing } from '../../secrets/key-ring.ts';
import { digestKey } from '../../store/secrets/store-keys.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { journalKeys, RefusalJournal, readRefusals } from './refusal-journal.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

function newKeys() {
  return parseKeyRing(randomBytes(32).toString('base64')).all;
}

test('keeps one encrypted entry per suppression and erasure, despite restarts and a torn last line', async () => {
  const file = join(core.config.dataDir, 'outbound.journal');
  const key = journalKeys([digestKey()], core.config.keyRing.all);
  await core.request('POST', '/suppressions', { body: { value: 'no@person.example', reason: 'manual' } });
  const contact = await core.request('POST', '/contacts', { body: { email: 'gone@person.example' } });
  expect((await core.request('POST', `/contacts/${contact.body.data.id}/erase`, { body: {} })).status).toBe(200);

  const journal = new RefusalJournal(file, key);
  expect(await journal.append(new Date())).toBe(3);
  expect(await journal.append(new Date())).toBe(0);
  const text = await readFile(file, 'utf8');
  expect(text).not.toMatch(/person\.example|suppression|con_/);
  const refusals = await readRefusals(file, key);
  expect(refusals).toMatchObject([
    { type: 'suppression', value: 'no@person.example' },
    { type: 'suppression', value: null, reason: 'erasure' },
    { type: 'erasure', contactId: contact.body.data.id },
  ]);

  await appendFile(file, '\nv1.half a li');
  expect(await readRefusals(file, key)).toHaveLength(3);
  await core.request('POST', '/suppressions', { body: { value: 'never.example', reason: 'manual' } });
  expect(await new RefusalJournal(file, key).append(new Date())).toBe(1);
  expect(await readRefusals(file, key)).toHaveLength(4);
});

test('continues after SECRET_KEY is rotated or lost', async () => {
  const file = join(core.config.dataDir, 'rotated.journal');
  await core.request('POST', '/suppressions', { body: { value: 'early@rotated.example', reason: 'complaint' } });
  const before = await new RefusalJournal(file, journalKeys([digestKey()], core.config.keyRing.all)).append(new Date());
  expect(before).toBeGreaterThan(0);

  const rotated = journalKeys([digestKey()], newKeys());
  await core.request('POST', '/suppressions', { body: { value: 'later@rotated.example', reason: 'complaint' } });
  expect(await new RefusalJournal(file, rotated).append(new Date())).toBe(1);
  expect(await readRefusals(file, rotated)).toHaveLength(before + 1);
});

test("starts a new journal if the key of an earlier version's journal is lost", async () => {
  const file = join(core.config.dataDir, 'earlier.journal');
  await core.request('POST', '/suppressions', { body: { value: 'no@earlier.example', reason: 'complaint' } });
  const written = await new RefusalJournal(file, journalKeys([], core.config.keyRing.all)).append(new Date());

  const known = journalKeys([digestKey()], core.config.keyRing.all);
  expect(await new RefusalJournal(file, known).append(new Date())).toBe(0);
  const gone = journalKeys([digestKey()], newKeys());
  await expect(readRefusals(file, gone)).rejects.toThrow('does not open');
  expect(await new RefusalJournal(file, gone).append(new Date())).toBe(written);
  expect(await readRefusals(file, gone)).toHaveLength(written);
});
