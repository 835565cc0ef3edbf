import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventPayloads } from '../../domain/events/event-payloads.ts';
import { queuePendingEvents } from '../../engine/events/webhooks/queue-deliveries.ts';
import { injectReply } from '../../engine/replies/inject-reply.ts';
import { sendDue as sendAllDue } from '../../engine/sending/send-due.ts';
import { announceDueTasks } from '../../engine/tasks/announce-tasks.ts';
import { decline } from '../../execution/approvals/decide-approval.ts';
import { openApiDocument } from '../../openapi/openapi.ts';
import { openDirectory } from '../../providers/prospects/directory/directory.ts';
import { readBalance } from '../../store/credits/balance-store.ts';
import { captureCredits } from '../../store/credits/ledger-store.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { type EventType, eventTypes } from '../../store/events/event-store.ts';
import { insertMailbox } from '../../store/mailboxes/mailbox-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { addCampaign, addContact, launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { requestApproved } from '../../testing/request-approved.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/servers/webhook-receiver.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import type { SendOutcome } from '../../transport/mail-transport.ts';
import { deliverDueWebhooks } from '../../worker/events/webhook-loop.ts';
import { runJobOnce } from '../../worker/jobs/job-runner.ts';
import { queueDueOrders } from '../../worker/jobs/order-loop.ts';
import { actions } from '../index.ts';

let core: TestCore;
let receiver: WebhookReceiver;
let webhook: Webhook;
/** Mail server outcome for the next message. */
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

async function post(path: string, body: object = {}) {
  const reply = await core.request('POST', path, { body });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.data;
}
async function make(path: string, body: object): Promise<string> {
  return (await requestApproved(core, 'POST', path, { body })).body.data.id;
}
async function deliver() {
  while (await queuePendingEvents(new Date()));
  while (await deliverDueWebhooks(core.deps));
}

/** Launches a campaign and gives its first messages to the mail server, with this outcome. */
async function send(answer: SendOutcome = { kind: 'sent', response: '250 taken' }, over: Record<string, unknown> = {}) {
  outcome = answer;
  const { campaignId } = await launchCampaign(core, 1, over);
  await sendAllDue(core.deps);
  const [message] = (await messagesOf(core, campaignId)).filter(
    ({ stepIndex }: { stepIndex: number }) => stepIndex === 0,
  );
  return { campaignId, message };
}
let mailboxes = 0;
async function addMailbox(): Promise<string> {
  mailboxes += 1;
  const own = { kind: 'capture' as const, address: `sender${mailboxes}@acme.example`, dailyCap: 100 };
  return (await insertMailbox(core.workspaceId, own, new Date())).id;
}
function refused(fault: 'address' | 'message' | 'mailbox'): SendOutcome {
  if (fault === 'mailbox') return { kind: 'refused', phase: 'login', code: 535, text: '5.7.8 Bad password' };
  if (fault === 'message') return { kind: 'refused', phase: 'data', code: 554, text: '5.7.1 This is spam' };
  return { kind: 'refused', phase: 'rcpt_to', code: 550, text: '5.1.1 User unknown' };
}
async function dueTask() {
  const { campaignId } = await launchCampaign(core, 1, { steps: [{ kind: 'task', subject: 'Call' }] });
  await announceDueTasks(new Date(), {});
  return (await core.request('GET', `/tasks?campaignId=${campaignId}`)).body.data[0];
}
async function launched() {
  return (await launchCampaign(core, 1)).campaignId;
}
async function replied(): Promise<string> {
  const { workspaceId } = core;
  const { message } = await send();
  const mail = { messageId: message.id, from: message.to, subject: 'Re: Hello', text: 'Why?' };
  const taken = await injectReply({ workspaceId, ...mail }, core.deps);
  return (taken as { replyId: string }).replyId;
}
function spend(amount: number): Promise<number> {
  const actor = { kind: 'system', id: 'test', name: 'test' } as const;
  const reason = { operationId: `op_${amount}`, actor, action: 'test' };
  return inTransaction(() => captureCredits(core.workspaceId, amount, reason, new Date()));
}

/** Triggers each event and returns its subject ID. */
const provoke: Record<EventType, () => Promise<string>> = {
  'contact.created': () => addContact(core),
  'contact.updated': async () => {
    const id = await addContact(core);
    await core.request('PATCH', `/contacts/${id}`, { body: { title: 'CTO' } });
    return id;
  },
  'standing_order.finished': async () => {
    const does = [{ action: 'list_tags', input: {} }];
    const id = await make('/standing-orders', { name: 'Hourly', every: 'hour', at: '00:00', does });
    const deps = { ...core.deps, now: () => new Date(Date.now() + 3_600_000) };
    await queueDueOrders(deps);
    while (await runJobOnce(deps)) {}
    return id;
  },
  'contact.erased': async () => {
    const id = await addContact(core);
    await post(`/contacts/${id}/erase`);
    return id;
  },
  'fact.created': async () =>
    make('/facts', { subjectId: await addContact(core), statement: 'Likes engines.', quote: 'I like engines.' }),
  'contact.deleted': async () => {
    const id = await addContact(core);
    await core.request('DELETE', `/contacts/${id}`);
    return id;
  },
  'contact.restored': async () => {
    const id = await addContact(core);
    await core.request('DELETE', `/contacts/${id}`);
    await post(`/trash/${id}/restore`, {});
    return id;
  },
  'contact.merged': async () => {
    const id = await addContact(core);
    await post(`/contacts/${id}/merge`, { otherContactId: await addContact(core) });
    return id;
  },
  'company.updated': async () => {
    const id = await make('/companies', { domain: 'updated.example' });
    await core.request('PATCH', `/companies/${id}`, { body: { industry: 'Logistics' } });
    return id;
  },
  'company.deleted': async () => {
    const id = await make('/companies', { domain: 'deleted.example' });
    await core.request('DELETE', `/companies/${id}`);
    return id;
  },
  'company.restored': async () => {
    const id = await make('/companies', { domain: 'restored.example' });
    await core.request('DELETE', `/companies/${id}`);
    await post(`/trash/${id}/restore`, {});
    return id;
  },
  'company.merged': async () => {
    const id = await make('/companies', { domain: 'kept.example' });
    await post(`/companies/${id}/merge`, { otherCompanyId: await make('/companies', { name: 'Other' }) });
    return id;
  },
  'campaign.created': () => make('/campaigns', { name: 'New' }),
  'campaign.updated': async () => {
    const id = await make('/campaigns', { name: 'To be changed' });
    await core.request('PATCH', `/campaigns/${id}`, { body: { name: 'Changed' } });
    return id;
  },
  'campaign.deleted': async () => {
    const id = await make('/campaigns', { name: 'To be deleted' });
    await core.request('DELETE', `/campaigns/${id}`);
    return id;
  },
  'task.created': async () => (await dueTask()).id,
  'task.due': async () => (await dueTask()).id,
  'task.completed': async () => {
    const { id } = await dueTask();
    await post(`/tasks/${id}/complete`);
    return id;
  },
  'suppression.removed': async () => {
    const id = await make('/suppressions', { value: 'removed.example' });
    await core.request('DELETE', `/suppressions/${id}`);
    return id;
  },
  'company.created': () => make('/companies', { name: 'Acme', domain: 'acme.example' }),
  'change.undone': async () => {
    const contactIds = [await addContact(core)];
    const { changeSetId } = await post('/contacts/bulk-change', { contactIds, change: { addTags: ['undone'] } });
    while (await runJobOnce(core.deps)) {}
    await post(`/change-sets/${changeSetId}/undo`);
    while (await runJobOnce(core.deps)) {}
    return changeSetId;
  },
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
  'approval.requested': async () => {
    const asking = await core.addKey(['campaigns:write', 'sending:write'], { credits: 0, recipients: 0 });
    const campaignId = await addCampaign(core);
    const contactIds = [await addContact(core)];
    await post(`/campaigns/${campaignId}/enrollments`, { contactIds });
    const asked = await core.request('POST', `/campaigns/${campaignId}/launch`, { key: asking, body: {} });
    return asked.body.data.approval.id;
  },
  'approval.decided': async () => {
    const id = await provoke['approval.requested']();
    const workspace = (await findWorkspace(core.workspaceId))!;
    const actor = { kind: 'user', id: workspace.ownerId, name: 'Owner' } as const;
    await decline(core.deps, id, { actor, workspace, role: 'owner', address: '127.0.0.1', log: core.deps.log });
    return id;
  },
  'message.awaiting_approval': async () => (await send(undefined, { approval: 'each_message' })).message.id,
  'message.held': async () => {
    const { campaignId } = await send();
    const followUp = (await messagesOf(core, campaignId)).find((one: { stepIndex: number }) => one.stepIndex === 1);
    const email = `moved@${crypto.randomUUID()}.example`;
    await core.request('PATCH', `/contacts/${followUp.contactId}`, { body: { email } });
    return followUp.id;
  },
  'message.sent': async () => (await send()).message.id,
  'message.bounced': async () => (await send(refused('address'))).message.id,
  'message.failed': async () => (await send(refused('message'))).message.id,
  'message.unconfirmed': async () => (await send({ kind: 'unconfirmed', error: 'reset' })).message.id,
  'reply.received': replied,
  'reply.classified': async () => make(`/replies/${await replied()}/classify`, { class: 'not_now' }),
  'reply.updated': async () => {
    const id = await replied();
    await core.request('PATCH', `/replies/${id}`, { body: { labels: ['pricing'] } });
    return id;
  },
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
    const mailboxId = await addMailbox();
    await send(refused('mailbox'), { mailboxIds: [mailboxId] });
    return mailboxId;
  },
  'mailbox.breaker_opened': async () => {
    const mailboxId = await addMailbox();
    await send(refused('mailbox'), { mailboxIds: [mailboxId] });
    return mailboxId;
  },
  'mailbox.breaker_closed': async () => {
    const mailboxId = await addMailbox();
    await send(refused('mailbox'), { mailboxIds: [mailboxId] });
    await make(`/mailboxes/${mailboxId}/resume`, {});
    // Skip the retry delay of a server that rejected a message.
    core.deps.now = () => new Date(Date.now() + 60_000);
    await send({ kind: 'sent', response: '250 taken' }, { mailboxIds: [mailboxId] });
    return mailboxId;
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

// Credit events come last, because later events could not spend credits.
const inOrder = eventTypes.toSorted((a, b) => Number(a.startsWith('credits.')) - Number(b.startsWith('credits.')));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
/** Event data that its schema does not define, and required data that is missing. */
function payloadFaults(type: EventType, data: object): string[] {
  const validate = ajv.compile({ ...eventPayloads[type], additionalProperties: false });
  return validate(data) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const document = JSON.parse(JSON.stringify(openApiDocument(actions, 'https://outbound.example')));

/** Delivered data that the API document's webhook schema does not define, and required data that is missing. */
function deliveryFaults(type: EventType, body: unknown): string[] {
  const { schema } = document.webhooks[type].post.requestBody.content['application/json'];
  const event = document.components.schemas[schema.$ref.split('/').at(-1)];
  const validate = ajv.compile({ ...event, additionalProperties: false });
  return validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test.each(inOrder)('lists %s and delivers it signed with the same ID and body', async (type) => {
  const subjectId = await provoke[type]();
  const { body: listed } = await core.request('GET', `/events?type=${type}&subjectId=${subjectId}&sort=id`);
  expect(listed.data.length).toBeGreaterThan(0);
  for (const { data } of listed.data) expect(payloadFaults(type, data)).toEqual([]);
  await deliver();
  const got = receiver.received.filter(({ body }) => body.type === type && body.subjectId === subjectId);
  expect(got.map(({ body }) => body)).toEqual(
    listed.data.map((event: object) => ({ ...event, workspaceId: core.workspaceId })),
  );
  for (const { body } of got) expect(deliveryFaults(type, body)).toEqual([]);
  for (const { text, headers } of got) webhook.verify(text, headers as Record<string, string>);
});
