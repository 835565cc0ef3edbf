import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queuePendingEvents } from '../../engine/events/webhooks/queue-deliveries.ts';
import { removeEventsAbout } from '../../store/events/event-store.ts';
import { DeliveryModel } from '../../store/events/webhooks/delivery-store.ts';
import { requestApproved } from '../../testing/request-approved.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/servers/webhook-receiver.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { deliverDueWebhooks } from './webhook-loop.ts';

const hourMs = 3_600_000;
let offsetMs = 0;
function now() {
  return new Date(Date.now() + offsetMs);
}
let core: TestCore;
let receiver: WebhookReceiver;
let key: string;
let workspaceId: string;
beforeAll(async () => {
  core = await startTestCore({ now });
});
afterAll(() => core.stop());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  ({ key, workspaceId } = await core.addWorkspace());
});
afterEach(() => receiver.stop());

async function create(body: object = {}) {
  return (
    await requestApproved(core, 'POST', '/webhooks', {
      key,
      body: { url: receiver.url, eventTypes: ['contact.created'], ...body },
    })
  ).body.data;
}
async function addContact(email: string) {
  return (await core.request('POST', '/contacts', { key, body: { email } })).body.data;
}
async function work() {
  while (await queuePendingEvents(now()));
  while (await deliverDueWebhooks(core.deps));
}
async function deliveries(id: string) {
  return (await core.request('GET', `/webhooks/${id}/deliveries`, { key })).body.data;
}
async function secretOf(id: string) {
  return (await core.request('GET', `/webhooks/${id}/secret`, { key })).body.data.secret;
}
async function read(id: string) {
  return (await core.request('GET', `/webhooks/${id}`, { key })).body.data;
}

test('delivers an event once, signed, with the same ID and body as GET /events', async () => {
  const { id } = await create();
  const contact = await addContact('ada@analytical.example');
  await work();
  await work();
  expect(receiver.received).toHaveLength(1);
  const [{ headers, text, body }] = receiver.received as [WebhookReceiver['received'][0]];
  const { body: events } = await core.request('GET', '/events?type=contact.created', { key });
  expect(body).toEqual({ ...events.data[0], workspaceId });
  expect(body.subjectId).toBe(contact.id);
  expect(headers['webhook-id']).toBe(body.id);
  new Webhook(await secretOf(id)).verify(text, headers as Record<string, string>);
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attemptCount: 1, eventId: body.id }]);
});

test('delivers only subscribed event types, and to no other workspace', async () => {
  await create({ eventTypes: ['reply.received'] });
  await addContact('ada@analytical.example');
  const other = await core.addWorkspace();
  await core.request('POST', '/contacts', { key: other.key, body: { email: 'eve@other.example' } });
  await work();
  expect(receiver.received).toEqual([]);
});

test('signs with both secrets for 24 hours after a rotation', async () => {
  const { id } = await create();
  const before = await secretOf(id);
  await core.request('POST', `/webhooks/${id}/rotate-secret`, { key });
  const after = await secretOf(id);
  expect(after).not.toBe(before);
  await addContact('ada@analytical.example');
  await work();
  const { headers, text } = receiver.received[0]!;
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
  for (const secret of [before, after]) new Webhook(secret).verify(text, headers as Record<string, string>);
});

test('retries until the event is accepted, with the delay that the receiver requests', async () => {
  const { id } = await create();
  receiver.answer = { status: 503, headers: { 'retry-after': '600' }, text: 'busy' };
  await addContact('ada@analytical.example');
  await work();
  const [first] = await deliveries(id);
  expect(first).toMatchObject({ state: 'pending', attemptCount: 1 });
  expect(first.attempts).toMatchObject([{ status: 503, error: 'Answered 503.', responseText: 'busy' }]);
  expect(Date.parse(first.nextAttemptAt) - now().getTime()).toBeGreaterThan(590_000);
  await work();
  expect(receiver.received).toHaveLength(1);
  receiver.answer = { status: 200 };
  offsetMs += 601_000;
  await work();
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attemptCount: 2 }]);
  expect(receiver.received[0]!.headers['webhook-id']).toBe(receiver.received[1]!.headers['webhook-id']);
  expect(await read(id)).toMatchObject({ failureCount: 0, failingSince: null, lastError: null });
});

test('gives up after 3 days, and pauses an endpoint that failed the entire time', async () => {
  const { id } = await create();
  receiver.answer = { status: 500 };
  await addContact('ada@analytical.example');
  for (let round = 0; round < 30; round += 1) {
    await work();
    offsetMs += 6 * hourMs;
  }
  expect(await read(id)).toMatchObject({ state: 'paused', pauseReason: 'failing' });
  const [delivery] = await deliveries(id);
  expect(['failed', 'cancelled']).toContain(delivery.state);
  const { body } = await core.request('PATCH', `/webhooks/${id}`, { key, body: { isActive: true } });
  expect(body.data).toMatchObject({ state: 'active', pauseReason: null, failureCount: 0 });
});

test('turns off an endpoint that responds with 410', async () => {
  const { id } = await create();
  receiver.answer = { status: 410 };
  await addContact('ada@analytical.example');
  await work();
  expect(await read(id)).toMatchObject({ state: 'disabled', pauseReason: 'gone' });
  await addContact('eve@analytical.example');
  await work();
  expect(receiver.received).toHaveLength(1);
});

test('counts a redirect as a failure', async () => {
  const { id } = await create();
  receiver.answer = { status: 302, headers: { location: receiver.url } };
  await addContact('ada@analytical.example');
  await work();
  expect(receiver.received).toHaveLength(1);
  expect(await deliveries(id)).toMatchObject([{ state: 'pending', attempts: [{ status: 302 }] }]);
});

test('delivers events about one record in order', async () => {
  await create({ eventTypes: [] });
  const { id } = await addContact('ada@analytical.example');
  for (const title of ['CTO', 'CEO']) {
    await core.request('PATCH', `/contacts/${id}`, { key, body: { title } });
  }
  await work();
  const about = receiver.received.filter(({ body }) => body.subjectId === id).map(({ body }) => body.id);
  expect(about.length).toBeGreaterThan(0);
  expect(about).toEqual(about.toSorted());
});

test('does not deliver an event that was erased in the meantime', async () => {
  const { id } = await create();
  const contact = await addContact('ada@analytical.example');
  await queuePendingEvents(now());
  await removeEventsAbout(workspaceId, contact.id);
  await work();
  expect(receiver.received).toEqual([]);
  expect(await deliveries(id)).toMatchObject([{ state: 'cancelled' }]);
});

test.each([
  [29_999, 2],
  [30_000, 1],
])(
  'with slow receivers, a lane ends: after %i ms, %i of two events about one record have been sent',
  async (slowMs, count) => {
    await create({ eventTypes: [] });
    const { id } = await addContact('ada@analytical.example');
    await core.request('PATCH', `/contacts/${id}`, { key, body: { title: 'CTO' } });
    while (await queuePendingEvents(now()));
    let time = now().getTime();
    const posted: string[] = [];
    const post = async (_url: string, _headers: object, body: string) => {
      const event = JSON.parse(body);
      if (event.subjectId === id) {
        posted.push(event.type);
        time += slowMs;
      }
      return { status: 200, durationMs: slowMs, error: null, responseText: '', retryAfter: undefined };
    };
    const webhooks = { ...core.deps.ports.webhooks, post };
    const slow = { ...core.deps, now: () => new Date(time), ports: { ...core.deps.ports, webhooks } };
    expect(await deliverDueWebhooks(slow)).toBe(true);
    expect(posted).toEqual(['contact.created', 'contact.updated'].slice(0, count));
    while (await deliverDueWebhooks(slow));
    expect(posted).toEqual(['contact.created', 'contact.updated']);
  },
);

test('two concurrent workers deliver each event once', async () => {
  await create();
  for (let count = 0; count < 20; count += 1) await addContact(`person${count}@analytical.example`);
  await Promise.all([work(), work(), work()]);
  await work();
  const ids = receiver.received.map(({ body }) => body.id);
  expect(ids).toHaveLength(20);
  expect(new Set(ids).size).toBe(20);
});

test('does not lose deliveries that a worker had claimed when it died', async () => {
  await create();
  await addContact('ada@analytical.example');
  await queuePendingEvents(now());
  const posted = Promise.withResolvers<void>();
  const post = () => {
    posted.resolve();
    return never();
  };
  const dead = { ...core.deps, ports: { ...core.deps.ports, webhooks: { ...core.deps.ports.webhooks, post } } };
  deliverDueWebhooks(dead).catch(() => {});
  await posted.promise;
  // A worker whose clock is ahead takes nothing from the other one, because leases use the store's clock.
  offsetMs += 61_000;
  await work();
  expect(receiver.received).toHaveLength(0);
  await DeliveryModel.updateMany({ leaseOwner: { $ne: null } }, { $set: { leaseUntil: new Date(0) } });
  await work();
  expect(receiver.received).toHaveLength(1);
});

function never() {
  return new Promise<never>(() => {});
}
