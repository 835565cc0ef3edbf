import { expect, test } from 'vitest';
import { newId, timeOfId } from '../../domain/values/ids.ts';
import { requestApproved } from '../../testing/request-approved.ts';
import type { ReceivedWebhook } from '../../testing/servers/webhook-receiver.ts';
import { WebhookStand } from '../../testing/servers/webhook-stand.ts';
import { runJobOnce } from '../jobs/job-runner.ts';

const hourMs = 3_600_000;
const stand = new WebhookStand();

test('sends up to batchSize events in one signed request, in order, with an ID that repeats', async () => {
  await stand.create({ eventTypes: ['contact.created', 'contact.updated'], batchSize: 4 });
  const contact = await stand.addContact('ada@analytical.example');
  for (const title of ['CTO', 'CEO', 'CFO', 'COO', 'CPO']) {
    await stand.changeTitle(contact.id, title);
  }
  stand.receiver.answer = { status: 503 };
  await stand.work();
  stand.receiver.answer = { status: 204 };
  stand.offsetMs += 10_000;
  await stand.work();
  const [failed, first, second] = stand.receiver.received as [ReceivedWebhook, ReceivedWebhook, ReceivedWebhook];
  expect(stand.receiver.received).toHaveLength(3);
  expect(first.headers['webhook-id']).toBe(failed.headers['webhook-id']);
  expect(first.body).toEqual({ workspaceId: stand.workspaceId, events: expect.any(Array) });
  const sent = [...first.body.events, ...second.body.events];
  expect(first.body.events).toHaveLength(4);
  const { body: events } = await stand.core.request('GET', `/events?subjectId=${contact.id}&sort=id`, {
    key: stand.key,
  });
  expect(sent).toEqual(events.data);
});

test('with payload full, an event carries its record, after a person agreed', async () => {
  const body = { url: stand.receiver.url, eventTypes: ['contact.created'], payload: 'full' };
  await stand.create({ eventTypes: ['contact.created'], url: `${stand.receiver.url}/known` });
  const first = await stand.core.request('POST', '/webhooks', { key: stand.key, body });
  expect(first.body.data.approval).toMatchObject({ state: 'pending' });
  await stand.create(body);
  const contact = await stand.addContact('ada@analytical.example');
  await stand.work();
  const sent = stand.receiver.received.find(({ body }) => body.record !== undefined)!;
  const { body: read } = await stand.core.request('GET', `/contacts/${contact.id}`, { key: stand.key });
  expect(sent.body.record).toMatchObject({ id: contact.id, email: 'ada@analytical.example' });
  expect(read.data).toMatchObject({ email: sent.body.record.email, version: sent.body.record.version });
});

test('an endpoint gets only the events that its creator can read', async () => {
  const scopes = ['webhooks:write', 'webhooks:read', 'events:read', 'contacts:write', 'lists:write', 'lists:read'];
  const narrow = await stand.core.addWorkspace({ scopes });
  const request = (body: object) => requestApproved(stand.core, 'POST', '/webhooks', { key: narrow.key, body });
  const named = await request({ url: stand.receiver.url, eventTypes: ['contact.created'] });
  expect(named.status).toBe(403);
  expect(named.body.error).toMatchObject({ code: 'missing_scope', missingScopes: ['contacts:read'] });
  const preview = await stand.core.request('POST', '/webhooks?dryRun=true', {
    key: narrow.key,
    body: { url: stand.receiver.url },
  });
  expect(preview.body.data.warnings).toContainEqual(expect.stringContaining('contacts:read'));
  await request({ url: stand.receiver.url });
  await stand.core.request('POST', '/contacts', { key: narrow.key, body: { email: 'ada@analytical.example' } });
  await stand.core.request('POST', '/lists', { key: narrow.key, body: { name: 'Engines' } });
  await stand.work();
  const types = stand.receiver.received.map(({ body }) => body.type);
  expect(types).toContain('list.changed');
  expect(types).not.toContain('contact.created');
});

test('replays the events of a period with their IDs, as a job', async () => {
  // IDs of events follow the real clock, or stay ahead of it where an earlier test in this process has moved it.
  const ahead = timeOfId(newId('evt'))! - Date.now();
  stand.offsetMs = Math.max(0, ahead);
  const from = stand.now();
  const { id } = await stand.create();
  await stand.addContact('ada@analytical.example');
  await stand.addContact('eve@analytical.example');
  await stand.work();
  stand.offsetMs += 10;
  const period = { from: from.toISOString(), to: stand.now().toISOString() };
  const started = await stand.core.request('POST', `/webhooks/${id}/replay`, { key: stand.key, body: period });
  expect(started.status).toBe(202);
  while (await runJobOnce(stand.core.deps));
  await stand.work();
  const ids = stand.receiver.received.map(({ body }) => body.id);
  expect(ids).toHaveLength(4);
  expect(ids.slice(2).sort()).toEqual(ids.slice(0, 2).sort());
  for (const [body, field] of [
    [{ from: period.to, to: period.from }, 'from'],
    [{ ...period, to: new Date(stand.now().getTime() + hourMs).toISOString() }, 'to'],
    [{ ...period, from: new Date(stand.now().getTime() - 900 * hourMs).toISOString() }, 'from'],
  ] as const) {
    const refused = await stand.core.request('POST', `/webhooks/${id}/replay`, { key: stand.key, body });
    expect([refused.status, refused.body.error.field]).toEqual([422, field]);
  }
  const other = await stand.core.addWorkspace();
  expect((await stand.core.request('POST', `/webhooks/${id}/replay`, { key: other.key, body: period })).status).toBe(
    404,
  );
});
