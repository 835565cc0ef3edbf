import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { planMessages } from '../../engine/sending/messages/plan-messages.ts';
import { claimQueue } from '../../store/sending/send-queue-store.ts';
import { enrollmentsOf, launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

const dayMs = 86_400_000;
const now = new Date('2030-01-05T22:00:00Z'); // A Saturday night.
let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
});
afterAll(() => core.stop());

let campaignId: string;
beforeEach(async () => {
  ({ campaignId } = await launchCampaign(core, 1));
});

async function deliver() {
  return (await core.request('POST', '/sandbox/deliver', { body: {} })).body.data;
}
async function sentMessage() {
  await deliver();
  return (await messagesOf(core, campaignId, '&state=sent')).toSorted(byStepDown)[0]!;
}
function byStepDown(a: { stepIndex: number }, b: { stepIndex: number }) {
  return b.stepIndex - a.stepIndex;
}
async function isSuppressed(value: string): Promise<boolean> {
  return (await core.request('GET', `/suppressions/check?value=${value}`)).body.data.isSuppressed;
}

test('delivers due messages outside the sending window, but no step before its delay ends', async () => {
  const dry = await core.request('POST', '/sandbox/deliver?dryRun=true', { body: {} });
  expect(dry.body.data.effects).toMatchObject([{ op: 'send', type: 'message' }]);
  expect(await deliver()).toMatchObject({ sentCount: 1, heldCount: 0, waitingCount: 0 });
  expect(await deliver()).toMatchObject({ sentCount: 0 });
  const { body: clock } = await core.request('POST', '/sandbox/clock', { body: { advance: 'P3D' } });
  const start = Date.parse((await messagesOf(core, campaignId, '&state=sent'))[0]!.sentAt);
  expect(Date.parse(clock.data.now)).toBe(start + 3 * dayMs);
  expect(await deliver()).toMatchObject({ sentCount: 1 });
  expect(await messagesOf(core, campaignId, '&state=sent')).toHaveLength(2);
});

test("delivers even while a worker has the mailbox's turn", async () => {
  await planMessages(core.deps);
  const turn = { owner: 'worker', leaseMs: 300 };
  const later = new Date(now.getTime() + 30 * dayMs);
  expect(await claimQueue(turn, later, { workspaceId: core.workspaceId })).not.toBeNull();
  expect(await deliver()).toMatchObject({ sentCount: 1, heldCount: 0 });
});

test('shows stored messages, and the raw message', async () => {
  const message = await sentMessage();
  const { body } = await core.request('GET', `/sandbox/messages?messageId=${message.id}`);
  expect(body.data).toMatchObject([
    { to: message.to, subject: message.subject, messageIdHeader: message.messageIdHeader },
  ]);
  const raw = await core.request('GET', `/sandbox/messages/${message.id}/raw`);
  expect(raw.headers.get('content-type')).toContain('message/rfc822');
  expect(raw.body).toContain(`Message-ID: ${message.messageIdHeader}`);
});

test('adds a reply to the thread and applies its class', async () => {
  const message = await sentMessage();
  const path = `/sandbox/messages/${message.id}/reply`;
  const dry = await core.request('POST', `${path}?dryRun=true`, { body: { text: 'Please remove me from your list.' } });
  expect(dry.body.data.effects).toMatchObject([
    { op: 'create', type: 'reply' },
    { op: 'create', type: 'suppression' },
  ]);
  const { body } = await core.request('POST', path, { body: { text: 'Please remove me from your list.' } });
  expect(body.data).toMatchObject({ kind: 'reply', messageId: message.id, reply: { class: 'unsubscribe' } });
  expect(await isSuppressed(message.to)).toBe(true);
});

test("an absence notice pauses until the return, by the workspace's clock", async () => {
  const message = await sentMessage();
  const { body: clock } = await core.request('POST', '/sandbox/clock', { body: { advance: 'PT0S' } });
  const back = new Date(Date.parse(clock.data.now) + 10 * dayMs).toISOString().slice(0, 10);
  const headers = { 'Auto-Submitted': 'auto-replied' };
  const text = `I am out of office until ${back}.`;
  await core.request('POST', `/sandbox/messages/${message.id}/reply`, { body: { text, headers } });
  const [paused] = await enrollmentsOf(core, campaignId);
  expect(paused).toMatchObject({
    state: 'paused',
    resumeAt: expect.stringContaining(new Date(Date.parse(back) + dayMs).toISOString().slice(0, 10)),
  });
  await core.request('POST', '/sandbox/clock', { body: { advance: 'P12D' } });
  await deliver();
  expect(await messagesOf(core, campaignId, '&state=sent')).toHaveLength(2);
});

test('suppresses on a hard bounce and a complaint, not on a soft bounce', async () => {
  for (const kind of ['soft', 'hard', 'complaint']) {
    ({ campaignId } = await launchCampaign(core, 1));
    const message = await sentMessage();
    const { body } = await core.request('POST', `/sandbox/messages/${message.id}/bounce`, { body: { kind } });
    expect(body.data).toMatchObject({ kind: kind === 'complaint' ? 'complaint' : 'bounce', messageId: message.id });
    expect(await isSuppressed(message.to), kind).toBe(kind !== 'soft');
  }
});

test('processes a raw message, and one unrelated to our mail changes nothing', async () => {
  const message = await sentMessage();
  const raw = `From: ${message.to}\nSubject: Re: ${message.subject}\nIn-Reply-To: ${message.messageIdHeader}\nMessage-ID: <1@x.example>\n\nTell me more.`;
  const { body } = await core.request('POST', '/sandbox/inbound', { body: { raw } });
  expect(body.data).toMatchObject({ kind: 'reply', messageId: message.id });
});

test('rejects replies to unsent messages, forbidden headers, and invalid durations', async () => {
  const [waiting] = await messagesOf(core, campaignId, '&state=scheduled');
  const early = await core.request('POST', `/sandbox/messages/${waiting!.id}/reply`, { body: { text: 'Hi' } });
  expect(early.body.error.code).toBe('invalid_state');
  const message = await sentMessage();
  const body = { text: 'Hi', headers: { 'Message-ID': '<x@y.example>' } };
  const header = await core.request('POST', `/sandbox/messages/${message.id}/reply`, { body });
  expect(header.body.error.code).toBe('validation_failed');
  const clock = await core.request('POST', '/sandbox/clock', { body: { advance: 'P1M' } });
  expect(clock.body.error).toMatchObject({ code: 'validation_failed', field: 'advance' });
});

test('with a real mailbox, uses real time and disables immediate delivery', async () => {
  const { key } = await core.addWorkspace();
  await core.request('POST', '/sandbox/clock', { key, body: { advance: 'P1W' } });
  const smtp = { host: '127.0.0.1', port: 587, security: 'starttls', username: 'me', password: 'secret' };
  const connected = await core.request('POST', '/mailboxes', { key, body: { address: 'me@real.example', smtp } });
  expect(connected.status).toBe(201);
  const clock = await core.request('POST', '/sandbox/clock', { key, body: { advance: 'PT1H' } });
  expect(clock.body.error.code).toBe('invalid_state');
  expect((await core.request('POST', '/sandbox/deliver', { key, body: {} })).body.error.code).toBe('invalid_state');
});
