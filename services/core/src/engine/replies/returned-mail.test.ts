import { afterAll, beforeAll, expect, test } from 'vitest';
import { MessageModel } from '../../store/messages/message-model.ts';
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
  mailboxId: string;
  contactId: string;
  messageIdHeader: string;
}

const oneStep = { steps: [{ subject: 'Hello', body: 'One message.' }] };

async function send(people: number, over: Record<string, unknown> = {}): Promise<{ campaignId: string; sent: Sent[] }> {
  const { campaignId } = await launchCampaign(core, people, over);
  await core.request('POST', '/sandbox/deliver', { body: {} });
  return { campaignId, sent: await messagesOf(core, campaignId, '&state=sent') };
}

let count = 0;
/** Report of a server, with the headers that it returns. */
async function report(type: 'delivery-status' | 'feedback-report', fields: string[], returned: string[]) {
  count += 1;
  const part = (kind: string, lines: string[]) => ['--b', `Content-Type: ${kind}`, '', ...lines, ''];
  const raw = [
    'From: Mail Delivery System <mailer-daemon@mx.example>',
    `Message-ID: <report${count}@mx.example>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary=b`,
    '',
    ...part(`message/${type}`, fields),
    ...part('text/rfc822-headers', returned),
    '--b--',
  ].join('\r\n');
  const { status, body } = await core.request('POST', '/sandbox/inbound', { body: { raw } });
  expect(status, JSON.stringify(body)).toBe(200);
}

function returned({ to, messageIdHeader }: Sent, status: string, diagnostic: string) {
  return report('delivery-status', statusOf(to, 'failed', status, diagnostic), [`Message-ID: ${messageIdHeader}`]);
}
function statusOf(to: string, action: string, status: string, diagnostic = '') {
  const fields = [`Final-Recipient: rfc822; ${to}`, `Action: ${action}`, `Status: ${status}`];
  return ['Reporting-MTA: dns; mx.example', '', ...fields, `Diagnostic-Code: smtp; ${diagnostic}`];
}

async function breakerOf(mailboxId: string) {
  return (await core.request('GET', `/mailboxes/${mailboxId}/sending-status`)).body.data.breaker;
}
async function isSuppressed(value: string): Promise<boolean> {
  return (await core.request('GET', `/suppressions/check?value=${value}`)).body.data.isSuppressed;
}
async function stateOf(messageId: string): Promise<string> {
  return (await core.request('GET', `/messages/${messageId}`)).body.data.state;
}

test('blocklist bounces do not count against recipients; the third one stops the mailbox', async () => {
  const { campaignId, sent } = await send(5);
  const listed = '550 Blocked - see https://www.spamhaus.org/query/ip/203.0.113.5';
  for (const message of sent.slice(0, 2)) await returned(message, '5.0.0', listed);
  const [{ mailboxId, to, contactId }] = sent as [Sent];
  expect(await breakerOf(mailboxId)).toMatchObject({ state: 'closed' });
  await returned(sent[2]!, '5.0.0', listed);
  expect(await breakerOf(mailboxId)).toMatchObject({ state: 'open', cause: 'blocklisted' });
  expect(await isSuppressed(to)).toBe(false);
  const held = (await enrollmentsOf(core, campaignId)).filter(({ state }: { state: string }) => state === 'paused');
  expect(held).toHaveLength(3);
  expect(held[0]).toMatchObject({ pauseReason: 'sender_refused' });
  const body = { contactIds: [contactId] };
  const again = await core.request('POST', `/campaigns/${campaignId}/enrollments`, { body });
  expect(again.body.data).toMatchObject({ enrolledCount: 1, skippedCount: 0 });
  await core.request('POST', `/mailboxes/${mailboxId}/resume`, { body: {} });
});

test('a provider limit stops the mailbox immediately, even after the last step of a sequence', async () => {
  const { campaignId, sent } = await send(1, oneStep);
  const [message] = sent as [Sent];
  expect(await enrollmentsOf(core, campaignId)).toMatchObject([{ state: 'completed' }]);
  await returned(message, '5.4.5', '550 5.4.5 Daily user sending limit exceeded.');
  expect(await breakerOf(message.mailboxId)).toMatchObject({ state: 'open', cause: 'quota_exceeded' });
  expect(await enrollmentsOf(core, campaignId)).toMatchObject([{ state: 'paused', pauseReason: 'sender_refused' }]);
  await core.request('POST', `/mailboxes/${message.mailboxId}/resume`, { body: {} });
});

test('fails an enrollment whose only message soft-bounced, and allows a new one', async () => {
  const { campaignId, sent } = await send(1, oneStep);
  const [message] = sent as [Sent];
  await returned(message, '5.2.2', '552 5.2.2 Mailbox full');
  expect(await enrollmentsOf(core, campaignId)).toMatchObject([{ state: 'failed' }]);
});

test('matches a bounce with an unknown Message-ID by its recipient if it returns our subject', async () => {
  const { sent } = await send(1);
  const [message] = sent as [Sent & { subject: string }];
  const returnedHeaders = ['Message-ID: <0107-relay@mx.example>', `Subject: ${message.subject}`];
  await report('delivery-status', statusOf(message.to, 'failed', '5.1.1', '550 unknown user'), returnedHeaders);
  expect(await stateOf(message.id)).toBe('bounced');
  expect(await isSuppressed(message.to)).toBe(true);
});

test('applies a complaint that names only the recipient, but not a DMARC report', async () => {
  const { sent } = await send(1);
  const [{ to, messageIdHeader, subject }] = sent as [Sent & { subject: string }];
  const about = [`Message-ID: ${messageIdHeader}`];
  await report('feedback-report', ['Feedback-Type: auth-failure', 'Version: 1'], about);
  expect(await isSuppressed(to)).toBe(false);
  await report('feedback-report', ['Feedback-Type: abuse', `Original-Rcpt-To: ${to}`], [`Subject: ${subject}`]);
  expect(await isSuppressed(to)).toBe(true);
});

test('a report of a delay or of the delivery confirms an unconfirmed message', async () => {
  const { sent } = await send(1);
  const [{ id, to, messageIdHeader }] = sent as [Sent];
  await MessageModel.updateOne({ _id: id }, { $set: { state: 'unconfirmed' } });
  await report('delivery-status', statusOf(to, 'delayed', '4.4.1'), [`Message-ID: ${messageIdHeader}`]);
  expect(await stateOf(id)).toBe('sent');
});
