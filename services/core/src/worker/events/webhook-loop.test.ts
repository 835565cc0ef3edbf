import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { removeEventsAbout } from '../../store/events/event-store.ts';
import { WebhookModel } from '../../store/events/webhooks/webhook-store.ts';
import type { WebhookReceiver } from '../../testing/servers/webhook-receiver.ts';
import { WebhookStand } from '../../testing/servers/webhook-stand.ts';
import { deliverDueWebhooks } from './webhook-loop.ts';

const hourMs = 3_600_000;
const stand = new WebhookStand();

async function secretOf(id: string) {
  return (await stand.core.request('GET', `/webhooks/${id}/secret`, { key: stand.key })).body.data.secret;
}

test('delivers an event once, signed, with the same ID and body as GET /events', async () => {
  const { id } = await stand.create();
  const contact = await stand.addContact('ada@analytical.example');
  await stand.work();
  await stand.work();
  expect(stand.receiver.received).toHaveLength(1);
  const [{ headers, text, body }] = stand.receiver.received as [WebhookReceiver['received'][0]];
  const { body: events } = await stand.core.request('GET', '/events?type=contact.created', { key: stand.key });
  expect(body).toEqual({ ...events.data[0], workspaceId: stand.workspaceId });
  expect(body.subjectId).toBe(contact.id);
  expect(headers['webhook-id']).toBe(body.id);
  new Webhook(await secretOf(id)).verify(text, headers as Record<string, string>);
  expect(await stand.deliveries(id)).toMatchObject([{ state: 'delivered', attemptCount: 1, eventId: body.id }]);
});

test('delivers only subscribed event types, and to no other workspace', async () => {
  await stand.create({ eventTypes: ['reply.received'] });
  await stand.addContact('ada@analytical.example');
  const other = await stand.core.addWorkspace();
  await stand.core.request('POST', '/contacts', { key: other.key, body: { email: 'eve@other.example' } });
  await stand.work();
  expect(stand.receiver.received).toEqual([]);
});

test('signs with both secrets for 24 hours after a rotation', async () => {
  const { id } = await stand.create();
  const before = await secretOf(id);
  await stand.core.request('POST', `/webhooks/${id}/rotate-secret`, { key: stand.key });
  const after = await secretOf(id);
  expect(after).not.toBe(before);
  await stand.addContact('ada@analytical.example');
  await stand.work();
  const { headers, text } = stand.receiver.received[0]!;
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
  for (const secret of [before, after]) new Webhook(secret).verify(text, headers as Record<string, string>);
});

test('retries until the event is accepted, with the delay that the stand.receiver requests', async () => {
  const { id } = await stand.create();
  stand.receiver.answer = { status: 503, headers: { 'retry-after': '600' }, text: 'busy' };
  await stand.addContact('ada@analytical.example');
  await stand.work();
  const [first] = await stand.deliveries(id);
  expect(first).toMatchObject({ state: 'pending', attemptCount: 1 });
  expect(first.attempts).toMatchObject([{ status: 503, error: 'Answered 503.', responseText: 'busy' }]);
  expect(Date.parse(first.nextAttemptAt) - stand.now().getTime()).toBeGreaterThan(590_000);
  await stand.work();
  expect(stand.receiver.received).toHaveLength(1);
  stand.receiver.answer = { status: 200 };
  stand.offsetMs += 601_000;
  await stand.work();
  expect(await stand.deliveries(id)).toMatchObject([{ state: 'delivered', attemptCount: 2 }]);
  expect(stand.receiver.received[0]!.headers['webhook-id']).toBe(stand.receiver.received[1]!.headers['webhook-id']);
  expect(await stand.read(id)).toMatchObject({ failureCount: 0, failingSince: null, lastError: null });
});

test('gives up after 3 days, and pauses an endpoint that failed the entire time', async () => {
  const { id } = await stand.create();
  stand.receiver.answer = { status: 500 };
  await stand.addContact('ada@analytical.example');
  for (let round = 0; round < 30; round += 1) {
    await stand.work();
    stand.offsetMs += 6 * hourMs;
  }
  expect(await stand.read(id)).toMatchObject({ state: 'paused', pauseReason: 'failing' });
  const [delivery] = await stand.deliveries(id);
  expect(['failed', 'cancelled']).toContain(delivery.state);
  const { body } = await stand.core.request('PATCH', `/webhooks/${id}`, { key: stand.key, body: { isActive: true } });
  expect(body.data).toMatchObject({ state: 'active', pauseReason: null, failureCount: 0 });
});

test('turns off an endpoint that responds with 410', async () => {
  const { id } = await stand.create();
  stand.receiver.answer = { status: 410 };
  await stand.addContact('ada@analytical.example');
  await stand.work();
  expect(await stand.read(id)).toMatchObject({ state: 'disabled', pauseReason: 'gone' });
  await stand.addContact('eve@analytical.example');
  await stand.work();
  expect(stand.receiver.received).toHaveLength(1);
});

test('counts a redirect as a failure', async () => {
  const { id } = await stand.create();
  stand.receiver.answer = { status: 302, headers: { location: stand.receiver.url } };
  await stand.addContact('ada@analytical.example');
  await stand.work();
  expect(stand.receiver.received).toHaveLength(1);
  expect(await stand.deliveries(id)).toMatchObject([{ state: 'pending', attempts: [{ status: 302 }] }]);
});

test('delivers events about one record in order', async () => {
  await stand.create({ eventTypes: [] });
  const { id } = await stand.addContact('ada@analytical.example');
  for (const title of ['CTO', 'CEO']) {
    await stand.core.request('PATCH', `/contacts/${id}`, { key: stand.key, body: { title } });
  }
  await stand.work();
  const about = stand.receiver.received.filter(({ body }) => body.subjectId === id).map(({ body }) => body.id);
  expect(about.length).toBeGreaterThan(0);
  expect(about).toEqual(about.toSorted());
});

test('does not deliver an event that was erased in the meantime', async () => {
  const { id } = await stand.create();
  const contact = await stand.addContact('ada@analytical.example');
  await stand.queue();
  await removeEventsAbout(stand.workspaceId, contact.id);
  await stand.work();
  expect(stand.receiver.received).toEqual([]);
  expect(await stand.deliveries(id)).toMatchObject([{ state: 'cancelled' }]);
});

test('two concurrent workers deliver each event once', async () => {
  await stand.create();
  for (let count = 0; count < 20; count += 1) await stand.addContact(`person${count}@analytical.example`);
  await Promise.all([stand.work(), stand.work(), stand.work()]);
  await stand.work();
  const ids = stand.receiver.received.map(({ body }) => body.id);
  expect(ids).toHaveLength(20);
  expect(new Set(ids).size).toBe(20);
});

test('does not lose deliveries that a worker had claimed when it died', async () => {
  await stand.create();
  await stand.addContact('ada@analytical.example');
  await stand.queue();
  const posted = Promise.withResolvers<void>();
  const post = () => {
    posted.resolve();
    return never();
  };
  const dead = {
    ...stand.core.deps,
    ports: { ...stand.core.deps.ports, webhooks: { ...stand.core.deps.ports.webhooks, post } },
  };
  deliverDueWebhooks(dead).catch(() => {});
  await posted.promise;
  // A worker whose clock is ahead takes nothing from the other one, because leases use the store's clock.
  stand.offsetMs += 61_000;
  await stand.work();
  expect(stand.receiver.received).toHaveLength(0);
  await WebhookModel.updateMany({ leaseOwner: { $ne: null } }, { $set: { leaseUntil: new Date(0) } });
  await stand.work();
  expect(stand.receiver.received).toHaveLength(1);
});

function never() {
  return new Promise<never>(() => {});
}
