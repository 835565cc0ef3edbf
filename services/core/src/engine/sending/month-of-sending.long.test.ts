import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInWindow, localDay, zoneOf } from '../../domain/sending/send-window.ts';
import { type CampaignRecord, insertCampaign } from '../../store/campaigns/campaign-store.ts';
import { insertEnrollments, startEnrollments } from '../../store/campaigns/enrollment-bulk.ts';
import { type ContactRecord, insertContact } from '../../store/contacts/contact-store.ts';
import { insertMailbox, type MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';
import { MessageModel } from '../../store/messages/message-model.ts';
import { insertMessages, type MessageRecord } from '../../store/messages/message-store.ts';
import { findQueues } from '../../store/sending/send-queue-store.ts';
import { updateWorkspaceSettings } from '../../store/workspaces/workspace-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { sendDue } from './send-due.ts';

// A month of 600 people through worker and store: 4 mailboxes (one warming up), 4 campaigns with three steps, six
// time zones, and both clock changes in March.
const people = 600;
const start = Date.parse('2027-03-01T00:00:00Z');
const end = Date.parse('2027-04-01T00:00:00Z');
const dayMs = 86_400_000;
const workspaceZone = 'Europe/Berlin';
const companyCap = 2;
const gapSeconds = { min: 60, max: 240 };
const zones = ['Europe/Berlin', 'Europe/London', 'America/New_York', 'America/Los_Angeles', 'Asia/Kolkata', undefined];
const window = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00', timeZone: 'recipient' };
const waitDays = [0, 3, 5];
const steps = waitDays.map((days, index) => ({
  id: `stp_${index}`,
  thread: 'new' as const,
  variants: [],
  waitMinutes: days * 24 * 60,
  subject: `Step ${index}`,
  body: 'Hello.',
}));

let core: TestCore;
let time = start;
let mailboxes: MailboxRecord[] = [];
let campaigns: CampaignRecord[] = [];
const contacts: ContactRecord[] = [];
let messages: MessageRecord[] = [];
let sent: MessageRecord[] = [];

function now(): Date {
  return new Date(time);
}

async function addMailboxes(workspaceId: string): Promise<MailboxRecord[]> {
  const ramp = { startPerDay: 3, increasePerDay: 3, startedOn: '2027-03-01' };
  const all = [10, 15, 20, 20].map((dailyCap, index) => ({
    kind: 'capture' as const,
    address: `ada${index}@acme.example`,
    dailyCap,
    gapSeconds,
    ramp: index === 3 ? ramp : null,
  }));
  return Promise.all(all.map((mailbox) => insertMailbox(workspaceId, mailbox, now())));
}

async function addCampaigns(workspaceId: string): Promise<CampaignRecord[]> {
  const base = {
    createdBy: 'test',
    state: 'running' as const,
    launchedAt: now(),
    window,
    steps,
    mailboxIds: mailboxes.map(({ id }) => id),
  };
  const caps = [{ dailyCap: 8 }, { newPerDayCap: 5 }, {}, {}];
  return Promise.all(
    caps.map((cap, index) => insertCampaign(workspaceId, { ...base, ...cap, name: `${index}` }, now())),
  );
}

async function enroll(workspaceId: string, index: number): Promise<void> {
  const timeZone = zones[index % zones.length];
  const contact = await insertContact(
    workspaceId,
    {
      email: `p${index}@c${index % 300}.example`,
      emailStatus: 'valid',
      declaredBasis: 'consent',
      source: 'manual',
      companyDomain: `c${index % 300}.example`,
      doNotContact: false,
      createdBy: 'test',
      ...(timeZone && { timeZone }),
    },
    now(),
  );
  const campaign = campaigns[(index * 7) % campaigns.length]!;
  const mailbox = mailboxes[index % mailboxes.length]!;
  const wanted = { campaignId: campaign.id, contactId: contact.id, companyId: null, createdBy: 'test' };
  const enrollments = await insertEnrollments(workspaceId, [wanted], now());
  await startEnrollments(workspaceId, enrollments, mailbox.id, now());
  const message = {
    kind: 'campaign' as const,
    state: 'scheduled' as const,
    campaignId: campaign.id,
    contactId: contact.id,
    enrollmentId: enrollments[0]!.id,
    stepId: 'stp_0',
    stepIndex: 0,
    variantId: 'A',
    mailboxId: mailbox.id,
    to: contact.email!,
    subject: 'Step 0',
    bodyText: 'Hello.',
    scheduledAt: now(),
    approvedAt: now(),
  };
  await insertMessages(workspaceId, [message], now());
  contacts.push(contact);
}

beforeAll(async () => {
  core = await startTestCore({ now, environment: { BASE_URL: 'https://outbound.example' } });
  const { workspaceId } = core;
  const settings = { postalAddress: 'Acme Ltd', perCompanyDailyCap: companyCap, timeZone: workspaceZone };
  await updateWorkspaceSettings(workspaceId, settings, now());
  mailboxes = await addMailboxes(workspaceId);
  campaigns = await addCampaigns(workspaceId);
  for (let index = 0; index < people; index += 1) await enroll(workspaceId, index);
  const ids = mailboxes.map(({ id }) => id);
  while (time < end) {
    await sendDue(core.deps, { workspaceId });
    const turns = (await findQueues(workspaceId, ids)).map(({ turnAt }) => turnAt.getTime());
    time = Math.max(time + 1_000, Math.min(...turns));
  }
  messages = (await MessageModel.find({ workspaceId }).lean()).map(({ _id, ...rest }) => ({ id: _id, ...rest }));
  sent = messages.filter(({ state }) => state === 'sent').sort((a, b) => a.sentAt!.getTime() - b.sentAt!.getTime());
}, 1_200_000);
afterAll(() => core?.stop());

function perDay(of: (message: MessageRecord) => string | null): [subject: string, count: number][] {
  const keys = sent.flatMap((message) => {
    const subject = of(message);
    return subject === null ? [] : [`${subject} ${localDay(message.sentAt!, workspaceZone)}`];
  });
  return [...Map.groupBy(keys, (key) => key)].map(([key, all]) => [key.split(' ')[0]!, all.length]);
}

describe('a month of 600 people through worker and store', () => {
  test('claims each message once', () => {
    expect(sent.length).toBeGreaterThan(750);
    const claims = messages.reduce((sum, { attempt }) => sum + attempt, 0);
    expect(claims / sent.length).toBeLessThanOrEqual(1.2);
    const ends = new Set(messages.map(({ state }) => state));
    expect([...ends].sort()).toEqual(['scheduled', 'sent']);
  });

  test('respects every window, limit, and gap', () => {
    const zoneOfContact = new Map(
      contacts.map(({ id, timeZone }) => [id, zoneOf(window, timeZone ?? null, workspaceZone)]),
    );
    expect(sent.filter((one) => !isInWindow(window, one.sentAt!, zoneOfContact.get(one.contactId!)!))).toEqual([]);
    const mailboxCap = new Map(mailboxes.map(({ id, dailyCap }) => [id, dailyCap]));
    expect(perDay(({ mailboxId }) => mailboxId).filter(([id, count]) => count > mailboxCap.get(id)!)).toEqual([]);
    const campaignDays = perDay(({ campaignId }) => (campaignId === campaigns[0]!.id ? campaignId : null));
    expect(Math.max(...campaignDays.map(([, count]) => count))).toBe(8);
    const fresh = perDay((one) => (one.campaignId === campaigns[1]!.id && one.stepIndex === 0 ? one.campaignId : null));
    expect(Math.max(...fresh.map(([, count]) => count))).toBe(5);
    const companies = perDay(({ to }) => to.split('@')[1]!);
    expect(Math.max(...companies.map(([, count]) => count))).toBeLessThanOrEqual(companyCap);
    for (const own of Map.groupBy(sent, ({ mailboxId }) => mailboxId).values()) {
      const gaps = own.slice(1).map(({ sentAt }, index) => sentAt!.getTime() - own[index]!.sentAt!.getTime());
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(gapSeconds.min * 1_000);
    }
  });

  test('sends everyone the steps in order, each after its delay, from one mailbox', () => {
    for (const own of Map.groupBy(sent, ({ contactId }) => contactId).values()) {
      expect(own.map(({ stepIndex }) => stepIndex)).toEqual(own.map((_, index) => index));
      expect(new Set(own.map(({ mailboxId }) => mailboxId)).size).toBe(1);
      for (const [index, { sentAt }] of own.entries()) {
        const before = own[index - 1]?.sentAt;
        if (before) expect(sentAt!.getTime() - before.getTime()).toBeGreaterThanOrEqual(waitDays[index]! * dayMs);
      }
    }
  });
});
