import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enrollmentsOf, launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ now: () => new Date('2030-01-07T10:00:00Z') });
});
afterAll(() => core.stop());

interface Sent {
  id: string;
  to: string;
  subject: string;
  messageIdHeader: string;
  contactId: string;
}
let campaignId: string;
let ann: Sent;
let bob: Sent;
beforeEach(async () => {
  ({ campaignId } = await launchCampaign(core, 2));
  await core.request('POST', '/sandbox/deliver', { body: {} });
  [ann, bob] = await messagesOf(core, campaignId, '&state=sent');
});

let count = 0;
async function receive(headers: Record<string, string>, text: string) {
  count += 1;
  const all = { 'Message-ID': `<related${count}@in.example>`, Subject: 'Re: Hello', ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const { status, body } = await core.request('POST', '/sandbox/inbound', {
    body: { raw: `${head.join('\n')}\n\n${text}` },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const no = 'Bitte streichen Sie mich von Ihrer Liste und schreiben Sie mir nicht mehr.';

async function isSuppressed(value: string): Promise<boolean> {
  return (await core.request('GET', `/suppressions/check?value=${value}`)).body.data.isSuppressed;
}
async function stateOf(contactId: string): Promise<string> {
  const found = await enrollmentsOf(core, campaignId);
  return found.find((one: { contactId: string }) => one.contactId === contactId).state;
}

test('uses Reply-To as the writer if From is a help desk', async () => {
  await receive({ From: 'Ann via Desk <no-reply@desk.example>', 'Reply-To': ann.to }, no);
  expect(await isSuppressed(ann.to)).toBe(true);
  expect(await isSuppressed('no-reply@desk.example')).toBe(false);
});

test('recognizes a visitor of the workspace’s website as the writer, and a copy of an own mail as such', async () => {
  const mailbox = (await core.request('GET', '/mailboxes')).body.data[0].address;
  const form = { Received: 'from web by mx', From: mailbox, To: mailbox, 'Reply-To': ann.to, Subject: 'Form' };
  expect((await receive(form, no)).kind).toBe('reply');
  expect(await isSuppressed(ann.to)).toBe(true);
  const copy = { Received: 'from web by mx', From: mailbox, To: bob.to, 'Reply-To': mailbox };
  expect((await receive(copy, 'By hand.')).kind).toBe('own');
});

test("replies to a Reply-To at the same domain, but not to a stranger's", async () => {
  const answerTo = async (replyTo: string) => {
    const { replyId } = await receive(
      { From: ann.to, 'Reply-To': replyTo, 'In-Reply-To': ann.messageIdHeader },
      'Yes.',
    );
    const { body } = await core.request('POST', `/replies/${replyId}/answer`, { body: { bodyText: 'Thank you.' } });
    return body.data.to;
  };
  const office = `office@${ann.to.split('@')[1]}`;
  expect(await answerTo(office)).toBe(office);
  expect(await answerTo('someone@elsewhere.example')).toBe(ann.to);
});

test('stores a second mail with the same Message-ID and a different text, and the same mail once', async () => {
  const headers = { From: ann.to, 'Message-ID': `<again${count}@in.example>`, 'In-Reply-To': ann.messageIdHeader };
  const first = await receive(headers, 'Thanks, I will look.');
  const again = await receive({ Received: 'from a by b', ...headers }, 'Thanks, I will  look.');
  expect(again.replyId).toBe(first.replyId);
  expect((await receive(headers, no)).replyId).not.toBe(first.replyId);
  expect(await isSuppressed(ann.to)).toBe(true);
});

test('stops the sequence of a colleague who replies in the thread', async () => {
  await receive({ From: bob.to, 'In-Reply-To': ann.messageIdHeader }, 'Ann passed this on. Not interested, thank you.');
  expect([await stateOf(ann.contactId), await stateOf(bob.contactId)]).toEqual(['replied', 'replied']);
  expect(await isSuppressed(bob.to)).toBe(false);
});

test('finds the message by our link in a quote from an unknown address', async () => {
  const raw = (await core.request('GET', `/sandbox/messages/${ann.id}/raw`)).body as string;
  const link = /https?:\/\/\S+\/u\/[\w.-]+/.exec(raw.replace(/=\r?\n/g, ''))![0];
  const outcome = await receive({ From: 'private@elsewhere.example', Subject: 'Your mail' }, `${no}\n\n> ${link}\n`);
  expect(outcome.messageId).toBe(ann.id);
  expect(await isSuppressed(ann.to)).toBe(true);
  expect(await isSuppressed(bob.to)).toBe(false);
});

test('keeps a newsletter from a contact without ending the sequence', async () => {
  const news = { From: ann.to, Subject: 'Spring offers', 'List-Id': '<news.b.example>', Precedence: 'bulk' };
  expect(await receive(news, 'Our new catalog.')).toMatchObject({ reply: { class: 'auto_reply', needsAction: false } });
  expect(await stateOf(ann.contactId)).toBe('active');
});

function report(from: string, recipient: string, returned: string, envelope = '') {
  const fields = `Final-Recipient: rfc822; ${recipient}\nAction: failed\nStatus: 5.1.1`;
  const parts = [
    `Content-Type: message/delivery-status\n\n${fields}\n`,
    `Content-Type: text/rfc822-headers\n\n${returned}`,
  ];
  const body = `--b\n${parts.join('\n--b\n')}\n--b--`;
  const type = 'multipart/report; report-type=delivery-status; boundary=b';
  return receive({ ...(envelope && { 'Return-Path': envelope }), From: from, 'Content-Type': type }, body);
}

test('asks about a report that returns nothing of ours, and suppresses no one', async () => {
  expect(await report('someone@attacker.example', ann.to, '')).toMatchObject({ kind: 'bounce', messageId: ann.id });
  expect(await isSuppressed(ann.to)).toBe(false);
  expect(await stateOf(ann.contactId)).toBe('failed');
  const { body } = await core.request('GET', '/replies?class=bounce&needsAction=true');
  expect(body.data.map(({ messageId }: { messageId: string }) => messageId)).toContain(ann.id);
});

test("ignores a report that returns someone else's message", async () => {
  const foreign = `Message-ID: <x@attacker.example>\nFrom: x@attacker.example\nTo: ${ann.to}\nSubject: Other`;
  expect((await report('mailer-daemon@attacker.example', ann.to, foreign, '<>')).kind).toBe('ignored');
  expect(await stateOf(ann.contactId)).toBe('active');
});

test('stops and asks if a forwarding address behind the recipient does not exist', async () => {
  const returned = `Message-ID: ${ann.messageIdHeader}`;
  expect((await report('mailer-daemon@mx.example', 'member@behind.example', returned)).kind).toBe('bounce');
  expect(await isSuppressed(ann.to)).toBe(false);
  expect(await stateOf(ann.contactId)).toBe('failed');
});

test('applies a report from a mail system that returns nothing', async () => {
  await report('MAILER-DAEMON@mx.example', ann.to, '', '<>');
  expect(await isSuppressed(ann.to)).toBe(true);
});
