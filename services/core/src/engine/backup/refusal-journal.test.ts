import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { RefusalJournal, readRefusals } from './refusal-journal.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

test('holds each suppression and erasure once, unreadable, over restarts and a torn last line', async () => {
  const file = join(core.config.dataDir, 'refusals.journal');
  const key = core.config.keyRing;
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
