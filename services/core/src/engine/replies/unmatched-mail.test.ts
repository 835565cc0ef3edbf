import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enrollmentsOf, launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { receiveMail } from './receive-mail.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ now: () => new Date('2030-01-07T10:00:00Z') });
});
afterAll(() => core.stop());

let campaignId: string;
let message: { id: string; to: string; subject: string; messageIdHeader: string; contactId: string };
beforeEach(async () => {
  ({ campaignId } = await launchCampaign(core, 1, { stopOnReply: false }));
  await core.request('POST', '/sandbox/deliver', { body: {} });
  [message] = await messagesOf(core, campaignId, '&state=sent');
});

let count = 0;
async function receive(from: string, subject: string, text: string, headers = '') {
  count += 1;
  const raw = `From: ${from}\nSubject: ${subject}\nMessage-ID: <${count}@in.example>\n${headers}\n${text}`;
  return (await core.request('POST', '/sandbox/inbound', { body: { raw } })).body.data;
}
async function isSuppressed(value: string): Promise<boolean> {
  return (await core.request('GET', `/suppressions/check?value=${value}`)).body.data.isSuppressed;
}

test('keeps unrelated mail in a separate box, to be assigned', async () => {
  const { replyId } = await receive('stranger@elsewhere.example', 'Hello', 'Please take me off your list.');
  const listed = await core.request('GET', '/replies');
  expect(listed.body.data.map(({ id }: { id: string }) => id)).not.toContain(replyId);
  const { body: box } = await core.request('GET', '/replies?state=unmatched&q=off your');
  expect(box.data).toMatchObject([{ id: replyId, state: 'unmatched', class: 'unsubscribe' }]);
  expect(await isSuppressed('stranger@elsewhere.example')).toBe(true);
  const assigned = await core.request('POST', `/replies/${replyId}/assign`, { body: { contactId: message.contactId } });
  expect(assigned.body.data).toMatchObject({ state: 'new', contactId: message.contactId, campaignId });
  expect(await isSuppressed(message.to)).toBe(true);
  const again = await core.request('POST', `/replies/${replyId}/assign`, { body: { contactId: message.contactId } });
  expect(again.body.error.code).toBe('invalid_state');
});

test('dismisses an unmatched message, and does not keep a newsletter', async () => {
  const { replyId } = await receive('shop@elsewhere.example', 'Offer', 'Buy now.');
  const { body } = await core.request('POST', `/replies/${replyId}/dismiss`, { body: {} });
  expect(body.data.state).toBe('dismissed');
  const kept = await receive('news@elsewhere.example', 'News', 'Read this.', 'List-Id: <news.elsewhere.example>\n');
  expect(kept.kind).toBe('ignored');
});

test("ignores a stranger's mail that was there before its folder was read, but hears an opt-out", async () => {
  const origin = { workspaceId: core.workspaceId, mailboxId: null, isEarlier: true };
  const mailOf = (from: string, text: string) =>
    Buffer.from(`From: ${from}\r\nSubject: Hello\r\nMessage-ID: <${from}>\r\n\r\n${text}\r\n`);
  const family = await receiveMail(origin, mailOf('mother@family.example', 'Dinner on Sunday?'), core.deps);
  expect(family.kind).toBe('ignored');
  await receiveMail(origin, mailOf('done@family.example', 'Please take me off your list.'), core.deps);
  expect(await isSuppressed('done@family.example')).toBe(true);
  expect((await receiveMail(origin, mailOf(message.to, 'Call me tomorrow.'), core.deps)).kind).toBe('reply');
});

test('applies an opt-out from another address that names the contacted one', async () => {
  await receive('anna.privat@elsewhere.example', `Unsubscribe ${message.to}`, '');
  expect(await isSuppressed(message.to)).toBe(true);
  expect(await enrollmentsOf(core, campaignId)).toMatchObject([{ state: 'unsubscribed' }]);
});

test('the mailto: address of List-Unsubscribe identifies the message, regardless of the sender', async () => {
  const raw = (await core.request('GET', `/sandbox/messages/${message.id}/raw`)).body as string;
  const [, subject] = /<mailto:[^>?]+\?subject=([^>]+)>/.exec(raw.replace(/\r\n[ \t]+/g, ' ')) ?? [];
  await receive('alias@elsewhere.example', decodeURIComponent(subject!), '');
  expect(await isSuppressed(message.to)).toBe(true);
});

test('an unclear opt-out stops the sequence and asks, and suppresses no one', async () => {
  const text = 'Time to get off this carousel.';
  const { replyId } = await receive(
    message.to,
    `Re: ${message.subject}`,
    text,
    `In-Reply-To: ${message.messageIdHeader}\n`,
  );
  const { body } = await core.request('GET', `/replies/${replyId}`);
  expect(body.data).toMatchObject({ wish: 'doubtful', needsAction: true });
  expect(await enrollmentsOf(core, campaignId)).toMatchObject([{ state: 'replied' }]);
  expect(await isSuppressed(message.to)).toBe(false);
});

test('parses a bounce without a machine-readable part', async () => {
  const text =
    `Hi. This is the qmail-send program at mx.example.\nThis is a permanent error; I've given ` +
    `up.\n\n<${message.to}>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a ` +
    `copy of the message.\n\nMessage-ID: ${message.messageIdHeader}\n`;
  const outcome = await receive('MAILER-DAEMON@mx.example', 'failure notice', text);
  expect(outcome).toMatchObject({ kind: 'bounce', messageId: message.id });
  expect(await isSuppressed(message.to)).toBe(true);
});

test('a reply from the sender’s own mail program ends the sequence', async () => {
  const headers = `To: ${message.to}\nIn-Reply-To: ${message.messageIdHeader}\n`;
  const outcome = await receive(
    'outreach@sandbox.example',
    `Re: ${message.subject}`,
    'Let us talk on Monday.',
    headers,
  );
  expect(outcome).toMatchObject({ kind: 'own', messageId: message.id });
  expect(await enrollmentsOf(core, campaignId)).toMatchObject([
    { state: 'removed', endReason: 'answered_in_mail_program' },
  ]);
  expect(await messagesOf(core, campaignId, '&state=scheduled')).toEqual([]);
});

test('applies an opt-out that names the contacted address through a mailing list', async () => {
  const list = 'Precedence: bulk\n';
  const { kind } = await receive('anna.home@elsewhere.example', `Unsubscribe ${message.to}`, 'unsubscribe', list);
  expect(kind).toBe('reply');
  expect(await isSuppressed(message.to)).toBe(true);
});

test('asks a person who a clear opt-out is about if the address is unknown', async () => {
  const unknown = await receive('home@elsewhere.example', 'Your mails', 'Please stop writing to my work address.');
  expect(unknown.reply).toMatchObject({ state: 'unmatched', wish: 'clear', needsAction: true });
  const named = await receive('other@elsewhere.example', `Unsubscribe ${message.to}`, '');
  expect(named.reply).toMatchObject({ state: 'unmatched', wish: 'clear', needsAction: false });
});

test('applies the opt-outs of two people with the same Message-ID, once each', async () => {
  const from = (address: string, text: string) => {
    const raw = `From: ${address}\nSubject: Re: Hello\nMessage-ID: <1@localhost>\n\n${text}`;
    return core.request('POST', '/sandbox/inbound', { body: { raw } });
  };
  await from('first@elsewhere.example', 'Tell me more.');
  const { body: heard } = await from(message.to, 'Unsubscribe me.');
  expect(await isSuppressed(message.to)).toBe(true);
  const { body: again } = await from(message.to, 'Unsubscribe me.');
  expect(again.data.replyId).toBe(heard.data.replyId);
});

test('parses a bounce without a sender', async () => {
  const text = `Your message could not be delivered.\n\n<${message.to}>: 550 5.1.1 User unknown\n`;
  expect(await receive('<>', 'Undelivered mail', text)).toMatchObject({ kind: 'bounce', messageId: message.id });
});

test('keeps a mail without a sender', async () => {
  const { reply } = await receive('', 'Hello', 'Who are you?');
  expect(reply).toMatchObject({ state: 'unmatched', fromAddress: 'nobody@sender.invalid' });
});
