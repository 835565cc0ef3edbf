import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMailbox, updateMailbox } from '../../store/mailboxes/mailbox-store.ts';
import {
  addCampaign,
  addContact,
  addContacts,
  alwaysOpen,
  dryThenReal,
  enrollmentsOf,
  launchCampaign,
  messagesOf,
  setPostalAddress,
} from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let now = new Date('2030-01-07T10:00:00Z');
beforeAll(async () => {
  core = await startTestCore({ now: () => now, environment: { BASE_URL: 'https://outbound.example' } });
});
afterAll(() => core.stop());

function enroll(campaignId: string, contactIds: string[]) {
  return core.request('POST', `/campaigns/${campaignId}/enrollments`, { body: { contactIds } });
}
function launch(campaignId: string, options = {}) {
  return core.request('POST', `/campaigns/${campaignId}/launch`, { body: {}, ...options });
}

test('rejects a launch until the campaign is complete, and lists missing items', async () => {
  const campaignId = await addCampaign(core, { steps: [] });
  expect((await launch(campaignId)).body.error.message).toContain('no steps');
  await core.request('PATCH', `/campaigns/${campaignId}`, {
    body: { steps: [{ subject: 'Hi', body: 'Hi {{ firstName }}' }] },
  });
  expect((await launch(campaignId)).body.error.message).toContain('update_settings');
  await setPostalAddress(core);
  const empty = await launch(campaignId);
  expect(empty.status).toBe(409);
  expect(empty.body.error).toMatchObject({ code: 'invalid_state' });
  expect(empty.body.error.message).toContain('enroll');
});

test('counts the follow-ups that would never be sent, because a mailbox has no IMAP', async () => {
  const { workspaceId, key } = await core.addWorkspace();
  const post = async (path: string, body: object) => (await core.request('POST', path, { key, body })).body.data;
  await core.request('PATCH', '/settings', { key, body: { postalAddress: '1 Long Street' } });
  const smtp = { host: '127.0.0.1', port: 25, security: 'none', username: null, secret: null } as const;
  const mailbox = { kind: 'smtp', address: 'ada@acme.example', dailyCap: 10, smtp } as const;
  const { id: mailboxId } = await insertMailbox(workspaceId, mailbox, now);
  const steps = [{ subject: 'One', body: 'One.' }, ...['Two.', 'Three.'].map((body) => ({ waitDays: 1, body }))];
  const { id } = await post('/campaigns', { name: 'Unread', steps, mailboxIds: [mailboxId] });
  const contactId = await addContact(core, { email: 'bo@gmail.com' }, key);
  await post(`/campaigns/${id}/enrollments`, { contactIds: [contactId] });
  const warnings = async () => (await post(`/campaigns/${id}/launch?dryRun=true`, {})).warnings;
  expect(await warnings()).toContainEqual(expect.stringContaining('2 follow-ups to 1 contact would never be sent'));
  await updateMailbox(workspaceId, mailboxId, { imap: smtp }, now);
  expect(JSON.stringify(await warnings())).not.toContain('follow-up');
});

test('requires campaigns:write and sending:write', async () => {
  const campaignId = await addCampaign(core);
  for (const scope of ['campaigns:write', 'sending:write']) {
    const reply = await launch(campaignId, { key: await core.addKey([scope]) });
    expect(reply.status).toBe(403);
  }
});

test('plans the recipients with the exact first message, and queues exactly that', async () => {
  const campaignId = await addCampaign(core);
  const contactIds = await addContacts(core, 2);
  await enroll(campaignId, contactIds);
  const { plan, done } = await dryThenReal(
    core,
    'POST',
    `/campaigns/${campaignId}/launch`,
    {},
    `/messages?campaignId=${campaignId}`,
  );
  expect(plan.effects).toMatchObject([
    { op: 'start', type: 'campaign', changes: { recipients: 2, from: ['outreach@sandbox.example'] } },
    { op: 'send', id: contactIds[0] },
    { op: 'send', id: contactIds[1] },
  ]);
  expect(plan.summary).toContain('2030-01-07T10:00:00.000Z');
  expect(done.body.data).toMatchObject({ state: 'running', launchedAt: now.toISOString() });
  const messages = await messagesOf(core, campaignId);
  expect(messages).toHaveLength(2);
  const first = messages.find(({ to }: { to: string }) => to === plan.preview.to);
  expect(first).toMatchObject({
    state: 'scheduled',
    subject: plan.preview.subject,
    stepIndex: 0,
    approvedAt: now.toISOString(),
  });
  expect(plan.preview.bodyText.startsWith(first.bodyText)).toBe(true);
  expect(plan.preview.bodyText).toContain('1 Long Street');
  expect(plan.preview.bodyText).toContain('/u/');
  expect((await launch(campaignId)).body.error.code).toBe('invalid_state');
});

test('previews every step for contacts, with all problems', async () => {
  const steps = [{ subject: 'Hi {{ firstName }}', body: 'You are {{ title }}. Click here, act now!' }];
  const campaignId = await addCampaign(core, { steps });
  const contactIds = [
    await addContact(core, { title: 'Head of Sums' }),
    await addContact(core, { emailStatus: 'risky' }),
  ];
  const { body } = await core.request('GET', `/campaigns/${campaignId}/preview?contactIds=${contactIds.join(',')}`);
  const [first, second] = body.data.contacts;
  expect(first).toMatchObject({ contactId: contactIds[0], skipReason: null });
  expect(first.messages[0].bodyText).toContain('You are Head of Sums.');
  expect(first.messages[0].problems).toMatchObject([{ kind: 'spam_words', severity: 'warning' }]);
  expect(second.skipReason).toBe('email_not_allowed');
  expect(second.messages[0].problems).toMatchObject([{ kind: 'placeholder', severity: 'error' }]);
});

test('skips contacts without a value for a placeholder, and continues once the contact is complete', async () => {
  const steps = [
    {
      subject: 'Hi',
      body: 'You are {{ title }}, and a company of {{ company.employeeRange | default: "some" }} people.',
    },
  ];
  const campaignId = await addCampaign(core, { steps });
  const [complete, incomplete] = [await addContact(core, { title: 'CFO' }), await addContact(core)];
  await enroll(campaignId, [complete, incomplete]);
  const { plan } = await dryThenReal(core, 'POST', `/campaigns/${campaignId}/launch`, {}, `/campaigns/${campaignId}`);
  expect(plan.skipped).toMatchObject([{ id: incomplete, reason: 'unresolved_placeholders: no value for title.' }]);
  expect(await messagesOf(core, campaignId)).toHaveLength(1);
  const enrollments = await enrollmentsOf(core, campaignId);
  const held = enrollments.find(({ contactId }: { contactId: string }) => contactId === incomplete);
  expect(held).toMatchObject({
    state: 'paused',
    pauseReason: 'unresolved_placeholders',
    endReason: 'no value for title',
  });
  const { done } = await dryThenReal(core, 'POST', `/enrollments/${held.id}/resume`, {}, `/enrollments/${held.id}`);
  expect(done.body.data.state).toBe('pending');
});

test('gives each contact the same variant every time', async () => {
  const steps = [{ subject: 'A', body: 'Text A', variants: [{ subject: 'B', body: 'Text B' }, { body: 'Text C' }] }];
  const campaignId = await addCampaign(core, { steps });
  const contactIds = await addContacts(core, 12);
  await enroll(campaignId, contactIds);
  await launch(campaignId);
  const messages = await messagesOf(core, campaignId);
  const { body } = await core.request(
    'GET',
    `/campaigns/${campaignId}/preview?contactIds=${contactIds.slice(0, 10).join(',')}`,
  );
  for (const { contactId, messages: previews } of body.data.contacts) {
    const message = messages.find((sent: { contactId: string }) => sent.contactId === contactId);
    expect(previews[0]).toMatchObject({ variantId: message.variantId, subject: message.subject });
  }
  expect(new Set(messages.map(({ variantId }: { variantId: string }) => variantId)).size).toBeGreaterThan(1);
});

test('becomes scheduled if its start is in the future, and starts then', async () => {
  const campaignId = await addCampaign(core, { startAt: '2030-02-01T00:00:00Z' });
  await enroll(campaignId, await addContacts(core, 1));
  const launched = await launch(campaignId);
  expect(launched.body.data.state).toBe('scheduled');
  expect(await messagesOf(core, campaignId)).toEqual([]);
  const { body } = await core.request('GET', `/campaigns/${campaignId}/sending-status`);
  expect(body.data).toMatchObject({ status: 'outside_window', nextSendAt: '2030-02-01T00:00:00.000Z' });
});

test("queues first messages for the start of the window in each recipient's time zone", async () => {
  const window = { ...alwaysOpen, from: '09:00', to: '17:00', timeZone: 'recipient' };
  const campaignId = await addCampaign(core, { window });
  await enroll(campaignId, [
    await addContact(core, { timeZone: 'America/New_York' }),
    await addContact(core, { timeZone: 'Asia/Tokyo' }),
  ]);
  await launch(campaignId);
  const times = (await messagesOf(core, campaignId)).map(({ scheduledAt }: { scheduledAt: string }) => scheduledAt);
  expect(times.sort()).toEqual(['2030-01-07T14:00:00.000Z', '2030-01-08T00:00:00.000Z']);
});

test('pausing removes all messages from the queue, and resuming restores them', async () => {
  const { campaignId } = await launchCampaign(core, 2);
  const path = `/campaigns/${campaignId}`;
  const { done: paused } = await dryThenReal(core, 'POST', `/campaigns/${campaignId}/pause`, {}, path);
  expect(paused.body.data).toMatchObject({ state: 'paused', pauseReason: 'user' });
  expect(await messagesOf(core, campaignId, '&state=scheduled')).toEqual([]);
  const { body: status } = await core.request('GET', `${path}/sending-status`);
  expect(status.data).toMatchObject({ status: 'campaign_paused', nextSendAt: null });
  const { plan, done: resumed } = await dryThenReal(core, 'POST', `/campaigns/${campaignId}/resume`, {}, path);
  expect(plan.effects[0].changes).toMatchObject({ state: 'running', waitingMessages: 2 });
  expect(resumed.body.data).toMatchObject({ state: 'running', pauseReason: null });
  expect(await messagesOf(core, campaignId, '&state=scheduled')).toHaveLength(2);
  expect((await core.request('POST', `/campaigns/${campaignId}/resume`, { body: {} })).body.error.code).toBe(
    'invalid_state',
  );
});

test('allows step changes only in drafts and paused campaigns, and keeps the text of queued messages', async () => {
  const { campaignId } = await launchCampaign(core, 1);
  const change = { body: { steps: [{ subject: 'New', body: 'New text' }] } };
  const refused = await core.request('PATCH', `/campaigns/${campaignId}`, change);
  expect(refused.body.error).toMatchObject({ code: 'invalid_state', allowedValues: ['draft', 'paused'] });
  expect((await core.request('PATCH', `/campaigns/${campaignId}`, { body: { name: 'Renamed' } })).status).toBe(200);
  await core.request('POST', `/campaigns/${campaignId}/pause`, { body: {} });
  expect((await core.request('PATCH', `/campaigns/${campaignId}`, change)).status).toBe(200);
  expect((await messagesOf(core, campaignId))[0].subject).not.toBe('New');
});

test('canceling ends all enrollments permanently, and archiving hides the campaign', async () => {
  const { campaignId } = await launchCampaign(core, 2);
  const path = `/campaigns/${campaignId}`;
  const { plan, done } = await dryThenReal(core, 'POST', `/campaigns/${campaignId}/cancel`, {}, path);
  expect(plan.effects[0].changes).toEqual({ endedEnrollments: 2 });
  expect(done.body.data.state).toBe('cancelled');
  expect(await messagesOf(core, campaignId, '&state=cancelled')).toHaveLength(2);
  const enrollments = await enrollmentsOf(core, campaignId);
  expect(enrollments).toMatchObject([{ state: 'removed', endReason: 'campaign_cancelled' }, { state: 'removed' }]);
  expect((await core.request('DELETE', path)).body.error.code).toBe('invalid_state');
  const { done: archived } = await dryThenReal(core, 'POST', `/campaigns/${campaignId}/archive`, {}, path);
  expect(archived.body.data.state).toBe('archived');
  expect((await launch(campaignId)).body.error.code).toBe('invalid_state');
});

test('emits an event on launch', async () => {
  const { campaignId } = await launchCampaign(core, 1);
  const { body } = await core.request('GET', `/events?type=campaign.launched&subjectId=${campaignId}`);
  expect(body.data).toHaveLength(1);
  now = new Date(now.getTime() + 1_000);
});
