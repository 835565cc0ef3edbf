import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { autopilotClasses, type ReplyDraftRules } from '../../../domain/replies/autopilot/autopilot-rules.ts';
import { noGap } from '../../../domain/sending/send-slot.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import { insertMailbox } from '../../../store/mailboxes/mailbox-store.ts';
import { findPendingDrafts } from '../../../store/replies/autopilot/autopilot-message-store.ts';
import { addContact } from '../../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { sendDue } from '../../sending/send-due.ts';
import { injectReply } from '../inject-reply.ts';
import { draftForNextReply } from './draft-replies.ts';
import { switchAutopilot } from './switch-autopilot.ts';

const minuteMs = 60_000;
const noon = Date.parse('2030-01-07T12:00:00Z');
let core: TestCore;
let nowMs = noon;

beforeAll(async () => {
  core = await startTestCore({ now: () => new Date(nowMs) });
});
afterAll(() => core?.stop());
beforeEach(async () => {
  nowMs = noon;
});

const rules: ReplyDraftRules = {
  isOn: true,
  classes: [...autopilotClasses],
  perDay: 3,
  quietHours: { from: '20:00', to: '08:00' },
  undoMinutes: 10,
  templates: {},
};

interface Sent {
  id: string;
  to: string;
}

let ownWorkspace = { id: '', key: '' };

/** Creates a workspace with this number of contacted people whose sequence is complete. */
async function written(people: number): Promise<Sent[]> {
  const { workspaceId, key } = await core.addWorkspace();
  ownWorkspace = { id: workspaceId, key };
  await call('PATCH', '/settings', { postalAddress: '1 Road', timeZone: 'UTC' });
  const mailbox = { kind: 'capture', address: 'me@acme.example', dailyCap: 100, gapSeconds: noGap } as const;
  await insertMailbox(workspaceId, mailbox, new Date(nowMs));
  const window = {
    days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    from: '00:00',
    to: '24:00',
    timeZone: 'UTC',
  };
  const steps = [{ subject: 'Hello', body: 'Shall we talk about engines?' }];
  const { id } = await call('POST', '/campaigns', { name: 'Autumn', steps, window });
  const contactIds: string[] = [];
  while (contactIds.length < people) contactIds.push(await addContact(core, {}, key));
  await call('POST', `/campaigns/${id}/enrollments`, { contactIds });
  await call('POST', `/campaigns/${id}/launch`);
  await sendDue(core.deps);
  return call('GET', `/messages?campaignId=${id}&state=sent&limit=100`);
}

async function call(method: string, path: string, body?: object) {
  const reply = await core.request(method, path, {
    key: ownWorkspace.key,
    ...(method !== 'GET' && { body: body ?? {} }),
  });
  expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBeLessThan(300);
  return reply.body.data;
}

function switchOn(over: Partial<ReplyDraftRules> = {}) {
  return inTransaction(() =>
    switchAutopilot(ownWorkspace.id, { answers: { ...rules, ...over } }, 'usr_test', new Date(nowMs)),
  );
}
async function reply(message: Sent, text: string): Promise<string> {
  const mail = { messageId: message.id, from: message.to, subject: 'Re: Hello', text };
  const taken = await injectReply({ workspaceId: ownWorkspace.id, ...mail }, core.deps);
  return (taken as { replyId: string }).replyId;
}
async function work() {
  while (await draftForNextReply(core.deps));
  await sendDue(core.deps);
}
async function answers(query = '') {
  return call('GET', `/autopilot/answers?limit=100${query}`);
}
async function pass(minutes: number) {
  nowMs += minutes * minuteMs;
  await work();
}
const interested = 'That sounds interesting, please send me more information.';

test('replies after the undo period, once, and emits an event', async () => {
  const [one] = await written(1);
  await switchOn();
  await reply(one!, interested);
  await work();
  const [pending] = await answers('&isPending=true');
  expect(pending).toMatchObject({
    decision: 'answered',
    messageState: 'scheduled',
    writtenBy: 'template',
    to: one!.to,
  });
  expect(pending.bodyText).toMatch(/^Hello Person\d+,\n\nthank you for your answer/);
  await pass(9);
  expect(await answers('&isPending=true')).toHaveLength(1);
  await pass(2);
  expect(await answers()).toMatchObject([{ messageState: 'sent', sentAt: expect.any(String) }]);
  await pass(60);
  expect(await answers()).toHaveLength(1);
});

test('does nothing while it is off', async () => {
  const [one] = await written(1);
  await reply(one!, interested);
  await pass(60);
  expect(await answers()).toEqual([]);
});

test('a canceled draft leaves the reply for a person', async () => {
  const [one] = await written(1);
  await switchOn();
  const replyId = await reply(one!, interested);
  await work();
  const [{ messageId }] = await answers('&isPending=true');
  await call('POST', `/autopilot/answers/${messageId}/cancel`);
  await pass(30);
  expect(await answers()).toMatchObject([{ messageState: 'cancelled', sentAt: null }]);
  expect(await call('GET', `/replies/${replyId}`)).toMatchObject({ state: 'new', needsAction: true });
});

test('turning autopilot off stops unsent replies and keeps them for a person', async () => {
  const [one] = await written(1);
  await switchOn();
  await reply(one!, interested);
  await work();
  await switchOn({ isOn: false });
  await pass(60);
  expect(await answers()).toMatchObject([{ messageState: 'awaiting_approval', sentAt: null }]);
});

test('an opt-out before the reply is sent cancels it', async () => {
  const [one] = await written(1);
  await switchOn();
  await reply(one!, interested);
  await work();
  await reply(one!, 'On second thoughts: please do not write to me again.');
  await pass(60);
  expect(await answers()).toMatchObject([{ messageState: 'cancelled' }]);
});

test('leaves possible opt-outs to a person, regardless of their class by a user or a model', async () => {
  const [one] = await written(1);
  await switchOn();
  await reply(one!, 'Sounds interesting, but we are not interested at the moment. Why do you ask?');
  await pass(60);
  const log = await answers();
  expect(log.every(({ decision }: { decision: string }) => decision === 'left')).toBe(true);
  expect(await findPendingDrafts(ownWorkspace.id)).toEqual([]);
});

test('respects quiet hours and the daily limit', async () => {
  const sent = await written(5);
  await switchOn();
  nowMs = Date.parse('2030-01-07T19:55:00Z');
  for (const message of sent) await reply(message, interested);
  await work();
  await pass(30);
  expect((await answers('&isPending=true')).length).toBe(5);
  nowMs = Date.parse('2030-01-08T07:59:00Z');
  await work();
  expect((await answers('&isPending=true')).length).toBe(5);
  await pass(2);
  expect((await answers('&isPending=true')).length).toBe(2);
  nowMs = Date.parse('2030-01-09T08:01:00Z');
  await work();
  expect(await answers('&isPending=true')).toEqual([]);
});

test('launches without approval up to the daily limit of people, and never with warnings', async () => {
  const { workspaceId, key } = core;
  ownWorkspace = { id: workspaceId, key };
  await call('PATCH', '/settings', { postalAddress: '1 Road' });
  const agent = await core.addKey(['campaigns:write', 'sending:write'], { credits: 0, recipients: 0 });
  const launches = { isOn: true, recipientsPerDay: 3 };
  const switchLaunches = (isOn: boolean) =>
    inTransaction(() => switchAutopilot(workspaceId, { launches: { ...launches, isOn } }, 'usr_test', new Date(nowMs)));
  const launch = async (people: number, body = 'Shall we talk?') => {
    const steps = [{ subject: 'Hello', body }];
    const { id } = await call('POST', '/campaigns', { name: 'Autumn', steps });
    const contactIds: string[] = [];
    while (contactIds.length < people) contactIds.push(await addContact(core, {}, key));
    await call('POST', `/campaigns/${id}/enrollments`, { contactIds });
    const { status, body: given } = await core.request('POST', `/campaigns/${id}/launch`, { key: agent, body: {} });
    return { id, status, reason: given.data?.approval?.reason };
  };
  expect(await launch(1)).toMatchObject({ status: 202 });
  await switchLaunches(true);
  expect(await launch(1, 'Act now! http://a.example http://b.example http://c.example')).toMatchObject({
    status: 202,
    reason: expect.stringContaining('a check warns about'),
  });
  const first = await launch(2);
  expect(first.status).toBe(200);
  expect(await launch(2)).toMatchObject({ status: 202, reason: expect.stringContaining('3 people a day') });
  expect((await launch(1)).status).toBe(200);
  await switchLaunches(false);
  expect(await call('GET', `/campaigns/${first.id}`)).toMatchObject({ state: 'paused', pauseReason: 'user' });
});

/** Deterministic pseudo-random numbers. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const texts = [
  interested,
  'Could you call me on Tuesday at ten?',
  'How much does it cost?',
  'Please write to my colleague Bob, he takes care of that.',
  'No thanks.',
  'Stop.',
  'Not now, perhaps next year.',
  'This is spam, I will report you to the authority.',
  'I am out of the office until Friday.',
  'Hm.',
  'Wie viel kostet das?',
  'Kein Interesse.',
];

test('sends no reply outside the limits to generated replies over several days', async () => {
  const random = randomFrom(7);
  const sent = await written(8);
  await switchOn({ perDay: 2 });
  nowMs = Date.parse('2030-01-07T06:00:00Z');
  for (let step = 0; step < 24; step += 1) {
    const message = sent[Math.floor(random() * sent.length)]!;
    if (random() < 0.7) await reply(message, texts[Math.floor(random() * (random() < 0.85 ? 4 : texts.length))]!);
    await pass(Math.floor(random() * 300));
  }
  await pass(24 * 60);
  const left = (await call('GET', '/messages?kind=answer&state=sent&limit=100')) as { sentAt: string; to: string }[];
  expect(left.length).toBeGreaterThan(1);
  const perDay = Map.groupBy(left, ({ sentAt }) => sentAt.slice(0, 10));
  expect(Math.max(...[...perDay.values()].map((own) => own.length))).toBeLessThanOrEqual(2);
  for (const { sentAt } of left) {
    expect(sentAt.slice(11, 16) >= '08:00' && sentAt.slice(11, 16) < '20:00', sentAt).toBe(true);
  }
  const log = (await answers()) as { class: string; messageState: string | null }[];
  const classes = log.filter(({ messageState }) => messageState === 'sent').map((entry) => entry.class);
  expect(classes.filter((name) => !(autopilotClasses as readonly string[]).includes(name))).toEqual([]);
});
