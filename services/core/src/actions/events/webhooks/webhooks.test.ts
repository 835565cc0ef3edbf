import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queuePendingEvents } from '../../../engine/events/webhooks/queue-deliveries.ts';
import { requestApproved } from '../../../testing/request-approved.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testing/servers/webhook-receiver.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { deliverDueWebhooks } from '../../../worker/events/webhook-loop.ts';

let core: TestCore;
let receiver: WebhookReceiver;
let key: string;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  ({ key } = await core.addWorkspace());
});
afterEach(() => receiver.stop());

function call(method: string, path: string, body?: object, headers?: Record<string, string>) {
  return requestApproved(core, method, path, { key, body, headers });
}
async function create(body: object = {}) {
  return (await call('POST', '/webhooks', { url: receiver.url, ...body })).body.data;
}
async function work() {
  while (await queuePendingEvents(new Date()));
  while (await deliverDueWebhooks(core.deps));
}

/** Executes a preview, using the plan digest of its dry run. */
async function previewed(method: string, path: string, body?: object) {
  const dry = await call(method, `${path}?dryRun=true`, body);
  const done = await call(method, path, body, { 'plan-digest': dry.body.data.planDigest });
  return { effects: dry.body.data.effects, done };
}

test('create_webhook stores the endpoint shown by its dry run', async () => {
  const body = { url: receiver.url, description: 'CRM', eventTypes: ['reply.received'] };
  const { effects, done } = await previewed('POST', '/webhooks', body);
  expect(effects).toEqual([
    { op: 'create', type: 'webhook', label: receiver.url, changes: { ...body, payload: 'thin', batchSize: 1 } },
  ]);
  expect(done.status).toBe(201);
  expect(done.body.data).toMatchObject({ ...effects[0].changes, state: 'active', version: 1 });
  expect((await call('GET', `/webhooks/${done.body.data.id}`)).body.data).toEqual(done.body.data);
  expect((await call('GET', '/webhooks')).body.data).toEqual([done.body.data]);
  expect(JSON.stringify(done.body)).not.toContain('whsec_');
});

test('create_webhook rejects a second endpoint with the same URL and names the first', async () => {
  const { id } = await create();
  const { status, body } = await call('POST', '/webhooks', { url: receiver.url });
  expect(status).toBe(409);
  expect(body.error).toMatchObject({ code: 'already_exists', existingId: id });
});

test('create_webhook rejects the 51st endpoint', async () => {
  for (let count = 0; count < 50; count += 1) await create({ url: `${receiver.url}/${count}` });
  const { status, body } = await call('POST', '/webhooks', { url: receiver.url });
  expect([status, body.error.code]).toEqual([409, 'limit_reached']);
});

test('update_webhook changes, pauses, and resumes an endpoint as its dry run showed', async () => {
  const { id } = await create();
  const paused = await previewed('PATCH', `/webhooks/${id}`, { isActive: false, description: 'later' });
  expect(paused.effects[0].changes).toEqual({ description: 'later', state: 'paused', pauseReason: 'user' });
  expect(paused.done.body.data).toMatchObject(paused.effects[0].changes);
  const resumed = await previewed('PATCH', `/webhooks/${id}`, { isActive: true });
  expect(resumed.done.body.data).toMatchObject({ state: 'active', pauseReason: null });
  const nothing = await previewed('PATCH', `/webhooks/${id}`, { isActive: true });
  expect([nothing.effects, nothing.done.body.data.version]).toEqual([[], resumed.done.body.data.version]);
});

test('update_webhook rejects the URL of another endpoint, and an outdated version', async () => {
  const { id } = await create();
  await create({ url: `${receiver.url}/2` });
  const taken = await call('PATCH', `/webhooks/${id}`, { url: `${receiver.url}/2` });
  expect(taken.body.error.code).toBe('already_exists');
  const stale = await call('PATCH', `/webhooks/${id}`, { description: 'x' }, { 'if-match': '"v7"' });
  expect(stale.body.error.code).toBe('version_conflict');
});

test('test_webhook immediately posts a signed event and logs the response', async () => {
  const { id } = await create();
  receiver.answer = { status: 200, text: 'thanks' };
  const { effects, done } = await previewed('POST', `/webhooks/${id}/test`);
  expect(effects).toMatchObject([{ op: 'send', id, label: receiver.url }]);
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received[0]!.body).toMatchObject({ type: 'webhook.test', subjectId: id });
  expect(done.body.data).toMatchObject({
    isTest: true,
    state: 'delivered',
    attempts: [{ status: 200, responseText: 'thanks' }],
  });
  receiver.answer = { status: 500 };
  const failed = await call('POST', `/webhooks/${id}/test`);
  expect(failed.body.data).toMatchObject({ state: 'failed', attempts: [{ status: 500 }] });
  expect((await call('GET', `/webhooks/${id}/deliveries`)).body.data).toHaveLength(2);
});

test('redeliver_webhook repeats a finished delivery with the same ID', async () => {
  const { id } = await create({ eventTypes: ['contact.created'] });
  await call('POST', '/contacts', { email: 'ada@analytical.example' });
  await work();
  const [delivery] = (await call('GET', `/webhooks/${id}/deliveries?state=delivered`)).body.data;
  const { effects, done } = await previewed('POST', `/webhooks/${id}/deliveries/${delivery.id}/redeliver`);
  expect(effects).toMatchObject([{ op: 'schedule', id: delivery.id }]);
  expect(done.body.data).toMatchObject({ state: 'pending', attemptCount: 0 });
  const twice = await call('POST', `/webhooks/${id}/deliveries/${delivery.id}/redeliver`);
  expect(twice.body.error.code).toBe('invalid_state');
  await work();
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([delivery.eventId, delivery.eventId]);
});

test('redeliver_webhook rejects an expired event, a test event, and a paused endpoint', async () => {
  const { id } = await create({ eventTypes: ['contact.created'] });
  const contact = (await call('POST', '/contacts', { email: 'ada@analytical.example' })).body.data;
  await work();
  const test = (await call('POST', `/webhooks/${id}/test`)).body.data;
  const [delivery] = (await call('GET', `/webhooks/${id}/deliveries?eventType=contact.created`)).body.data;
  const redeliver = async (deliveryId: string) => {
    const { status, body } = await call('POST', `/webhooks/${id}/deliveries/${deliveryId}/redeliver`);
    return [status, body.error.code];
  };
  expect(await redeliver(test.id)).toEqual([409, 'invalid_state']);
  await mongoose.connection.db!.collection('events').deleteMany({ subjectId: contact.id });
  expect(await redeliver(delivery.id)).toEqual([410, 'expired']);
  await call('PATCH', `/webhooks/${id}`, { isActive: false });
  expect(await redeliver(delivery.id)).toEqual([409, 'invalid_state']);
});

test('delete_webhook removes the endpoint and its log as its dry run showed', async () => {
  const { id } = await create();
  await call('POST', `/webhooks/${id}/test`);
  const { effects, done } = await previewed('DELETE', `/webhooks/${id}`);
  expect(effects).toEqual([{ op: 'delete', type: 'webhook', id, label: receiver.url }]);
  expect(done.body.data).toEqual({ id, deleted: true });
  for (const path of [`/webhooks/${id}`, `/webhooks/${id}/secret`, `/webhooks/${id}/deliveries`]) {
    expect((await call('GET', path)).status).toBe(404);
  }
});

test('rotate_webhook_secret changes the secret as its dry run showed', async () => {
  const { id } = await create();
  const before = (await call('GET', `/webhooks/${id}/secret`)).body.data.secret;
  const { effects, done } = await previewed('POST', `/webhooks/${id}/rotate-secret`);
  expect(effects).toMatchObject([{ op: 'update', id, changes: { secret: 'rotated' } }]);
  expect(done.body.data.secretRotatedAt).not.toBeNull();
  expect((await call('GET', `/webhooks/${id}/secret`)).body.data.secret).not.toBe(before);
});

test('get_webhook_secret requires webhooks:write', async () => {
  const webhook = (await requestApproved(core, 'POST', '/webhooks', { body: { url: receiver.url } })).body.data;
  const reader = await core.addKey(['webhooks:read']);
  expect((await core.request('GET', `/webhooks/${webhook.id}`, { key: reader })).status).toBe(200);
  const { body } = await core.request('GET', `/webhooks/${webhook.id}/secret`, { key: reader });
  expect(body.error).toMatchObject({ code: 'missing_scope', missingScopes: ['webhooks:write'] });
});

test('hides webhook endpoints of other workspaces', async () => {
  const { id } = await create();
  const { status, body } = await core.request('GET', `/webhooks/${id}`);
  expect([status, body.error.code]).toEqual([404, 'not_found']);
});
