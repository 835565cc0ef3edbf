import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readExamples } from '../../../test-data/replies/corpus.ts';
import { insertReply } from '../../store/replies/reply-store.ts';
import { addContact } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import type { OperatorEnvironment } from '../command.ts';
import { exportExamplesCommand } from './export-examples.ts';

const folder = mkdtempSync(join(tmpdir(), 'outbound-examples-'));
let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function addReply(workspaceId: string, contactId: string, bodyText: string): Promise<string> {
  const from = { fromAddress: 'ida@people.example', fromName: 'Ida', contactId };
  const none = { campaignId: null, enrollmentId: null, messageId: null, mailboxId: null, returnDate: null };
  const read = { class: 'question', confidence: 0.5, classifiedBy: 'model', needsAction: true } as const;
  const texts = { subject: 'Re: Hello', bodyText, attachments: [], references: [] };
  const header = { messageIdHeader: `<${bodyText.length}@x>`, receivedAt: core.deps.now() };
  const reply = await insertReply(workspaceId, { ...none, ...from, ...read, ...texts, ...header }, core.deps.now());
  return reply!.id;
}

function run(workspace: string, out: string) {
  return exportExamplesCommand.run({ workspace, out }, {} as OperatorEnvironment);
}

test('corrected replies are examples of their workspace, until the person is erased', async () => {
  const { workspaceId, key } = await core.addWorkspace();
  const contactId = await addContact(core, {}, key);
  const corrected = await addReply(workspaceId, contactId, 'Please call me on Thursday.');
  await addReply(workspaceId, contactId, 'Who is this?');
  await core.request('POST', `/replies/${corrected}/classify`, { key, body: { class: 'meeting_request' } });
  const out = join(folder, 'examples.jsonl');
  expect(await run(workspaceId, out)).toMatchObject({ data: { count: 1 } });
  expect(readExamples(out)).toEqual([
    { id: corrected, class: 'meeting_request', subject: 'Re: Hello', text: 'Please call me on Thursday.' },
  ]);
  expect(statSync(out).mode & 0o777).toBe(0o600);
  expect(await run((await core.addWorkspace()).workspaceId, join(folder, 'other'))).toMatchObject({
    data: { count: 0 },
  });
  await core.request('POST', `/contacts/${contactId}/erase`, { key, body: {} });
  expect(await run(workspaceId, join(folder, 'after'))).toMatchObject({ data: { count: 0 } });
});

test('an existing file is not overwritten, and an unknown workspace is named', async () => {
  const { workspaceId } = await core.addWorkspace();
  const out = join(folder, 'twice');
  await run(workspaceId, out);
  await expect(run(workspaceId, out)).rejects.toThrow('EEXIST');
  await expect(run('wsp_none', join(folder, 'none'))).rejects.toMatchObject({ code: 'not_found' });
});
