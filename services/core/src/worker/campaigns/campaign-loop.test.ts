import { afterAll, beforeAll, expect, test } from 'vitest';
import { injectReply } from '../../engine/replies/inject-reply.ts';
import { planMessages } from '../../engine/sending/messages/plan-messages.ts';
import { sendDue as sendAllDue } from '../../engine/sending/send-due.ts';
import { findEnrollment } from '../../store/campaigns/enrollment-store.ts';
import { insertContact } from '../../store/contacts/contact-store.ts';
import {
  addCampaign,
  enrollmentsOf,
  launchCampaign,
  messagesOf,
  setPostalAddress,
} from '../../testing/campaign-setup.ts';
import { until } from '../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import type { Loop } from '../poll-loop.ts';
import { startCampaignLoop } from './campaign-loop.ts';

interface Message {
  stepIndex: number;
  subject: string;
  messageIdHeader: string;
}

const dayMs = 86_400_000;
let core: TestCore;
let now = new Date('2030-01-07T10:00:00Z');
let loop: Loop;
beforeAll(async () => {
  core = await startTestCore({ now: () => now, environment: { WORKER_POLL_MS: '20' } });
  loop = startCampaignLoop(core.deps);
});
afterAll(async () => {
  await loop.stop();
  await core.stop();
});

/** Sends everything that is due now. */
async function sendDue(): Promise<number> {
  return sendAllDue(core.deps);
}
async function storeContact(email: string): Promise<string> {
  const facts = { email, firstName: 'Large', companyName: 'Large', emailStatus: 'valid' } as const;
  const rest = { declaredBasis: 'consent', source: 'api', doNotContact: false, createdBy: 'test' } as const;
  return (await insertContact(core.workspaceId, { ...facts, ...rest }, now)).id;
}
async function stateOf(campaignId: string) {
  return (await core.request('GET', `/campaigns/${campaignId}`)).body.data.state;
}
function bySteps(messages: Message[]) {
  return messages.toSorted((a, b) => a.stepIndex - b.stepIndex);
}

test('sends the sequence in one thread and completes the campaign', async () => {
  const { campaignId } = await launchCampaign(core, 1);
  expect(await sendDue()).toBe(1);
  const [first, second] = bySteps(await messagesOf(core, campaignId));
  expect(first).toMatchObject({ state: 'sent', sentAt: now.toISOString() });
  expect(second).toMatchObject({
    state: 'scheduled',
    scheduledAt: new Date(now.getTime() + 3 * dayMs).toISOString(),
    subject: `Re: ${first?.subject}`,
    inReplyTo: first?.messageIdHeader,
  });
  const { body: status } = await core.request('GET', `/campaigns/${campaignId}/sending-status`);
  expect(status.data.status).toBe('follow_up_not_due');
  expect(await sendDue()).toBe(0);
  now = new Date(now.getTime() + 3 * dayMs);
  expect(await sendDue()).toBe(1);
  expect(await stateOf(campaignId)).toBe('completed');
  expect(await enrollmentsOf(core, campaignId)).toMatchObject([{ state: 'completed', stepIndex: 1 }]);
  const { body: events } = await core.request('GET', `/events?type=campaign.completed&subjectId=${campaignId}`);
  expect(events.data).toHaveLength(1);
});

test('a reply stops the sequence and appears in the report', async () => {
  const { campaignId, contactIds } = await launchCampaign(core, 2);
  await sendDue();
  const [answered] = await messagesOf(core, campaignId, `&contactId=${contactIds[0]}&state=sent`);
  const { workspaceId } = core;
  const text = 'Sounds interesting, tell me more.';
  await injectReply(
    { workspaceId, messageId: answered.id, from: answered.to, subject: `Re: ${answered.subject}`, text },
    core.deps,
  );
  expect((await findEnrollment(workspaceId, answered.enrollmentId))?.state).toBe('replied');
  expect(await messagesOf(core, campaignId, `&contactId=${contactIds[0]}&state=scheduled`)).toEqual([]);
  const { body } = await core.request('GET', `/campaigns/${campaignId}/report`);
  expect(body.data.funnel).toMatchObject({ enrolled: 2, contacted: 2, replied: 1 });
  expect(body.data.steps[0]).toMatchObject({
    sent: 2,
    replied: 1,
    variants: [{ variantId: 'A', sent: 2, replied: 1 }],
  });
  expect(body.data.steps[1]).toMatchObject({ queued: 1, cancelled: 1 });
  expect(body.data.days).toEqual([{ day: now.toISOString().slice(0, 10), sent: 2, replied: 1 }]);
});

test('starts everyone in a large campaign once', async () => {
  const people = 230;
  await setPostalAddress(core);
  const campaignId = await addCampaign(core, { name: 'Large' });
  const contactIds: string[] = [];
  for (let index = 0; index < people; index += 1) contactIds.push(await storeContact(`large${index}@large.example`));
  await core.request('POST', `/campaigns/${campaignId}/enrollments`, { body: { contactIds } });
  const launched = await core.request('POST', `/campaigns/${campaignId}/launch`, { body: {} });
  expect(launched.status).toBe(200);
  const second = startCampaignLoop(core.deps);
  const counts = async () => (await core.request('GET', `/campaigns/${campaignId}/sending-status`)).body.data;
  await until(async () => (await counts()).enrollmentCounts.active === people);
  await second.stop();
  expect((await counts()).messageCounts).toEqual({ scheduled: people });
  await core.request('POST', `/campaigns/${campaignId}/cancel`, { body: {} });
}, 60_000);

test('starts a scheduled campaign at its time and ends it after its last day', async () => {
  const startAt = new Date(now.getTime() + dayMs);
  const endAt = new Date(now.getTime() + 2 * dayMs);
  const { campaignId } = await launchCampaign(core, 1, { startAt: startAt.toISOString(), endAt: endAt.toISOString() });
  expect(await stateOf(campaignId)).toBe('scheduled');
  now = startAt;
  await until(async () => (await messagesOf(core, campaignId, '&state=scheduled')).length === 1);
  now = endAt;
  await until(async () => (await stateOf(campaignId)) === 'completed');
  expect(await enrollmentsOf(core, campaignId)).toMatchObject([{ state: 'removed', endReason: 'end_date' }]);
  expect(await messagesOf(core, campaignId, '&state=scheduled')).toEqual([]);
});

test('resumes an enrollment when its pause is over', async () => {
  const { campaignId } = await launchCampaign(core, 1);
  const [enrollment] = await enrollmentsOf(core, campaignId);
  const resumeAt = new Date(now.getTime() + dayMs).toISOString();
  await core.request('POST', `/enrollments/${enrollment.id}/pause`, { body: { resumeAt } });
  expect(await sendDue()).toBe(0);
  now = new Date(resumeAt);
  await until(async () => (await enrollmentsOf(core, campaignId))[0].state === 'active');
  await sendDue();
  expect(await messagesOf(core, campaignId, '&state=sent')).toHaveLength(1);
});

test('sends nothing from a campaign paused after its messages were planned', async () => {
  const { campaignId } = await launchCampaign(core, 1);
  await planMessages(core.deps);
  await core.request('POST', `/campaigns/${campaignId}/pause`, { body: {} });
  expect(await sendDue()).toBe(0);
  expect(await messagesOf(core, campaignId, '&state=sent')).toEqual([]);
  await core.request('POST', `/campaigns/${campaignId}/resume`, { body: {} });
  expect(await sendDue()).toBe(1);
});

test('a completed campaign that is launched again starts for people enrolled later', async () => {
  const { campaignId } = await launchCampaign(core, 1, { steps: [{ subject: 'Once', body: 'One message.' }] });
  await sendDue();
  expect(await stateOf(campaignId)).toBe('completed');
  const contactIds = [await storeContact('later@later.example')];
  const path = `/campaigns/${campaignId}/enrollments`;
  const dry = await core.request('POST', `${path}?dryRun=true`, { body: { contactIds } });
  expect(dry.body.data.warnings[0]).toContain('Launch it again');
  await core.request('POST', path, { body: { contactIds } });
  expect(await sendDue()).toBe(0);
  const again = await core.request('POST', `/campaigns/${campaignId}/launch`, { body: {} });
  expect(again.body.data.state).toBe('running');
  await sendDue();
  expect(await messagesOf(core, campaignId, '&state=sent')).toHaveLength(2);
});
