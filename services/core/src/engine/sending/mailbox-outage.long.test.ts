import { afterAll, beforeAll, expect, test } from 'vitest';
import { countEnrollmentsByState } from '../../store/campaigns/enrollment-store.ts';
import { countMessagesByState } from '../../store/messages/message-store.ts';
import { findQueue } from '../../store/sending/send-queue-store.ts';
import { listSuppressions } from '../../store/suppressions/suppression-store.ts';
import { startRunningCampaign } from '../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import type { OutgoingMail, SendOutcome } from '../../transport/mail-transport.ts';
import { sendDue } from './send-due.ts';

const people = 1_000;
const hourMs = 3_600_000;
const start = Date.parse('2027-03-01T09:00:00Z');
const taken: SendOutcome = { kind: 'sent', response: '250 taken' };
const steps = [{ id: 'stp_1', thread: 'new' as const, variants: [], waitMinutes: 0, subject: 'Hello', body: 'Hello.' }];

let core: TestCore;
let time = start;
let answer: (mail: OutgoingMail) => SendOutcome = () => taken;

beforeAll(async () => {
  core = await startTestCore({ now: () => new Date(time), environment: { BASE_URL: 'https://outbound.example' } });
  core.deps.ports.mail.transportFor = () => ({
    send: async (mail, { onTransmitting }) => ((await onTransmitting()) ? answer(mail) : { kind: 'withdrawn' }),
  });
});
afterAll(() => core.stop());

function refused(phase: 'connect' | 'login' | 'rcpt_to' | 'data', code: number, text: string): SendOutcome {
  return { kind: 'refused', phase, code, text };
}

async function begin() {
  time = start;
  const { workspaceId, key } = await core.addWorkspace();
  const now = new Date(time);
  const running = await startRunningCampaign({ workspaceId, people, smtpPort: 25, now, campaign: { steps } });
  return { key, workspaceId, ...running };
}

/** Runs the mailbox's turns until this time. */
async function runUntil(workspaceId: string, mailboxId: string, end: number): Promise<void> {
  while (time < end) {
    await sendDue(core.deps, { workspaceId });
    const turnAt = (await findQueue(workspaceId, mailboxId))!.turnAt.getTime();
    time = Math.min(Math.max(turnAt, time + 1_000), end);
  }
}

const faults: [name: string, hours: number, fault: SendOutcome, cause: string][] = [
  ['an outage of 63 hours', 63, refused('connect', 0, 'connect ECONNREFUSED'), 'unreachable'],
  ['a used-up quota', 24, refused('data', 550, '5.4.5 Daily user sending limit exceeded'), 'quota_exceeded'],
  ['a blocklist', 48, refused('rcpt_to', 550, 'Blocked: sender IP listed at zen.spamhaus.org'), 'blocklisted'],
  ['a revoked password', 12, refused('login', 535, '5.7.8 Username and Password not accepted'), 'login_refused'],
];

test.each(faults)('%s loses no messages', { timeout: 600_000 }, async (_name, hours, fault, cause) => {
  const { workspaceId, mailbox, campaign, key } = await begin();
  let asked = 0;
  let refusals = 0;
  const isFaulty = () => asked > 10 && time < start + hours * hourMs;
  answer = () => {
    asked += 1;
    if (!isFaulty()) return taken;
    refusals += 1;
    return fault;
  };
  await runUntil(workspaceId, mailbox.id, start + 60_000);
  expect(refusals).toBeLessThanOrEqual(5);
  const { body } = await core.request('GET', `/mailboxes/${mailbox.id}/sending-status`, { key });
  expect(body.data).toMatchObject({
    state: 'failing',
    breaker: { state: 'open', cause, action: expect.any(String), nextProbeAt: expect.any(String) },
    waitingCount: people - 10,
  });
  await runUntil(workspaceId, mailbox.id, start + (hours - 1) * hourMs);
  expect(await countMessagesByState(workspaceId, campaign.id)).toEqual({ sent: 10, scheduled: people - 10 });
  await runUntil(workspaceId, mailbox.id, start + (hours + 10) * hourMs);
  expect(await countMessagesByState(workspaceId, campaign.id)).toEqual({ sent: people });
  expect(await countEnrollmentsByState(workspaceId, campaign.id)).toEqual({ completed: people });
  expect((await listSuppressions(workspaceId, {}, { limit: 10, sort: '-id' })).items).toEqual([]);
  const events = async (type: string) => (await core.request('GET', `/events?type=mailbox.${type}`, { key })).body.data;
  expect([(await events('breaker_opened')).length, (await events('breaker_closed')).length]).toEqual([1, 1]);
});

test('greylisting loses no messages', { timeout: 600_000 }, async () => {
  const { workspaceId, mailbox, campaign } = await begin();
  const firstTries = new Map<string, number>();
  answer = ({ to }) => {
    const first = firstTries.get(to) ?? time;
    firstTries.set(to, first);
    return time - first >= 4 * 60_000 ? taken : refused('rcpt_to', 451, '4.7.1 Greylisted, come back later');
  };
  await runUntil(workspaceId, mailbox.id, start + 60 * hourMs);
  expect(await countMessagesByState(workspaceId, campaign.id)).toEqual({ sent: people });
  expect(await countEnrollmentsByState(workspaceId, campaign.id)).toEqual({ completed: people });
});
