import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { injectReply } from '../../engine/replies/inject-reply.ts';
import { sendDue } from '../../engine/sending/send-due.ts';
import { addMember } from '../../store/members/membership-store.ts';
import { createUser } from '../../store/members/user-store.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import type { Browser } from '../../testing/browser.ts';
import { browserOf, signedIn } from '../../testing/pages/signed-in.ts';
import { startRunningCampaign } from '../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const hourMs = 3_600_000;
const start = Date.parse('2030-01-07T10:00:00Z');
let time = start;
let core: TestCore;
let workspaceId: string;
let key: string;
let message: MessageRecord;
let browser: Browser;

beforeAll(async () => {
  core = await startTestCore({ now: () => new Date(time) });
});
afterAll(() => core.stop());
beforeEach(async () => {
  time = start;
  ({ workspaceId, key } = await core.addWorkspace());
  const now = new Date(time);
  const running = await startRunningCampaign({ workspaceId, people: 1, smtpPort: null, now });
  message = running.messages[0]!;
  await sendDue(core.deps);
  browser = await signedIn(core, workspaceId);
});

async function get(path: string) {
  return (await core.request('GET', path, { key })).body.data;
}

async function answered(text: string): Promise<string> {
  const mail = { workspaceId, messageId: message.id, from: message.to, subject: `Re: ${message.subject}`, text };
  const outcome = await injectReply({ ...mail, headers: {} }, core.deps);
  return (outcome as { replyId: string }).replyId;
}

function takeBack(replyId: string) {
  return browser.submit(`/app/replies/${replyId}`, `/app/replies/${replyId}/take-back`, {});
}

async function isSuppressed(): Promise<boolean> {
  return (await get(`/suppressions/check?value=${message.to}`)).isSuppressed;
}

test('a member takes back a suppression that the text of a reply decided', async () => {
  const replyId = await answered('Please take my address off your list.');
  const undoUntil = new Date(start + 24 * hourMs).toISOString();
  expect(await get(`/replies/${replyId}`)).toMatchObject({ class: 'unsubscribe', wish: 'clear', undoUntil });
  const { html } = await browser.get(`/app/replies/${replyId}`);
  expect(html).toContain('is suppressed and gets no more email.');
  expect(html).not.toContain('id="bodyText"');
  expect((await browser.get(/href="(\/app\/suppression\/[^"]+)"/.exec(html)![1]!)).status).toBe(200);
  const [entry] = await get('/suppressions');
  expect(entry).toMatchObject({ reason: 'unsubscribe', undoUntil });
  const byProgram = await core.request('DELETE', `/suppressions/${entry.id}`, { key });
  expect([byProgram.status, byProgram.body.error.code]).toEqual([451, 'legal_block']);
  await takeBack(replyId);
  expect(await isSuppressed()).toBe(false);
  const open = { class: 'unclassified', classifiedBy: 'user', needsAction: true, undoUntil: null, wish: 'none' };
  expect(await get(`/replies/${replyId}`)).toMatchObject(open);
  expect(await get(`/contacts/${message.contactId}`)).toMatchObject({ doNotContact: false, stage: 'replied' });
  expect((await browser.get(`/app/replies/${replyId}`)).html).toContain('id="bodyText"');
  // The sequence stays stopped.
  expect(await get(`/enrollments/${message.enrollmentId}`)).toMatchObject({ state: 'unsubscribed' });
  expect(await get('/messages?state=scheduled')).toEqual([]);
  const [audited] = await get('/audit?action=take_back_suppression');
  expect(audited).toMatchObject({ via: 'app', summary: `Took back the suppression of ${message.to}.` });
});

test.each(['Remove me', 'STOP'])('"%s" leaves no doubt and is final', async (text) => {
  const replyId = await answered(text);
  expect(await get(`/replies/${replyId}`)).toMatchObject({ class: 'unsubscribe', undoUntil: null });
  expect((await browser.get(`/app/replies/${replyId}`)).html).not.toContain('Take back');
  expect(await isSuppressed()).toBe(true);
});

test('it is final after a day, and after a second opt-out', async () => {
  const replyId = await answered('Please take my address off your list.');
  const { html } = await browser.get(`/app/replies/${replyId}`);
  const csrf = /name="_csrf" value="([^"]+)"/.exec(html)![1]!;
  time = start + 25 * hourMs;
  expect((await browser.get(`/app/replies/${replyId}`)).html).not.toContain('Take back');
  await browser.post(`/app/replies/${replyId}/take-back`, { _csrf: csrf });
  expect(await isSuppressed()).toBe(true);
  time = start + hourMs;
  await answered('I said no more mail, please.');
  await takeBack(replyId);
  expect(await isSuppressed()).toBe(true);
});

test('a viewer cannot take it back', async () => {
  const replyId = await answered('Please take my address off your list.');
  const email = `${workspaceId}@viewers.example`;
  const { id } = await createUser({ email, name: 'Eve', passwordHash: 'none', now: new Date(time) });
  await addMember(workspaceId, id, 'viewer', new Date(time));
  const viewer = await browserOf(core, workspaceId, id);
  const { html } = await viewer.get(`/app/replies/${replyId}`);
  const csrf = /name="_csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  expect((await viewer.post(`/app/replies/${replyId}/take-back`, { _csrf: csrf })).status).toBe(403);
  expect(await isSuppressed()).toBe(true);
});

test('an unclear reply shows its two likeliest classes, and a key chooses one', async () => {
  const replyId = await answered('I think this is where we part ways.');
  const reply = await get(`/replies/${replyId}`);
  expect(reply).toMatchObject({ class: 'unclassified', isUnclear: true, wish: 'doubtful', needsAction: true });
  expect(reply.guesses).toMatchObject([{ class: 'unsubscribe' }, {}]);
  const { html } = await browser.get(`/app/replies/${replyId}`);
  expect(html).toMatch(/value="unsubscribe" data-key="1"/);
  expect(html).toContain(`value="${reply.guesses[1].class}" data-key="2"`);
  await browser.submit(`/app/replies/${replyId}`, `/app/replies/${replyId}/class`, { class: 'interested' });
  expect(await get(`/replies/${replyId}`)).toMatchObject({ class: 'interested', isUnclear: false, guesses: [] });
});
