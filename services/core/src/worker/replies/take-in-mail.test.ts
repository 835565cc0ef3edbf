import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as keeping from '../../engine/replies/keep-unreadable.ts';
import * as receiving from '../../engine/replies/receive-mail.ts';
import * as attachments from '../../store/replies/attachment-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import * as visible from '../../transport/messages/visible-text.ts';
import { NotTakenIn, takeInMail } from './take-in-mail.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

function withFile(messageId: string): Buffer {
  const part = 'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\na';
  const head = `From: ada@people.example\r\nSubject: Files\r\nMessage-ID: <${messageId}>\r\nMIME-Version: 1.0`;
  return Buffer.from(`${head}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${part}\r\n--b--\r\n`);
}

test('keeps an unreceivable message for a person on the third attempt, and reads the following ones', async () => {
  const spy = vi.spyOn(attachments, 'insertAttachment').mockRejectedValue(new Error('it does not fit'));
  const origin = { workspaceId: core.workspaceId, mailboxId: null };
  const take = () => takeInMail(origin, withFile('poison@people.example'), core.deps);
  await expect(take()).rejects.toThrow(NotTakenIn);
  await expect(take()).rejects.toThrow(NotTakenIn);
  await take();
  spy.mockRestore();
  const box = (await core.request('GET', '/replies?state=unmatched')).body.data;
  expect(box).toMatchObject([{ subject: 'Files', class: 'unclassified', wish: 'doubtful', needsAction: true }]);
  await takeInMail(origin, withFile('sound@people.example'), core.deps);
  expect((await core.request('GET', '/replies?state=unmatched')).body.data).toHaveLength(2);
});

test('keeps a message with an unreadable body by its headers', async () => {
  const spy = vi.spyOn(visible, 'visibleText').mockImplementation(() => {
    throw new RangeError('Maximum call stack size exceeded');
  });
  const head = 'From: bea@people.example\r\nSubject: Deep\r\nMessage-ID: <deep@people.example>';
  const raw = Buffer.from(`${head}\r\nContent-Type: text/html\r\n\r\n<p>Hello.</p>`);
  const take = () => takeInMail({ workspaceId: core.workspaceId, mailboxId: null }, raw, core.deps);
  for (const _ of [1, 2]) await expect(take()).rejects.toThrow(NotTakenIn);
  await take();
  spy.mockRestore();
  const box = (await core.request('GET', '/replies?state=unmatched&q=Deep')).body.data;
  expect(box).toMatchObject([{ fromAddress: 'bea@people.example', wish: 'doubtful', needsAction: true }]);
});

test('counts only consecutive failures; a success resets them', async () => {
  const origin = { workspaceId: core.workspaceId, mailboxId: null };
  const take = () => takeInMail(origin, withFile('again@people.example'), core.deps);
  const receive = vi.spyOn(receiving, 'receiveMail');
  for (const round of [1, 2]) {
    receive.mockRejectedValueOnce(new Error('it does not fit')).mockRejectedValueOnce(new Error('it does not fit'));
    for (const _ of [1, 2]) await expect(take(), `round ${round}`).rejects.toThrow(NotTakenIn);
    await take();
  }
  receive.mockRestore();
});

test('does not drop a message that cannot be kept either', async () => {
  const origin = { workspaceId: core.workspaceId, mailboxId: null };
  const take = () => takeInMail(origin, withFile('homeless@people.example'), core.deps);
  const unmatched = async () => (await core.request('GET', '/replies?state=unmatched')).body.data;
  const before = (await unmatched()).length;
  const receive = vi.spyOn(receiving, 'receiveMail').mockRejectedValue(new Error('it does not fit'));
  const keep = vi.spyOn(keeping, 'keepUnreadable').mockRejectedValue(new Error('the store is gone'));
  for (const _ of [1, 2, 3, 4]) await expect(take()).rejects.toThrow(NotTakenIn);
  expect(keep).toHaveBeenCalledTimes(2);
  keep.mockRestore();
  await take();
  receive.mockRestore();
  expect((await unmatched()).length).toBe(before + 1);
});
