import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMessages } from '../../store/messages/message-store.ts';
import { addSuppression } from '../../store/suppressions/suppression-store.ts';
import { addContact, dryThenReal, enrollmentsOf, launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
const now = new Date('2030-01-07T10:00:00Z');
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
});
afterAll(() => core.stop());

async function oneWaiting() {
  const { campaignId } = await launchCampaign(core, 1, { approval: 'each_message' });
  const [message] = await messagesOf(core, campaignId);
  return { campaignId, message, path: `/messages/${message.id}` };
}

test('with each_message, sends nothing before approval', async () => {
  const { campaignId, message, path } = await oneWaiting();
  expect(message).toMatchObject({ state: 'awaiting_approval', approvedAt: null });
  const { body: status } = await core.request('GET', `/campaigns/${campaignId}/sending-status`);
  expect(status.data).toMatchObject({ status: 'awaiting_approval', reasons: [{ count: 1 }] });
  const { body: events } = await core.request('GET', `/events?type=message.awaiting_approval&subjectId=${message.id}`);
  expect(events.data).toHaveLength(1);
  const { plan, done } = await dryThenReal(core, 'POST', `${path}/approve`, {}, path);
  expect(plan.preview).toMatchObject({ to: message.to, subject: message.subject });
  expect(done.body.data).toMatchObject({ state: 'scheduled', approvedAt: now.toISOString() });
  expect((await core.request('POST', `${path}/approve`, { body: {} })).body.error.code).toBe('invalid_state');
});

test('an approved message of a paused campaign is not sent until it resumes', async () => {
  const { campaignId, path } = await oneWaiting();
  await core.request('POST', `/campaigns/${campaignId}/pause`, { body: {} });
  expect((await core.request('POST', `${path}/approve`, { body: {} })).body.data.state).toBe('approved');
  const now = await core.request('POST', `${path}/send-now`, { body: {} });
  expect(now.body.error.code).toBe('invalid_state');
  await core.request('POST', `/campaigns/${campaignId}/resume`, { body: {} });
  expect((await core.request('GET', path)).body.data.state).toBe('scheduled');
});

test('an edited message needs another approval, and a queued message cannot be edited', async () => {
  const { path } = await oneWaiting();
  const text = { subject: 'Other\r\nBcc: x@y.example', bodyText: 'Other text' };
  const { plan, done } = await dryThenReal(core, 'PATCH', path, text, path);
  expect(plan.effects[0]).toMatchObject({ op: 'update', changes: { subject: 'Other Bcc: x@y.example' } });
  expect(done.body.data).toMatchObject({ state: 'awaiting_approval', bodyText: 'Other text' });
  await core.request('POST', `${path}/approve`, { body: {} });
  expect((await core.request('PATCH', path, { body: text })).body.error.code).toBe('invalid_state');
});

test('rejects approval of a message with a missing value and explains the fix', async () => {
  const { message, path } = await oneWaiting();
  await core.request('PATCH', path, { body: { bodyText: 'Hello [First Name], {{ title }}' } });
  const { body: check } = await core.request('GET', `/messages/${message.id}/check`);
  expect(check.data).toMatchObject({ isSendable: false, problems: [{ kind: 'placeholder', severity: 'error' }] });
  const refused = await core.request('POST', `${path}/approve`, { body: {} });
  expect(refused.body.error).toMatchObject({ code: 'invalid_state' });
  expect(refused.body.error.message).toContain('update_message');
});

test('rejects approval and sending after the contact opted out', async () => {
  const { message, path } = await oneWaiting();
  await addSuppression(core.workspaceId, { kind: 'address', value: message.to, reason: 'unsubscribe' }, now);
  for (const action of ['approve', 'send-now']) {
    const reply = await core.request('POST', `${path}/${action}`, { body: {} });
    expect(reply.status).toBe(451);
    expect(reply.body.error.code).toBe('legal_block');
  }
  const { body } = await core.request('GET', `${path}/check`);
  expect(body.data).toMatchObject({ isSendable: false, recipientObstacle: 'suppressed' });
});

test('sends a single message now', async () => {
  const contactId = await addContact(core);
  const contact = (await core.request('GET', `/contacts/${contactId}`)).body.data;
  const [single] = await insertMessages(
    core.workspaceId,
    [{ kind: 'single', contactId, to: contact.email, subject: 'Hello', bodyText: 'A few words.', state: 'draft' }],
    now,
  );
  const path = `/messages/${single!.id}`;
  const { plan, done } = await dryThenReal(core, 'POST', `/messages/${single!.id}/send-now`, {}, path);
  expect(plan.effects).toMatchObject([{ op: 'send', id: single!.id }]);
  expect(done.body.data).toMatchObject({
    state: 'scheduled',
    scheduledAt: now.toISOString(),
    approvedAt: now.toISOString(),
  });
});

test('requires sending:write to approve and to send', async () => {
  const { path } = await oneWaiting();
  const key = await core.addKey(['messages:write']);
  for (const action of ['approve', 'send-now']) {
    const reply = await core.request('POST', `${path}/${action}`, { body: {}, key });
    expect(reply.body.error).toMatchObject({ code: 'missing_scope', missingScopes: ['sending:write'] });
  }
});

test('canceling a campaign message removes its contact', async () => {
  const { campaignId, message, path } = await oneWaiting();
  const { plan, done } = await dryThenReal(core, 'POST', `/messages/${message.id}/cancel`, {}, path);
  expect(plan.effects.map(({ op, type }: { op: string; type: string }) => [op, type])).toEqual([
    ['cancel', 'message'],
    ['stop', 'enrollment'],
  ]);
  expect(done.body.data.state).toBe('cancelled');
  expect(await enrollmentsOf(core, campaignId)).toMatchObject([{ state: 'removed', endReason: 'message_cancelled' }]);
});

test('pauses, resumes, and removes one enrollment', async () => {
  const { campaignId } = await launchCampaign(core, 2);
  const [enrollment] = await enrollmentsOf(core, campaignId);
  const path = `/enrollments/${enrollment.id}`;
  const waiting = () => messagesOf(core, campaignId, `&enrollmentId=${enrollment.id}&state=scheduled`);
  const { done: paused } = await dryThenReal(core, 'POST', `${path}/pause`, {}, path);
  expect(paused.body.data).toMatchObject({ state: 'paused', pauseReason: 'user' });
  expect(await waiting()).toEqual([]);
  const { done: resumed } = await dryThenReal(core, 'POST', `${path}/resume`, {}, path);
  expect(resumed.body.data.state).toBe('active');
  expect(await waiting()).toHaveLength(1);
  const { body: read } = await core.request('GET', `/enrollments/${enrollment.id}`);
  expect(read.data.state).toBe('active');
  const { done: removed } = await dryThenReal(core, 'DELETE', `/enrollments/${enrollment.id}`, undefined, path);
  expect(removed.body.data.state).toBe('removed');
  expect(await waiting()).toEqual([]);
  expect((await core.request('POST', `${path}/resume`, { body: {} })).body.error.code).toBe('invalid_state');
  const past = await core.request('POST', `/enrollments/${(await enrollmentsOf(core, campaignId))[1].id}/pause`, {
    body: { resumeAt: '2020-01-01T00:00:00Z' },
  });
  expect(past.body.error).toMatchObject({ code: 'validation_failed', field: 'resumeAt' });
});

test('hides messages and enrollments of other workspaces', async () => {
  const { campaignId, path } = await oneWaiting();
  const { key } = await core.addWorkspace();
  expect((await core.request('GET', path, { key })).status).toBe(404);
  expect((await core.request('POST', `${path}/approve`, { key, body: {} })).status).toBe(404);
  expect((await core.request('GET', `/messages?campaignId=${campaignId}`, { key })).body.data).toEqual([]);
  expect((await core.request('GET', `/enrollments?campaignId=${campaignId}`, { key })).body.data).toEqual([]);
});
