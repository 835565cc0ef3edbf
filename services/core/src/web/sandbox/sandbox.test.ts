import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listWorkspacesOf } from '../../store/members/membership-store.ts';
import { findUserByEmail } from '../../store/members/user-store.ts';
import { captureMessage } from '../../store/messages/captured-message-store.ts';
import { findMessage, insertMessages, type MessageRecord } from '../../store/messages/message-store.ts';
import { listReplies } from '../../store/replies/reply-list-store.ts';
import { Browser } from '../../testing/browser.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { composeMail } from '../../transport/messages/compose-mail.ts';

let core: TestCore;
let browser: Browser;
let workspaceId: string;

beforeAll(async () => {
  core = await startTestCore();
});
beforeEach(async () => {
  browser = new Browser(core.url);
  const email = `${randomUUID()}@example.org`;
  await browser.signUp(email);
  workspaceId = (await listWorkspacesOf((await findUserByEmail(email))!.id))[0]!.id;
});
afterAll(() => core.stop());

const now = new Date('2026-05-01T08:00:00Z');
const to = 'grace@compiler.example';

async function sentMessage(): Promise<{ message: MessageRecord; path: string }> {
  const content = {
    kind: 'single',
    to,
    subject: 'A <question>',
    bodyText: 'Hello\n<b>Grace</b>',
    state: 'sent',
  } as const;
  const [message] = await insertMessages(workspaceId, [{ ...content, sentAt: now }], now);
  const { messageIdHeader } = (await findMessage(workspaceId, message!.id))!;
  const from = 'outreach@sandbox.example';
  const eml = await composeMail({
    from: { name: 'Ada', address: from },
    replyTo: null,
    to,
    subject: content.subject,
    bodyText: content.bodyText,
    bodyHtml: null,
    messageIdHeader,
    inReplyTo: null,
    references: [],
    headers: { 'List-Unsubscribe': '<https://outbound.example/u/token>' },
    date: now,
  });
  const mail = { mailboxId: 'mbx_1', messageId: message!.id, messageIdHeader, from, to, subject: content.subject, eml };
  const capturedId = await captureMessage(workspaceId, mail, now);
  return { message: message!, path: `/app/sandbox/${capturedId}` };
}

/** Address of the reply that the sandbox names in its own address. */
function replyAt(location: string): string {
  return `/app/replies/${new URLSearchParams(location.split('?')[1]).get('reply')}`;
}

test('a page without messages explains how to get some', async () => {
  expect((await browser.get('/app/sandbox')).html).toContain('No messages yet');
  expect((await browser.get('/app/campaigns')).html).toContain('No campaigns yet');
  expect((await browser.get('/app/inbox')).html).toContain('No replies yet');
});

test('shows a captured message as text, with its source to download', async () => {
  const { path, message } = await sentMessage();
  expect((await browser.get('/app/sandbox')).html).toContain(`href="${path}"`);
  const page = await browser.get(path);
  expect(page.html).toContain('Hello\n&lt;b&gt;Grace&lt;/b&gt;');
  expect(page.html).toContain('href="https://outbound.example/u/token"');
  expect(page.html).toContain('value="Re: A &lt;question&gt;"');
  const source = await browser.get(`${path}/source`);
  expect(source.headers.get('content-type')).toContain('message/rfc822');
  expect(source.headers.get('content-disposition')).toMatch(/attachment; filename="cap_\w+\.eml"/);
  expect(source.html).toContain(`Message-ID: ${message.messageIdHeader}`);
});

test('an answer as the recipient becomes a reply to the message', async () => {
  const { path, message } = await sentMessage();
  const answer = await browser.submit(path, `${path}/answer`, {
    subject: 'Re: A question',
    text: 'Yes, tell me more!',
  });
  expect(answer.location).toMatch(new RegExp(`^${path}\\?reply=rpl_\\w+$`));
  const { items } = await listReplies(workspaceId, {}, { limit: 10, sort: '-id' });
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ fromAddress: to, messageId: message.id, bodyText: 'Yes, tell me more!' });
  const page = await browser.get(answer.location!);
  expect(page.html).toMatch(/Classified as .*Interested/);
  expect((await browser.get(replyAt(answer.location!))).html).toContain('Yes, tell me more!');
  expect((await browser.get('/app/inbox')).html).toContain(to);
});

test('a person answers a reply, and nothing is sent before the exact text is approved', async () => {
  const { path } = await sentMessage();
  const { location } = await browser.submit(path, `${path}/answer`, {
    subject: 'Re: A question',
    text: 'Tell me more',
  });
  const replyPath = replyAt(location!);
  expect((await browser.submit(replyPath, `${replyPath}/answer`, { bodyText: ' ' })).html).toContain(
    'Write your reply.',
  );
  const drafted = await browser.submit(replyPath, `${replyPath}/answer`, { bodyText: 'With <pleasure>.' });
  const [reply] = (await listReplies(workspaceId, {}, { limit: 1, sort: '-id' })).items;
  expect(drafted.location).toBe(`${replyPath}?send=1`);
  const answerNow = async () => (await findMessage(workspaceId, reply!.answerMessageId!))!;
  expect((await answerNow()).state).toBe('awaiting_approval');

  const question = await browser.get(drafted.location!);
  expect(question.html).toContain(`Send to ${reply!.fromAddress} from`);
  const exact = /href="(\/app\/do\/approve_answer[^"]+)"/.exec(question.html)![1]!.replaceAll('&amp;', '&');
  expect((await browser.get(exact)).html).toContain('With &lt;pleasure&gt;.');
  const digestIn = (html: string) => /name="digest" value="([^"]*)"/.exec(html)![1]!;
  await browser.submit(replyPath, `${replyPath}/answer`, { bodyText: 'Changed meanwhile' });
  const changed = await browser.submit(drafted.location!, `${replyPath}/send`, { digest: digestIn(question.html) });
  expect(changed.location).toBe(replyPath);
  expect((await browser.get(replyPath)).html).toContain('The plan has changed');
  expect((await answerNow()).state).toBe('awaiting_approval');

  const digest = digestIn((await browser.get(drafted.location!)).html);
  const sent = await browser.submit(drafted.location!, `${replyPath}/send`, { digest });
  expect(sent.location).toBe('/app/inbox');
  expect(await answerNow()).toMatchObject({ state: 'scheduled', bodyText: 'Changed meanwhile' });
  expect((await browser.get('/app/inbox')).html).toContain('Approved the answer to');
  const again = await browser.submit(replyPath, `${replyPath}/send`, { digest });
  expect(again.location).toBe(sent.location);
});

test.each(['constructor', 'nothing'])('no page does %s', async (action) => {
  expect((await browser.get(`/app/do/${action}?id=x`)).status).toBe(404);
});

test('a click replies as the recipient, bounces the message, moves the clock, and delivers what is due', async () => {
  const { path, message } = await sentMessage();
  const [subject, preset] = ['Re: A question', 'Unsubscribe'];
  const { location } = await browser.submit(path, `${path}/answer`, { subject, preset });
  expect((await browser.get(location!)).html).toMatch(/Classified as .*Unsubscribe/);
  await browser.submit(path, `${path}/bounce`, { kind: 'hard' });
  expect((await findMessage(workspaceId, message.id))!.state).toBe('bounced');
  for (const view of ['rich', 'raw']) expect((await browser.get(`${path}?view=${view}`)).status).toBe(200);
  await browser.submit('/app/sandbox', '/app/sandbox/clock', { advance: 'P1D' });
  const ahead = (await browser.get('/app/sandbox')).html;
  expect(ahead).toContain('In this workspace it is');
  expect((await browser.submit('/app/sandbox', '/app/sandbox/clock', { advance: 'next' })).location).toBe(
    '/app/sandbox',
  );
  await browser.submit('/app/sandbox', '/app/sandbox/clock', { advance: 'never' });
  expect((await browser.get('/app/sandbox')).html).toContain('ISO 8601');
  await browser.submit('/app/sandbox', '/app/sandbox/deliver', {});
  expect((await browser.get('/app/sandbox')).html).toContain('Sent 0 messages into the sandbox.');
});

test('rejects an empty answer beside its field, and delivers nothing', async () => {
  const { path } = await sentMessage();
  const answer = await browser.submit(path, `${path}/answer`, { subject: 'Kept', text: '  ' });
  expect(answer.status).toBe(422);
  expect(answer.html).toContain('Write what the recipient answers.');
  expect(answer.html).toContain('value="Kept"');
  expect((await listReplies(workspaceId, {}, { limit: 10, sort: '-id' })).items).toEqual([]);
});

test("another workspace's message and reply look like missing ones", async () => {
  const { path } = await sentMessage();
  const { location } = await browser.submit(path, `${path}/answer`, { subject: 'x', text: 'Hello' });
  const stranger = new Browser(core.url);
  await stranger.signUp(`${randomUUID()}@example.org`);
  for (const address of [path, `${path}/source`, replyAt(location!)])
    expect((await stranger.get(address)).status).toBe(404);
  const answer = await stranger.submit('/app', `${path}/answer`, { subject: 'x', text: 'Hello' });
  expect(answer.status).toBe(404);
});
