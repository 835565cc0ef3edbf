import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertCampaign } from '../../store/campaigns/campaign-store.ts';
import { insertEnrollments, startEnrollments } from '../../store/campaigns/enrollment-bulk.ts';
import { insertContact } from '../../store/contacts/contact-store.ts';
import { insertMailbox, listMailboxes, type MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';
import { MessageModel } from '../../store/messages/message-model.ts';
import { findMessages, insertMessages } from '../../store/messages/message-store.ts';
import { findQueues } from '../../store/sending/send-queue-store.ts';
import { updateWorkspaceSettings } from '../../store/workspaces/workspace-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { type MessageWait, messageWaits } from './messages/message-waits.ts';
import { sendDue } from './send-due.ts';

// Messages of two campaigns through three mailboxes with gaps, windows in two zones, and daily limits. The time shown
// first is compared with the time at which each message left. 10,000 messages: EXPECTED_MESSAGES=10000.
const count = Number(process.env.EXPECTED_MESSAGES || 400);
const start = Date.parse('2027-03-01T06:00:00Z');
const end = Date.parse('2027-12-01T00:00:00Z');
/** The worker takes a turn somewhat late. */
const latenessMs = 700;
const window = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00', timeZone: 'recipient' };
const steps = [{ id: 'stp_0', thread: 'new' as const, variants: [], waitMinutes: 0, subject: 'Step', body: 'Hello.' }];

let core: TestCore;
let time = start;
const ids: string[] = [];

function now(): Date {
  return new Date(time);
}

async function queueMessage(workspaceId: string, index: number, campaignIds: string[], mailboxes: MailboxRecord[]) {
  const domain = `c${index}.example`;
  const person = { email: `p${index}@${domain}`, emailStatus: 'valid' as const, companyDomain: domain };
  const timeZone = index % 3 === 0 ? 'America/New_York' : 'Europe/Berlin';
  const basis = {
    declaredBasis: 'consent' as const,
    source: 'manual' as const,
    doNotContact: false,
    createdBy: 'test',
  };
  const contact = await insertContact(workspaceId, { ...person, ...basis, timeZone }, now());
  const campaignId = campaignIds[index % campaignIds.length]!;
  const mailboxId = mailboxes[index % mailboxes.length]!.id;
  const wanted = { campaignId, contactId: contact.id, companyId: null, createdBy: 'test' };
  const enrollments = await insertEnrollments(workspaceId, [wanted], now());
  await startEnrollments(workspaceId, enrollments, mailboxId, now());
  const message = {
    kind: 'campaign' as const,
    state: 'scheduled' as const,
    campaignId,
    contactId: contact.id,
    enrollmentId: enrollments[0]!.id,
    stepId: 'stp_0',
    stepIndex: 0,
    variantId: 'A',
    mailboxId,
    to: contact.email!,
    subject: 'Step',
    bodyText: 'Hello.',
    scheduledAt: now(),
    approvedAt: now(),
  };
  ids.push((await insertMessages(workspaceId, [message], now()))[0]!.id);
}

beforeAll(async () => {
  core = await startTestCore({ now, environment: { BASE_URL: 'https://outbound.example' } });
  const { workspaceId } = core;
  await updateWorkspaceSettings(workspaceId, { postalAddress: 'Acme Ltd', timeZone: 'Europe/Berlin' }, now());
  const caps = [40, 60, 80];
  const mailboxes = await Promise.all(
    caps.map((dailyCap, index) => {
      const gapSeconds = { min: 60, max: 240 };
      return insertMailbox(
        workspaceId,
        { kind: 'capture', address: `ada${index}@acme.example`, dailyCap, gapSeconds },
        now(),
      );
    }),
  );
  const base = { createdBy: 'test', state: 'running' as const, launchedAt: now(), window, steps };
  const mailboxIds = mailboxes.map(({ id }) => id);
  const campaigns = await Promise.all(
    [{ dailyCap: 70 }, {}].map((cap, index) =>
      insertCampaign(workspaceId, { ...base, ...cap, mailboxIds, name: `${index}` }, now()),
    ),
  );
  const campaignIds = campaigns.map(({ id }) => id);
  for (let index = 0; index < count; index += 1) await queueMessage(workspaceId, index, campaignIds, mailboxes);
  await sendDue(core.deps, { workspaceId });
}, 1_200_000);
afterAll(() => core?.stop());

test('95% of messages leave within a minute of the time first shown, which is never in the past', async () => {
  const { workspaceId } = core;
  const waits = new Map<string, MessageWait>();
  for (let at = 0; at < ids.length; at += 500) {
    const messages = await findMessages(workspaceId, ids.slice(at, at + 500));
    for (const [id, wait] of await messageWaits(workspaceId, messages, core.deps)) waits.set(id, wait);
  }
  const shown = new Map([...waits].map(([id, { expectedAt }]) => [id, expectedAt]));
  expect([...shown.values()].filter((at) => at === null || at < now())).toEqual([]);
  expect([...waits.values()].filter(({ waitReason }) => waitReason === null)).toEqual([]);
  const mailboxIds = (await listMailboxes(workspaceId)).map(({ id }) => id);
  while (time < end) {
    const turns = (await findQueues(workspaceId, mailboxIds)).map(({ turnAt }) => turnAt.getTime());
    time = Math.max(time + 100, Math.min(...turns) + latenessMs);
    if (time >= end) break;
    await sendDue(core.deps, { workspaceId });
  }
  const sent = await MessageModel.find({ workspaceId, state: 'sent' }).lean();
  const offs = sent.flatMap(({ _id, sentAt }) => {
    const at = shown.get(_id);
    return at ? [Math.abs(sentAt!.getTime() - at.getTime()) / 1_000] : [];
  });
  const near = offs.filter((seconds) => seconds <= 60).length;
  const sorted = offs.toSorted((a, b) => a - b);
  process.stdout.write(
    `${offs.length} messages: ${((near / offs.length) * 100).toFixed(1)}% within a minute, median ${sorted[Math.floor(offs.length / 2)]?.toFixed(1)} s, most ${sorted.at(-1)?.toFixed(0)} s\n`,
  );
  expect(offs.length).toBeGreaterThan(count * 0.9);
  expect(near / offs.length).toBeGreaterThanOrEqual(0.95);
}, 1_200_000);
