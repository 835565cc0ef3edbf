import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachmentBytesMax } from '../../engine/replies/keep-attachments.ts';
import { receiveMail } from '../../engine/replies/receive-mail.ts';
import { removeOld } from '../../store/maintenance/retention-store.ts';
import { addContact } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

interface File {
  fileName: string;
  contentType: string;
  content: Buffer;
}

const pdf: File = {
  fileName: '../Plan für Ada.pdf',
  contentType: 'application/pdf',
  content: Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 255, 13, 10, 26]),
};

function partOf({ fileName, contentType, content }: File): string {
  const name = `=?utf-8?B?${Buffer.from(fileName).toString('base64')}?=`;
  const base64 = content.toString('base64').replace(/.{76}/g, '$&\r\n');
  const head = `Content-Type: ${contentType}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"`;
  return `--b\r\n${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}\r\n`;
}

let count = 0;

/** Receives an HTML-only reply with files and returns the result of get_reply. */
async function receive(from: string, files: File[]) {
  count += 1;
  const head = `From: ${from}\r\nTo: ada@acme.example\r\nSubject: Re: Hello\r\nMessage-ID: <${count}@people.example>\r\n`;
  const html = '--b\r\nContent-Type: text/html\r\n\r\n<p>See what is <b>attached</b>.</p>\r\n';
  const type = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
  const raw = Buffer.from(`${head}${type}${html}${files.map(partOf).join('')}--b--\r\n`);
  const deps = { ports: core.deps.ports, log: core.deps.log, now: core.deps.now };
  const outcome = await receiveMail({ workspaceId: core.workspaceId, mailboxId: null }, raw, deps);
  if (outcome.kind !== 'reply') throw new Error(outcome.kind);
  return (await core.request('GET', `/replies/${outcome.replyId}`)).body.data;
}

async function download(replyId: string, attachmentId: string, key?: string): Promise<Response> {
  return fetch(`${core.url}/api/public/v1/replies/${replyId}/attachments/${attachmentId}`, {
    headers: { authorization: `Bearer ${key ?? core.key}` },
  });
}

test("get_attachment returns a reply's file byte for byte, and the reply keeps its text", async () => {
  await addContact(core, { email: 'bea@people.example' });
  const reply = await receive('bea@people.example', [pdf]);
  expect(reply).toMatchObject({ bodyText: 'See what is attached.', attachmentCount: 1 });
  const [file] = reply.attachments;
  expect(file).toMatchObject({ contentType: 'application/pdf', bytes: pdf.content.length });
  const answer = await download(reply.id, file.attachmentId);
  expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
  expect(answer.headers.get('content-disposition')).not.toMatch(/\.\.\//);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf.content);
});

test('lists an oversized file without storing it', async () => {
  const large = { ...pdf, fileName: 'large.bin', content: Buffer.alloc(attachmentBytesMax + 1) };
  const reply = await receive('cleo@people.example', [large, pdf]);
  expect(reply.attachments).toMatchObject([
    { fileName: 'large.bin', attachmentId: null, bytes: attachmentBytesMax + 1 },
    { attachmentId: expect.stringMatching(/^att_/) },
  ]);
});

test('a file belongs to its reply and workspace', async () => {
  const one = await receive('dora@people.example', [pdf]);
  const other = await receive('emil@people.example', [pdf]);
  const { attachmentId } = one.attachments[0];
  expect((await download(other.id, attachmentId)).status).toBe(404);
  const stranger = await core.addWorkspace();
  expect((await download(one.id, attachmentId, stranger.key)).status).toBe(404);
});

test('deletes files with the erased person, and at the end of mail retention', async () => {
  const contactId = await addContact(core, { email: 'finn@people.example' });
  const reply = await receive('finn@people.example', [pdf]);
  const { attachmentId } = reply.attachments[0];
  const data = await core.request('GET', `/contacts/${contactId}/data`);
  expect(JSON.stringify(data.body)).toContain('Plan für Ada.pdf');
  await core.request('POST', `/contacts/${contactId}/erase`, { body: {} });
  expect((await download(reply.id, attachmentId)).status).toBe(404);

  const old = await receive('gus@people.example', [pdf]);
  await removeOld(core.workspaceId, 'mail', new Date(Date.now() + 1_000), 100);
  expect((await download(old.id, old.attachments[0].attachmentId)).status).toBe(404);
});

test('keeps an empty file', async () => {
  const reply = await receive('hal@people.example', [{ ...pdf, fileName: 'empty.txt', content: Buffer.alloc(0) }]);
  const [file] = reply.attachments;
  expect(file).toMatchObject({ fileName: 'empty.txt', bytes: 0 });
  const answer = await download(reply.id, file.attachmentId);
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 0]);
});
