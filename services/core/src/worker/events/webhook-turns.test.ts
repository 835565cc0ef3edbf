import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test, vi } from 'vitest';
import { wakeForgotten } from '../../engine/events/webhooks/wake-forgotten.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { findEvents } from '../../store/events/event-store.ts';
import { replayDeliveries } from '../../store/events/webhooks/delivery-store.ts';
import { WebhookModel } from '../../store/events/webhooks/webhook-store.ts';
import { claimWebhook, endTurn, wakeWebhooks } from '../../store/events/webhooks/webhook-turns.ts';
import { requestApproved } from '../../testing/request-approved.ts';
import { WebhookStand } from '../../testing/servers/webhook-stand.ts';
import { DeliveryTurns, deliverDueWebhooks } from './webhook-loop.ts';

const stand = new WebhookStand();
/** For what takes long only on a busy machine. */
const patience = { timeout: 20_000 };
/** Runs work outside of the transaction of the caller. */
const outside = AsyncLocalStorage.snapshot();

test('with slow receivers, a turn ends after 10 seconds, and the next one continues', async () => {
  await stand.create({ eventTypes: [] });
  const { id } = await stand.addContact('ada@analytical.example');
  await stand.changeTitle(id, 'CTO');
  await stand.queue();
  const posted: string[] = [];
  const slow = stand.answering(async ({ subjectId, type }) => {
    if (subjectId === id) {
      posted.push(type);
      stand.offsetMs += 10_000;
    }
    return 200;
  });
  const turns = new DeliveryTurns(slow);
  await turns.startNext();
  await turns.settled();
  expect(posted).toEqual(['contact.created']);
  while (await deliverDueWebhooks(slow));
  expect(posted).toEqual(['contact.created', 'contact.updated']);
});

test('an event waits while an earlier one about the same record is retried, and others do not', async () => {
  await stand.create({ eventTypes: ['contact.created', 'contact.updated'] });
  const { id } = await stand.addContact('ada@analytical.example');
  const accepted: string[] = [];
  let isFailing = true;
  const endpoint = stand.answering(async ({ type, subjectId }) => {
    if (isFailing && subjectId === id) return 500;
    accepted.push(`${subjectId} ${type}`);
    return 200;
  });
  await stand.work(endpoint);
  await stand.changeTitle(id, 'CTO');
  const other = await stand.addContact('eve@analytical.example');
  stand.offsetMs += 2_000;
  await stand.work(endpoint);
  expect(accepted).toEqual([`${other.id} contact.created`]);
  isFailing = false;
  stand.offsetMs += 10_000;
  await stand.work(endpoint);
  expect(accepted.slice(1)).toEqual([`${id} contact.created`, `${id} contact.updated`]);
});

test('an event that is never accepted holds back later ones of its record for a few attempts only', async () => {
  await stand.create({ eventTypes: ['contact.created', 'contact.updated'] });
  const { id } = await stand.addContact('ada@analytical.example');
  await stand.changeTitle(id, 'CTO');
  const accepted: string[] = [];
  const endpoint = stand.answering(async ({ type }) => {
    if (type === 'contact.created') return 500;
    accepted.push(type);
    return 200;
  });
  await stand.queue();
  for (let minutes = 0; minutes < 20; minutes += 1) {
    while (await deliverDueWebhooks(endpoint));
    if (minutes === 5) expect(accepted).toEqual([]);
    stand.offsetMs += 60_000;
  }
  expect(accepted).toEqual(['contact.updated']);
});

test('at most five requests to an endpoint are in flight, and endpoints that hang delay no other', async () => {
  const hanging = await stand.create({ url: `${stand.receiver.url}/hanging` });
  const fine = await stand.create();
  for (let count = 0; count < 12; count += 1) await stand.addContact(`person${count}@analytical.example`);
  await stand.queue();
  const hung = Promise.withResolvers<void>();
  let inFlight = 0;
  let inFlightMax = 0;
  let accepted = 0;
  const endpoint = stand.answering(async (_body, url) => {
    if (url === fine.url) {
      accepted += 1;
      return 200;
    }
    inFlight += 1;
    inFlightMax = Math.max(inFlightMax, inFlight);
    await hung.promise;
    inFlight -= 1;
    return null;
  });
  const delivering = deliverDueWebhooks(endpoint);
  await vi.waitFor(() => expect([accepted, inFlightMax]).toEqual([12, 5]), patience);
  hung.resolve();
  await delivering;
  expect(inFlightMax).toBe(5);
  expect(await stand.read(hanging.id)).toMatchObject({ breaker: { state: 'open' } });
  expect(await stand.read(fine.id)).toMatchObject({ breaker: { state: 'closed', nextProbeAt: null } });
});

test('after five attempts without an answer, one event a minute is tried until the endpoint answers', async () => {
  const { id } = await stand.create();
  for (let count = 0; count < 8; count += 1) await stand.addContact(`person${count}@analytical.example`);
  let attempts = 0;
  let status: number | null = null;
  const endpoint = stand.answering(async (_body, url) => {
    if (url !== stand.receiver.url) return 200;
    attempts += 1;
    return status;
  });
  for (let turns = 0; turns < 5 && (await stand.read(id)).breaker.state === 'closed'; turns += 1) {
    await stand.work(endpoint);
    stand.offsetMs += 10_000;
  }
  const { breaker } = await stand.read(id);
  expect(breaker.state).toBe('open');
  expect(Date.parse(breaker.nextProbeAt) - stand.now().getTime()).toBeGreaterThan(40_000);
  const before = attempts;
  expect(before).toBeGreaterThanOrEqual(5);
  // New events do not wake it.
  await stand.addContact('eve@analytical.example');
  stand.offsetMs += 30_000;
  await stand.work(endpoint);
  expect(attempts).toBe(before);
  stand.offsetMs += 31_000;
  await stand.work(endpoint);
  expect(attempts).toBe(before + 1);
  status = 200;
  stand.offsetMs += 61_000;
  await stand.work(endpoint);
  stand.offsetMs += 61_000;
  await stand.work(endpoint);
  expect(await stand.read(id)).toMatchObject({ breaker: { state: 'closed', nextProbeAt: null }, failureCount: 0 });
  expect((await stand.deliveries(id)).every(({ state }: { state: string }) => state === 'delivered')).toBe(true);
});

test('workspaces with many hanging endpoints leave turns to others', async () => {
  const hung = Promise.withResolvers<void>();
  let started = 0;
  const endpoint = stand.answering(async (_body, url) => {
    if (url === stand.receiver.url) return 200;
    started += 1;
    await hung.promise;
    return null;
  });
  for (let count = 0; count < 25; count += 1) await stand.create({ url: `${stand.receiver.url}/${count}` });
  await stand.addContact('ada@analytical.example');
  await stand.queue();
  const turns = new DeliveryTurns(endpoint);
  while (await turns.startNext());
  await vi.waitFor(() => expect(started).toBe(20), patience);
  const other = await stand.core.addWorkspace();
  const body = { url: stand.receiver.url, eventTypes: ['contact.created'] };
  const { id } = (await requestApproved(stand.core, 'POST', '/webhooks', { key: other.key, body })).body.data;
  await stand.core.request('POST', '/contacts', { key: other.key, body: { email: 'eve@other.example' } });
  await stand.queue();
  expect(await turns.startNext()).toBe(true);
  await vi.waitFor(async () => {
    const found = (await stand.core.request('GET', `/webhooks/${id}/deliveries`, { key: other.key })).body.data;
    expect(found).toMatchObject([{ state: 'delivered' }]);
  }, patience);
  hung.resolve();
  await turns.settled();
});

test('an endpoint stays due if deliveries are queued while its turn ends', async () => {
  const { id } = await stand.create();
  const { workspaceId } = stand;
  await stand.work();
  await wakeWebhooks([workspaceId], [id], stand.now());
  const claim = { owner: 'worker', leaseMs: 60_000 };
  const claimed = await claimWebhook(claim, stand.now());
  expect(claimed?.id).toBe(id);
  await wakeWebhooks([workspaceId], [id], stand.now());
  await endTurn(claimed!, { dueAt: null, unansweredCount: 0, nextProbeAt: null, successAt: null });
  expect((await claimWebhook(claim, stand.now()))?.id).toBe(id);
});

test('an endpoint that an earlier version left asleep gets what waits for it', async () => {
  const { id } = await stand.create();
  await stand.addContact('ada@analytical.example');
  await stand.queue();
  await WebhookModel.updateOne({ _id: id }, { $unset: { dueAt: '' } });
  while (await deliverDueWebhooks(stand.core.deps));
  expect(stand.receiver.received).toEqual([]);
  expect(await wakeForgotten(stand.now())).toBe(1);
  expect(await wakeForgotten(stand.now())).toBe(0);
  while (await deliverDueWebhooks(stand.core.deps));
  expect(stand.receiver.received).toHaveLength(1);
});

test('a turn beside an open transaction does not lose the deliveries that the transaction queues', async () => {
  const { id } = await stand.create();
  await stand.work();
  const { id: contactId } = await stand.addContact('ada@analytical.example');
  const { body } = await stand.core.request('GET', `/events?subjectId=${contactId}`, { key: stand.key });
  const { id: eventId, type: eventType, subjectId } = body.data[0];
  const { workspaceId } = stand;
  await wakeWebhooks([workspaceId], [id], stand.now());
  let turn: Promise<boolean> | undefined;
  await inTransaction(async () => {
    await replayDeliveries([{ workspaceId, webhookId: id, eventId, eventType, subjectId }], stand.now());
    turn ??= outside(() => deliverDueWebhooks(stand.core.deps));
    // The turn ends in this time if nothing keeps it.
    const reads = outside(async () => {
      for (let count = 0; count < 50; count += 1) await findEvents(workspaceId, [eventId]);
    });
    await Promise.race([turn, reads]);
  });
  await turn;
  while (await deliverDueWebhooks(stand.core.deps));
  expect(stand.receiver.received.map(({ body }) => body.id)).toEqual([eventId]);
});
