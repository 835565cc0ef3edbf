import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as campaigns from '../../store/campaigns/campaign-store.ts';
import { insertEnrollments, removeOpenEnrollments } from '../../store/campaigns/enrollment-bulk.ts';
import { findEnrollment, transitionEnrollment } from '../../store/campaigns/enrollment-store.ts';
import * as resumable from '../../store/campaigns/enrollment-sweep.ts';
import { markForReplan } from '../../store/campaigns/replan-store.ts';
import { insertMessages } from '../../store/messages/message-store.ts';
import { insertReply } from '../../store/replies/reply-store.ts';
import { insertTasks } from '../../store/tasks/task-store.ts';
import { advanceClock } from '../../store/workspaces/workspace-clock-store.ts';
import { alwaysOpen } from '../../testing/campaign-setup.ts';
import { type CampaignOptions, startRunningCampaign } from '../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { campaignRounds } from './campaign-loop.ts';

const { findCampaign, insertCampaign, updateCampaign } = campaigns;
const dayMs = 86_400_000;
let core: TestCore;
let key: string;
let workspaceId: string;
const now = new Date('2030-01-07T10:00:00Z');
const later = new Date(now.getTime() + dayMs);
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
});
afterAll(() => core.stop());
beforeEach(async () => {
  ({ key, workspaceId } = await core.addWorkspace());
});

function start(options: Partial<CampaignOptions> = {}) {
  return startRunningCampaign({ workspaceId, people: 1, smtpPort: null, now, ...options });
}

/** Runs rounds until there is no work left. Returns the number of rounds that found work. */
async function settle(): Promise<number> {
  const round = campaignRounds(core.deps);
  for (let count = 0; count < 20; count += 1) if (!(await round())) return count;
  throw new Error('The rounds find no end.');
}

async function stateOf(campaignId: string) {
  return (await findCampaign(workspaceId, campaignId))!.state;
}
async function events(type: string) {
  return (await core.request('GET', `/events?type=${type}`, { key })).body.data;
}

test('does nothing for a campaign without due work', async () => {
  const { campaign } = await start({ campaign: { endAt: later } });
  expect(await settle()).toBe(0);
  expect(await stateOf(campaign.id)).toBe('running');
});

test('starts due campaigns, and nothing early', async () => {
  const due = await start({ people: 0, campaign: { state: 'scheduled', startAt: now } });
  const early = await start({
    people: 0,
    campaign: { state: 'scheduled', startAt: later },
    mailbox: { address: 'b@b.example' },
  });
  expect(await settle()).toBe(1);
  expect(await stateOf(due.campaign.id)).not.toBe('scheduled');
  expect(await stateOf(early.campaign.id)).toBe('scheduled');
});

test('a campaign that is paused as its turn starts has no due work', async () => {
  const { campaign } = await start({ campaign: { state: 'paused' } });
  const queueing = vi.spyOn(campaigns, 'findQueueingCampaigns').mockResolvedValueOnce([campaign]);
  expect(await settle()).toBe(0);
  queueing.mockRestore();
});

test('ends campaigns after their last day, with all their enrollments', async () => {
  const { campaign, messages } = await start({ campaign: { endAt: now } });
  expect(await settle()).toBe(1);
  expect(await stateOf(campaign.id)).toBe('completed');
  expect(await findEnrollment(workspaceId, messages[0]!.enrollmentId!)).toMatchObject({ endReason: 'end_date' });
});

test('a workspace whose clock is ahead uses its own clock, and the others do not', async () => {
  const { campaign } = await start({ campaign: { endAt: later } });
  const other = await core.addWorkspace();
  const theirs = await start({ workspaceId: other.workspaceId, campaign: { endAt: later } });
  await advanceClock(workspaceId, dayMs - 1, now);
  expect(await settle()).toBe(0);
  await advanceClock(workspaceId, 1, now);
  expect(await settle()).toBe(1);
  expect(await stateOf(campaign.id)).toBe('completed');
  expect((await findCampaign(other.workspaceId, theirs.campaign.id))!.state).toBe('running');
});

test('resumes enrollments with an expired pause, and emits events', async () => {
  const { messages } = await start({ people: 2 });
  const [over, on] = messages.map(({ enrollmentId }) => enrollmentId!);
  const changesOf = async (id: string) => (await events(`enrollment.changed&subjectId=${id}`)).length;
  const before = await changesOf(over!);
  await transitionEnrollment(workspaceId, over!, 'pause', { resumeAt: now }, now);
  await transitionEnrollment(workspaceId, on!, 'pause', { resumeAt: later }, now);
  expect(await settle()).toBe(1);
  expect((await findEnrollment(workspaceId, over!))!.state).toBe('active');
  expect((await findEnrollment(workspaceId, on!))!.state).toBe('paused');
  expect(await Promise.all([changesOf(over!), changesOf(on!)])).toEqual([before + 1, before]);
});

test('does not change an enrollment that is no longer paused when its turn comes', async () => {
  const { messages } = await start();
  const active = (await findEnrollment(workspaceId, messages[0]!.enrollmentId!))!;
  const before = await events('enrollment.changed');
  const look = vi.spyOn(resumable, 'findResumableEnrollments').mockResolvedValueOnce([active]);
  expect(await settle()).toBe(1);
  look.mockRestore();
  expect(await events('enrollment.changed')).toEqual(before);
});

test('announces a due task once', async () => {
  const { campaign, messages, contacts } = await start();
  const about = { campaignId: campaign.id, enrollmentId: messages[0]!.enrollmentId!, contactId: contacts[0]!.id };
  const task = {
    ...about,
    stepId: 'stp_2',
    stepIndex: 1,
    type: 'call' as const,
    title: 'Call',
    instructions: '',
    ownerId: null,
  };
  await insertTasks(
    workspaceId,
    [
      { ...task, dueAt: now },
      { ...task, dueAt: later },
    ],
    now,
  );
  expect(await settle()).toBe(1);
  expect(await events('task.due')).toHaveLength(1);
});

test('starts people who were enrolled while the campaign ran, with the rest of their batch', async () => {
  const { campaign, contacts } = await start();
  const { id: contactId } = contacts[0]!;
  const other = await start({ people: 1, contact: { email: 'two@two.example' }, mailbox: { address: 'c@c.example' } });
  const wanted = { campaignId: campaign.id, companyId: null, createdBy: 'test' };
  await removeOpenEnrollments(workspaceId, { contactId: other.contacts[0]!.id }, 'done', now);
  await insertEnrollments(workspaceId, [{ ...wanted, contactId: other.contacts[0]!.id }], now);
  await updateCampaign(workspaceId, campaign.id, { isQueueing: true }, now);
  expect(await settle()).toBe(1);
  const { body } = await core.request('GET', `/messages?campaignId=${campaign.id}`, { key });
  expect(body.data.map((message: { contactId: string }) => message.contactId).sort()).toEqual(
    [contactId, other.contacts[0]!.id].sort(),
  );
  expect((await findCampaign(workspaceId, campaign.id))!.isQueueing).toBe(false);
});

test('empties a campaign that ended with open enrollments', async () => {
  const { campaign, messages } = await start({ campaign: { state: 'cancelled', isEmptying: true } });
  expect(await settle()).toBe(1);
  expect(await findEnrollment(workspaceId, messages[0]!.enrollmentId!)).toMatchObject({
    endReason: 'campaign_cancelled',
  });
  expect((await findCampaign(workspaceId, campaign.id))!.isEmptying).toBe(false);
});

test('reschedules queued messages after a change of the window', async () => {
  const { campaign } = await start({ campaign: { window: null } });
  await markForReplan(workspaceId);
  expect(await settle()).toBe(1);
  expect(await findCampaign(workspaceId, campaign.id)).not.toHaveProperty('isReplanning');
});

test('completes every running campaign without open enrollments, however many are running', async () => {
  const { campaign, mailbox } = await start({ people: 0 });
  expect(await settle()).toBe(0);
  expect(await stateOf(campaign.id)).toBe('completed');
  const common = { createdBy: 'test', window: alwaysOpen, mailboxIds: [mailbox.id] };
  const own = { ...common, state: 'running' as const, launchedAt: now };
  const busy = await start({ people: 25, mailbox: { address: 'busy@b.example' } });
  for (const { id: contactId } of busy.contacts) {
    await removeOpenEnrollments(workspaceId, { contactId }, 'done', now);
    const { id: campaignId } = await insertCampaign(workspaceId, { ...own, name: contactId }, now);
    await insertEnrollments(workspaceId, [{ campaignId, contactId, companyId: null, createdBy: 'test' }], now);
  }
  const last = await insertCampaign(workspaceId, { ...own, name: 'Last' }, now);
  const round = campaignRounds(core.deps);
  for (let count = 0; count < 3; count += 1) await round();
  expect(await stateOf(last.id)).toBe('completed');
});

test('keeps the winning text for everyone else', async () => {
  const variants = [{ id: 'B', subject: 'Second', body: 'B', weight: 1 }];
  const text = { thread: 'new' as const, waitMinutes: 0, subject: 'First', body: 'A', variants, keepsWinner: true };
  const { campaign, messages } = await start({ campaign: { steps: [{ ...text, id: 'stp_1' }] } });
  const sent = Array.from({ length: 120 }, (_, index) => ({
    kind: 'campaign' as const,
    state: 'sent' as const,
    campaignId: campaign.id,
    stepId: 'stp_1',
    stepIndex: 0,
    variantId: index % 2 === 0 ? 'A' : 'B',
    to: 'a@b.example',
    subject: 'Hello',
    bodyText: 'Hello.',
    sentAt: now,
    scheduledAt: now,
  }));
  const stored = await insertMessages(workspaceId, sent, now);
  expect(messages).toHaveLength(1);
  const nothing = { mailboxId: null, enrollmentId: null, contactId: null, returnDate: null, needsAction: false };
  const said = { fromAddress: 'a@b.example', fromName: '', subject: '', bodyText: '', attachments: [], references: [] };
  const judged = { class: 'interested', classifiedBy: 'rule', confidence: 1 } as const;
  const common = { ...nothing, ...said, ...judged, campaignId: campaign.id, receivedAt: now };
  for (const { id } of stored.filter(({ variantId }) => variantId === 'B').slice(0, 15))
    await insertReply(workspaceId, { ...common, messageId: id, messageIdHeader: `<${id}>` }, now);
  expect((await findCampaign(workspaceId, campaign.id))!.steps[0]).not.toHaveProperty('winnerId');
  // Each round processes twenty campaigns.
  const round = campaignRounds(core.deps);
  for (let count = 0; count < 4; count += 1) await round();
  expect((await findCampaign(workspaceId, campaign.id))!.steps[0]).toMatchObject({ winnerId: 'B' });
});
