import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SendOutcome } from '../../mail/mail-transport.ts';
import { openDirectory } from '../../providers/prospects/directory/directory.ts';
import { claimDueMessages } from '../../store/campaigns/message-queue.ts';
import { type EventType, eventTypes } from '../../store/requests/event-store.ts';
import { captureCredits, readBalance } from '../../store/requests/ledger-store.ts';
import { inTransaction } from '../../store/transaction.ts';
import { addContact, launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { sendMessage } from '../../worker/send-message.ts';
import { queuePendingEvents } from '../../worker/webhooks/queue-deliveries.ts';
import { deliverDue } from '../../worker/webhooks/webhook-loop.ts';
import { injectReply } from '../replies/inbound/inject-reply.ts';

let core: TestCore;
let receiver: WebhookReceiver;
let webhook: Webhook;
/** What the mail server says to the next message. */
let outcome: SendOutcome = { kind: 'sent', response: '250 taken' };

beforeAll(async () => {
  core = await startTestCore();
  core.deps.ports.mail.transportFor = () => ({
    send: async (_mail, { onTransmitting }) => ((await onTransmitting()) ? outcome : { kind: 'withdrawn' }),
  });
  receiver = await startWebhookReceiver();
  const id = await make('/webhooks', { url: receiver.url });
  webhook = new Webhook((await core.request('GET', `/webhooks/${id}/secret`)).body.data.secret);
});
afterAll(async () => {
  receiver?.stop();
  await core?.stop();
});

const post = async (path: string, body: object = {}) => {
  const reply = await core.request('POST', path, { body });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.data;
};
const make = async (path: string, body: object): Promise<string> => (await post(path, body)).id;
const deliver = async () => {
  while (await queuePendingEvents(new Date()));
  while (await deliverDue(core.deps));
};

const claim = { owner: 'test', leaseMs: 60_000 };
/** A campaign whose first messages were given to the mail server, which answered like this. */
const send = async (
  answer: SendOutcome = { kind: 'sent', response: '250 taken' },
  over: Record<string, unknown> = {},
) => {
  outcome = answer;
  const { campaignId } = await launchCampaign(core, 1, over);
  for (const due of await claimDueMessages(claim, new Date(), 100)) await sendMessage(due, claim, core.deps);
  const [message] = (await messagesOf(core, campaignId)).filter(
    ({ stepIndex }: { stepIndex: number }) => stepIndex === 0,
  );
  return { campaignId, message };
};
const refused = (fault: 'address' | 'message' | 'mailbox', isPermanent = true): SendOutcome => ({
  kind: 'refused',
  fault,
  isPermanent,
  error: '550 no',
});
const launched = async () => (await launchCampaign(core, 1)).campaignId;
const replied = async (): Promise<string> => {
  const { workspaceId } = core;
  const { message } = await send();
  const mail = { messageId: message.id, from: message.to, subject: 'Re: Hello', text: 'Why?' };
  const taken = await injectReply({ workspaceId, ...mail }, core.deps);
  return (taken as { replyId: string }).replyId;
};
const spend = (amount: number): Promise<number> => {
  const actor = { kind: 'system', id: 'test', name: 'test' } as const;
  const reason = { operationId: `op_${amount}`, actor, action: 'test' };
  return inTransaction(() => captureCredits(core.workspaceId, amount, reason, new Date()));
};

/** Makes each event happen; answers what it is about. */
const provoke: Record<EventType, () => Promise<string>> = {
  'contact.created': () => addContact(core),
  'contact.updated': async () => {
    const id = await addContact(core);
    await core.request('PATCH', `/contacts/${id}`, { body: { title: 'CTO' } });
    return id;
  },
  'contact.erased': async () => {
    const id = await addContact(core);
    await post(`/contacts/${id}/erase`);
    return id;
  },
  'company.created': () => make('/companies', { name: 'Acme', domain: 'acme.example' }),
  'list.changed': () => make('/lists', { name: 'Spring' }),
  'search.revealed': async () => {
    const [person] = openDirectory().people.filter(({ emailStatus }) => emailStatus === 'valid');
    await post('/search/people/reveal', { ids: [person!.id] });
    return (await core.request('GET', '/events?type=search.revealed')).body.data[0].subjectId;
  },
  'campaign.launched': launched,
  'campaign.paused': async () => make(`/campaigns/${await launched()}/pause`, {}),
  'campaign.resumed': async () => {
    const id = await make(`/campaigns/${await launched()}/pause`, {});
    return make(`/campaigns/${id}/resume`, {});
  },
  'campaign.completed': async () =>
    (await send(undefined, { steps: [{ subject: 'One', body: 'Only one.' }] })).campaignId,
  'campaign.cancelled': async () => make(`/campaigns/${await launched()}/cancel`, {}),
  'enrollment.changed': async () => (await send()).message.enrollmentId,
  'message.awaiting_approval': async () => (await send(undefined, { approval: 'each_message' })).message.id,
  'message.sent': async () => (await send()).message.id,
  'message.bounced': async () => (await send(refused('address'))).message.id,
  'message.failed': async () => (await send(refused('message'))).message.id,
  'message.unconfirmed': async () => (await send({ kind: 'unconfirmed', error: 'reset' })).message.id,
  'reply.received': replied,
  'reply.classified': async () => make(`/replies/${await replied()}/classify`, { class: 'not_now' }),
  'reply.answered': async () => {
    const id = await replied();
    await post(`/replies/${id}/answer`, { bodyText: 'Because.' });
    await post(`/replies/${id}/answer/approve`);
    await send();
    return id;
  },
  'suppression.added': () => make('/suppressions', { value: 'no@blocked.example' }),
  'job.finished': async () => {
    const csv = { headers: { 'content-type': 'text/csv' }, body: 'email\nada@import.example\n' };
    const { body } = await core.request('POST', '/contacts/import?declaredBasis=consent', csv);
    return make(`/jobs/${body.data.id}/cancel`, {});
  },
  'mailbox.failing': async () => {
    const { message } = await send(refused('mailbox', false));
    for (let count = 0; count < 4; count += 1) await send(refused('mailbox', false));
    return message.mailboxId;
  },
  'webhook.paused': async () => {
    const dead = await startWebhookReceiver();
    dead.answer.status = 410;
    const id = await make('/webhooks', { url: dead.url, eventTypes: ['list.changed'] });
    await make('/lists', { name: 'For the dead one' });
    await deliver();
    dead.stop();
    return id;
  },
  'credits.low': async () => {
    await spend((await readBalance(core.workspaceId)) - 10);
    return core.workspaceId;
  },
  'credits.exhausted': async () => {
    await spend(10);
    return core.workspaceId;
  },
};

// Credits go last: what comes after them could not spend any.
const inOrder = eventTypes.toSorted((a, b) => Number(a.startsWith('credits.')) - Number(b.startsWith('credits.')));

test.each(inOrder)('%s is listed, and delivered signed with the same id and body', async (type) => {
  const subjectId = await provoke[type]();
  const { body: listed } = await core.request('GET', `/events?type=${type}&subjectId=${subjectId}&sort=id`);
  expect(listed.data.length).toBeGreaterThan(0);
  await deliver();
  const got = receiver.received.filter(({ body }) => body.type === type && body.subjectId === subjectId);
  expect(got.map(({ body }) => body)).toEqual(
    listed.data.map((event: object) => ({ ...event, workspaceId: core.workspaceId })),
  );
  for (const { text, headers } of got) webhook.verify(text, headers as Record<string, string>);
});
