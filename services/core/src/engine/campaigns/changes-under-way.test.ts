import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMailbox } from '../../store/mailboxes/mailbox-store.ts';
import { alwaysRead } from '../../testing/always-read.ts';
import { addCampaign, addContact, alwaysOpen, messagesOf, setPostalAddress } from '../../testing/campaign-setup.ts';
import { until } from '../../testing/running-campaign.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/servers/smtp-sink.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { startCampaignLoop } from '../../worker/campaigns/campaign-loop.ts';
import { injectReply } from '../replies/inject-reply.ts';
import { sendDue as sendAllDue } from '../sending/send-due.ts';

const dayMs = 86_400_000;
let core: TestCore;
let sink: SmtpSink;
let now = new Date('2030-01-07T10:00:00Z');
beforeAll(async () => {
  core = await startTestCore({
    now: () => now,
    environment: { BASE_URL: 'https://outbound.example', WORKER_POLL_MS: '20' },
  });
  sink = await startSmtpSink();
  await setPostalAddress(core);
});
afterAll(async () => {
  await sink?.stop();
  await core?.stop();
});

async function call(method: string, path: string, body?: object) {
  const reply = await core.request(method, path, { body });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.data;
}
async function sendDue(): Promise<number> {
  return sendAllDue(core.deps);
}
let mailboxes = 0;
async function addMailbox(): Promise<string> {
  const smtp = { host: '127.0.0.1', port: sink.port, security: 'none', username: null, secret: null } as const;
  mailboxes += 1;
  const own = {
    kind: 'smtp',
    address: `ada${mailboxes}@acme.example`,
    dailyCap: 100,
    smtp,
    ...alwaysRead(core),
    gapSeconds: { min: 0, max: 0 },
  } as const;
  return (await insertMailbox(core.workspaceId, own, now)).id;
}
function step(name: string, waitDays = 1) {
  return { subject: name, body: `${name}.`, thread: 'new', waitDays };
}
/** Creates a campaign with its own mailbox and sends its first message to one person. */
async function underWay(over: Record<string, unknown> = {}) {
  const mailboxId = await addMailbox();
  const steps = [step('One', 0), step('Two')];
  const campaignId = await addCampaign(core, { steps, mailboxIds: [mailboxId], ...over });
  const contactId = await addContact(core);
  await call('POST', `/campaigns/${campaignId}/enrollments`, { contactIds: [contactId] });
  await call('POST', `/campaigns/${campaignId}/launch`, {});
  await sendDue();
  return { campaignId, contactId, mailboxId };
}
async function sent(campaignId: string): Promise<string[]> {
  const found = (await messagesOf(core, campaignId)).filter(({ state }: { state: string }) => state === 'sent');
  return found.map(({ subject }: { subject: string }) => subject).toReversed();
}
async function stepsOf(campaignId: string) {
  return (await call('GET', `/campaigns/${campaignId}`)).steps;
}
function paused(campaignId: string) {
  return call('POST', `/campaigns/${campaignId}/pause`, {});
}
function resumed(campaignId: string) {
  return call('POST', `/campaigns/${campaignId}/resume`, {});
}
async function nextDay() {
  now = new Date(now.getTime() + dayMs);
  await sendDue();
}

test('does not send a new step to people past it, and sends no step twice', async () => {
  const { campaignId } = await underWay();
  await paused(campaignId);
  const [one, two] = (await stepsOf(campaignId)).map(({ id }: { id: string }) => id);
  const steps = [step('Zero', 0), { ...step('One'), id: one }, { ...step('Two'), id: two }, step('Three')];
  await call('PATCH', `/campaigns/${campaignId}`, { steps });
  await resumed(campaignId);
  for (let day = 0; day < 4; day += 1) await nextDay();
  expect(await sent(campaignId)).toEqual(['One', 'Two', 'Three']);
});

test('continues with the step after a removed one, and completes the sequence if none is left', async () => {
  const { campaignId } = await underWay({ steps: [step('One', 0), step('Two'), step('Three')] });
  await nextDay();
  await paused(campaignId);
  const [one, , three] = (await stepsOf(campaignId)).map(({ id }: { id: string }) => id);
  await call('PATCH', `/campaigns/${campaignId}`, {
    steps: [
      { ...step('One'), id: one },
      { ...step('Three'), id: three },
    ],
  });
  await resumed(campaignId);
  for (let day = 0; day < 3; day += 1) await nextDay();
  expect(await sent(campaignId)).toEqual(['One', 'Two', 'Three']);
  expect((await call('GET', `/campaigns/${campaignId}`)).state).toBe('completed');
  const { steps } = await call('GET', `/campaigns/${campaignId}/report`);
  expect(steps).toMatchObject([
    { stepId: one, sent: 1, isRemoved: false },
    { stepId: three, sent: 1, isRemoved: false },
    { sent: 1, isRemoved: true, variants: [{ variantId: 'A', sent: 1 }] },
  ]);
});

test('deleting the only mailbox pauses its campaigns, and a new mailbox resumes them', async () => {
  const { campaignId, mailboxId } = await underWay();
  const plan = await call('DELETE', `/mailboxes/${mailboxId}?dryRun=true`);
  expect(plan.effects).toMatchObject([{ op: 'delete' }, { op: 'stop', id: campaignId }]);
  await call('DELETE', `/mailboxes/${mailboxId}`);
  expect(await call('GET', `/campaigns/${campaignId}`)).toMatchObject({ state: 'paused', pauseReason: 'no_mailbox' });
  const refused = await core.request('POST', `/campaigns/${campaignId}/resume`, { body: {} });
  expect(refused.body.error).toMatchObject({ code: 'invalid_state', message: expect.stringContaining('mailbox') });
  await call('PATCH', `/campaigns/${campaignId}`, { name: 'Still mine' });
  const otherId = await addMailbox();
  await call('PATCH', `/campaigns/${campaignId}`, { mailboxIds: [otherId] });
  await resumed(campaignId);
  await nextDay();
  expect(await sent(campaignId)).toEqual(['One', 'Two']);
  const [last] = await messagesOf(core, campaignId);
  expect(last.mailboxId).toBe(otherId);
});

async function replyTo(campaignId: string): Promise<string> {
  const [message] = await messagesOf(core, campaignId, '&state=sent');
  const mail = { messageId: message.id, from: message.to, subject: 'Re: One', text: 'How much?' };
  const taken = await injectReply({ workspaceId: core.workspaceId, ...mail }, core.deps);
  return (taken as { replyId: string }).replyId;
}

test.each(['pause', 'cancel'])('sends an approved reply after a %s of its campaign', async (action) => {
  const { campaignId } = await underWay({ stopOnReply: false });
  const replyId = await replyTo(campaignId);
  await call('POST', `/replies/${replyId}/answer`, { bodyText: 'Ten.' });
  await call('POST', `/replies/${replyId}/answer/approve`, {});
  await call('POST', `/campaigns/${campaignId}/${action}`, {});
  await sendDue();
  expect(await call('GET', `/replies/${replyId}`)).toMatchObject({ state: 'answered', answer: { state: 'sent' } });
});

test('does not send a reply from another mailbox after its own is deleted; the reply needs action again', async () => {
  const { campaignId, mailboxId } = await underWay();
  const replyId = await replyTo(campaignId);
  await call('POST', `/replies/${replyId}/answer`, { bodyText: 'Ten.' });
  await call('POST', `/replies/${replyId}/answer/approve`, {});
  await call('DELETE', `/mailboxes/${mailboxId}`);
  await sendDue();
  const reply = await call('GET', `/replies/${replyId}`);
  expect(reply).toMatchObject({ state: 'new', needsAction: true, answer: { state: 'failed' } });
  expect(await call('GET', `/messages/${reply.answer.messageId}`)).toMatchObject({ skipReason: 'no_mailbox' });
});

test('resumes held messages of a paused campaign at its new start time', async () => {
  const { campaignId } = await underWay({ window: alwaysOpen });
  await paused(campaignId);
  const startAt = new Date(now.getTime() + 3 * dayMs);
  await call('PATCH', `/campaigns/${campaignId}`, { startAt: startAt.toISOString() });
  expect((await resumed(campaignId)).state).toBe('scheduled');
  now = startAt;
  const loop = startCampaignLoop(core.deps);
  await until(async () => (await call('GET', `/campaigns/${campaignId}`)).state === 'running');
  await loop.stop();
  await sendDue();
  expect(await sent(campaignId)).toEqual(['One', 'Two']);
});
