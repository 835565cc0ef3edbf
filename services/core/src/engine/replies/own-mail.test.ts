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
let mailbox: string;
let sent: { to: string; messageIdHeader: string }[];
beforeEach(async () => {
  ({ campaignId } = await launchCampaign(core, 2));
  await core.request('POST', '/sandbox/deliver', { body: {} });
  sent = await messagesOf(core, campaignId, '&state=sent');
  mailbox = (await core.request('GET', '/mailboxes')).body.data[0].address;
});

let count = 0;
/** Writes a mail as a person would in their own mail program, stored in the Sent folder. */
async function writeByHand(headers: string[]): Promise<string> {
  count += 1;
  const head = [`From: Ada <${mailbox}>`, `Message-ID: <hand${count}@own.example>`, 'Subject: Hello', ...headers];
  const body = { raw: [...head, '', 'By hand.'].join('\r\n') };
  return (await core.request('POST', '/sandbox/inbound', { body })).body.data.kind;
}
async function states(): Promise<string[]> {
  return (await enrollmentsOf(core, campaignId)).map(({ state }: { state: string }) => state).sort();
}

test('a manual mail to several people takes over each conversation, including people in Cc', async () => {
  const [first, second] = sent;
  expect(await writeByHand([`To: colleague@acme.example, ${first!.to.toUpperCase()}`, `Cc: ${second!.to}`])).toBe(
    'own',
  );
  expect(await states()).toEqual(['removed', 'removed']);
});

test('a conversation forwarded to a colleague continues', async () => {
  const own = mailbox.slice(mailbox.indexOf('@'));
  expect(await writeByHand([`To: boss${own}`, `References: ${sent[0]!.messageIdHeader}`])).toBe('ignored');
  expect(await states()).toEqual(['active', 'active']);
});

test('a reply in the thread to another address of the person takes it over', async () => {
  const headers = ['To: private@elsewhere.example', `In-Reply-To: ${sent[0]!.messageIdHeader}`];
  expect(await writeByHand(headers)).toBe('own');
  expect(await states()).toEqual(['active', 'removed']);
});

test('treats mail in the Sent folder as written by the owner, regardless of its From address', async () => {
  const raw = `From: Ada <alias@else.example>\r\nTo: ${sent[0]!.to}\r\nMessage-ID: <alias@else.example>\r\n\r\nBy hand.`;
  const origin = { workspaceId: core.workspaceId, mailboxId: null, isSent: true };
  const { ports, log, now } = core.deps;
  expect(await receiveMail(origin, Buffer.from(raw), { ports, log, now })).toMatchObject({ kind: 'own' });
  expect(await states()).toEqual(['active', 'removed']);
});
