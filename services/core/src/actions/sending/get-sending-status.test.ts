import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SendingStatus, sendingStatuses } from '../../domain/campaigns/campaign-sending-status.ts';
import { guardActor } from '../../engine/backup/guard-epoch.ts';
import { wakeWithoutWayOut } from '../../engine/mailboxes/wake-mailboxes.ts';
import { injectReply } from '../../engine/replies/inject-reply.ts';
import { sendDue as sendAllDue } from '../../engine/sending/send-due.ts';
import { insertMailbox, updateMailbox } from '../../store/mailboxes/mailbox-store.ts';
import { installation, resumeSending, stopSending } from '../../store/sending/sending-stop-store.ts';
import { addCampaign, addContact, launchCampaign, setPostalAddress } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import type { SendOutcome } from '../../transport/mail-transport.ts';

let core: TestCore;
/** A Monday, 10:00 in London. */
const now = new Date('2030-01-07T10:00:00Z');
const tomorrow = '2030-01-07T23:00:00.000Z';
const taken = { kind: 'sent', response: '250 taken' } as const;
let outcome: SendOutcome = taken;
beforeAll(async () => {
  core = await startTestCore({ now: () => now, environment: { BASE_URL: 'https://outbound.example' } });
  core.deps.ports.mail.transportFor = () => ({
    send: async (_mail, { onTransmitting }) => ((await onTransmitting()) ? outcome : { kind: 'withdrawn' }),
  });
  await setPostalAddress(core);
});
afterAll(() => core.stop());
beforeEach(async () => {
  outcome = taken;
  for (const scope of [core.workspaceId, installation]) await resumeSending(scope);
});

async function call(method: string, path: string, body?: object) {
  const reply = await core.request(method, path, { body });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.data;
}
async function sendDue(): Promise<number> {
  return sendAllDue(core.deps);
}
const smtp = { host: 'mail.example', port: 587, security: 'none', username: null, secret: null } as const;
let made = 0;
async function addMailbox(dailyCap = 100): Promise<string> {
  made += 1;
  const own = {
    kind: 'smtp',
    address: `ada${made}@acme.example`,
    dailyCap,
    smtp,
    gapSeconds: { min: 0, max: 0 },
  } as const;
  return (await insertMailbox(core.workspaceId, own, now)).id;
}
/** Launches a campaign with its own mailbox, and gives its due messages to the mail server. */
async function sending(people: number, over: Record<string, unknown> = {}, dailyCap?: number) {
  const mailboxId = await addMailbox(dailyCap);
  const { campaignId } = await launchCampaign(core, people, { mailboxIds: [mailboxId], ...over });
  await sendDue();
  return { campaignId, mailboxId };
}
/** Launches a campaign with these contacts, and gives its due messages to the mail server. */
async function sendingTo(contactIds: string[], over: Record<string, unknown> = {}): Promise<string> {
  const campaignId = await addCampaign(core, { mailboxIds: [await addMailbox()], ...over });
  await call('POST', `/campaigns/${campaignId}/enrollments`, { contactIds });
  await call('POST', `/campaigns/${campaignId}/launch`, {});
  await sendDue();
  return campaignId;
}
/** Launches a campaign and tries to send it while the base URL is not public. */
async function withoutWayOut() {
  const mailboxId = await addMailbox();
  const { campaignId } = await launchCampaign(core, 2, { mailboxIds: [mailboxId] });
  const { config } = core.deps;
  core.deps.config = { ...config, baseUrl: 'http://outbound.example' };
  await sendDue();
  core.deps.config = config;
  return { campaignId, mailboxId };
}
async function colleagues(): Promise<string> {
  const contactIds = [
    await addContact(core, { companyDomain: 'one.example' }),
    await addContact(core, { companyDomain: 'one.example' }),
  ];
  return sendingTo(contactIds, { perCompanyDailyCap: 1 });
}
function refusing(fault: 'address' | 'mailbox') {
  outcome =
    fault === 'address'
      ? { kind: 'refused', phase: 'rcpt_to', code: 550, text: '5.1.1 User unknown' }
      : { kind: 'refused', phase: 'login', code: 535, text: '5.7.8 Bad password' };
}

/** Brings a campaign into each status. Returns its ID and other expected values. */
const provoke: Record<SendingStatus, () => Promise<[campaignId: string, also?: object]>> = {
  healthy: async () => [
    (await launchCampaign(core, 2)).campaignId,
    { nextSendAt: now.toISOString(), reasons: [{ count: 2 }] },
  ],
  campaign_draft: async () => [await addCampaign(core), { nextSendAt: null }],
  campaign_paused: async () => [(await call('POST', `/campaigns/${(await sending(1)).campaignId}/pause`, {})).id],
  campaign_completed: async () => [(await call('POST', `/campaigns/${(await sending(1)).campaignId}/cancel`, {})).id],
  outside_window: async () => {
    const window = { days: ['sun'], from: '09:00', to: '10:00', timeZone: 'UTC' };
    return [
      (await sending(1, { window })).campaignId,
      { nextSendAt: '2030-01-13T09:00:00.000Z', reasons: [{ count: 1 }] },
    ];
  },
  waiting_for_contacts: async () => {
    const { campaignId } = await sending(1);
    const [{ id }] = await call('GET', `/enrollments?campaignId=${campaignId}`);
    const resumeAt = '2030-02-01T00:00:00.000Z';
    await call('POST', `/enrollments/${id}/pause`, { resumeAt });
    return [campaignId, { nextSendAt: resumeAt, reasons: [{ count: 1, nextAt: resumeAt }] }];
  },
  campaign_daily_cap: async () => {
    const { campaignId } = await sending(3, { newPerDayCap: 1 });
    return [
      campaignId,
      { nextSendAt: tomorrow, reasons: [{ count: 2, nextAt: tomorrow }, { status: 'follow_up_not_due' }] },
    ];
  },
  mailbox_daily_cap: async () => [
    (await sending(3, {}, 1)).campaignId,
    { nextSendAt: tomorrow, reasons: [{ count: 2 }, {}] },
  ],
  no_mailbox: async () => {
    const { campaignId, mailboxId } = await sending(1);
    await call('POST', `/mailboxes/${mailboxId}/pause`, {});
    return [campaignId];
  },
  all_mailboxes_failing: async () => {
    refusing('mailbox');
    const { campaignId, mailboxId } = await sending(5);
    const nextProbeAt = '2030-01-07T10:15:00.000Z';
    const fault = { mailboxId, cause: 'login_refused', since: now.toISOString(), nextProbeAt };
    return [campaignId, { nextSendAt: nextProbeAt, mailboxFaults: [fault], messageCounts: { scheduled: 5 } }];
  },
  mailbox_not_read: async () => {
    const mailboxId = await addMailbox();
    await updateMailbox(core.workspaceId, mailboxId, { imap: { ...smtp, port: 143 } }, now);
    const steps = [
      { subject: 'A', body: 'A' },
      { body: 'B', waitDays: 0 },
    ];
    const { campaignId } = await launchCampaign(core, 2, { mailboxIds: [mailboxId], steps });
    await sendDue();
    return [campaignId, { nextSendAt: '2030-01-07T10:01:00.000Z', reasons: [{ count: 2 }] }];
  },
  holiday: async () => {
    const contactIds = [await addContact(core, { location: { country: 'RS' }, timeZone: 'Europe/Belgrade' })];
    return [await sendingTo(contactIds), { nextSendAt: '2030-01-08T00:00:00.000Z', reasons: [{ count: 1 }] }];
  },
  retrying: async () => {
    outcome = { kind: 'refused', phase: 'rcpt_to', code: 450, text: '4.2.0 Greylisted' };
    return [(await sending(1)).campaignId, { nextSendAt: '2030-01-07T10:05:00.000Z' }];
  },
  company_cap: async () => [
    await colleagues(),
    { nextSendAt: tomorrow, reasons: expect.arrayContaining([{ status: 'company_cap', count: 1, nextAt: tomorrow }]) },
  ],
  follow_up_not_due: async () => [(await sending(1)).campaignId, { nextSendAt: '2030-01-10T10:00:00.000Z' }],
  bounce_protection: async () => {
    refusing('address');
    return [(await sending(4)).campaignId, { enrollmentCounts: { bounced: 3 } }];
  },
  awaiting_approval: async () => [
    (await sending(2, { approval: 'each_message' })).campaignId,
    { reasons: [{ count: 2 }] },
  ],
  no_way_out: async () => [
    (await withoutWayOut()).campaignId,
    { nextSendAt: null, reasons: [{ count: 2, nextAt: null }], messageCounts: { scheduled: 2 } },
  ],
  sending_stopped: async () => {
    const { campaignId } = await launchCampaign(core, 2, { mailboxIds: [await addMailbox()] });
    await call('POST', '/sending/stop', {});
    return [campaignId, { nextSendAt: null, reasons: [{ count: 2, nextAt: null }] }];
  },
  waiting_for_task: async () => [
    (await launchCampaign(core, 2, { steps: [{ kind: 'task', taskType: 'call', subject: 'Call' }] })).campaignId,
    { nextSendAt: null, reasons: [{ count: 2 }] },
  ],
};

test.each(sendingStatuses)('reports %s with counts and the next send time', async (status) => {
  const [campaignId, also = {}] = await provoke[status]();
  expect(await call('GET', `/campaigns/${campaignId}/sending-status`)).toMatchObject({ status, ...also });
});

test('while the installation is stopped, neither a campaign nor a mailbox is said to send', async () => {
  const { campaignId, mailboxId } = await sending(2, { dailyCap: 1 });
  const stop = { reason: 'restore', note: '', stoppedBy: guardActor, stoppedAt: now } as const;
  await stopSending(installation, stop);
  expect(await call('GET', `/campaigns/${campaignId}/sending-status`)).toMatchObject({ status: 'sending_stopped' });
  const mailbox = await call('GET', `/mailboxes/${mailboxId}/sending-status`);
  expect(mailbox).toMatchObject({ waitReason: 'sending_stopped', nextSendAt: null });
});

function campaign(campaignId: string) {
  return call('GET', `/campaigns/${campaignId}`);
}
async function complain(campaignId: string) {
  for (const message of await call('GET', `/messages?campaignId=${campaignId}&state=sent`)) {
    const mail = { messageId: message.id, from: message.to, subject: 'Re', text: 'I will report this as spam.' };
    await injectReply({ workspaceId: core.workspaceId, ...mail }, core.deps);
  }
}

test.each<[string, () => Promise<string>]>([
  ['user', async () => (await provoke.campaign_paused())[0]],
  ['bounce_protection', async () => (await provoke.bounce_protection())[0]],
  [
    'complaint_rate',
    async () => {
      const { campaignId } = await sending(3);
      await complain(campaignId);
      return campaignId;
    },
  ],
  [
    'no_mailbox',
    async () => {
      const { campaignId, mailboxId } = await sending(1);
      await call('DELETE', `/mailboxes/${mailboxId}`);
      return campaignId;
    },
  ],
])('pauses a campaign because of %s', async (pauseReason, make) => {
  const campaignId = await make();
  expect(await campaign(campaignId)).toMatchObject({ state: 'paused', pauseReason });
  const paused = await call('GET', `/events?type=campaign.paused&subjectId=${campaignId}`);
  expect(paused).toMatchObject([{ data: { pauseReason } }]);
});

test('a cap resets at midnight, but the next message is sent when the window opens', async () => {
  const window = { days: ['mon', 'tue'], from: '09:00', to: '17:00', timeZone: 'UTC' };
  const { campaignId, mailboxId } = await sending(2, { dailyCap: 1, window });
  const opening = '2030-01-08T09:00:00.000Z';
  const status = await call('GET', `/campaigns/${campaignId}/sending-status`);
  expect(status).toMatchObject({ status: 'campaign_daily_cap', nextSendAt: opening });
  expect(await call('GET', `/mailboxes/${mailboxId}/sending-status`)).toMatchObject({ nextSendAt: opening });
});

test('shows no send time without a public unsubscribe URL, and resumes when a worker starts with one', async () => {
  const { campaignId, mailboxId } = await withoutWayOut();
  const waiting = { waitReason: 'no_way_out', nextSendAt: null, waitingCount: 2 };
  expect(await call('GET', `/mailboxes/${mailboxId}/sending-status`)).toMatchObject(waiting);
  await wakeWithoutWayOut(now);
  await sendDue();
  const { messageCounts } = await call('GET', `/campaigns/${campaignId}/sending-status`);
  expect(messageCounts).toMatchObject({ sent: 2 });
});

test('concurrent bounces pause the campaign in time', async () => {
  refusing('address');
  const { campaignId } = await launchCampaign(core, 30, { mailboxIds: [await addMailbox()] });
  await sendDue();
  const reported = await call('GET', `/campaigns/${campaignId}/sending-status`);
  expect(reported).toMatchObject({ status: 'bounce_protection', messageCounts: { approved: expect.any(Number) } });
  // Rejected before anything was sent.
  const { funnel, messages } = await call('GET', `/campaigns/${campaignId}/report`);
  expect([funnel.contacted, messages.sent]).toEqual([0, 0]);
  expect(messages.bounced).toBeGreaterThanOrEqual(3);
  expect(await call('GET', `/events?type=campaign.paused&subjectId=${campaignId}`)).toHaveLength(1);
});

test('reply drafts pending approval do not count as campaign messages', async () => {
  const { campaignId } = await sending(1, { stopOnReply: false });
  const [message] = await call('GET', `/messages?campaignId=${campaignId}&state=sent`);
  const mail = { messageId: message.id, from: message.to, subject: 'Re', text: 'How much?' };
  const { replyId } = (await injectReply({ workspaceId: core.workspaceId, ...mail }, core.deps)) as { replyId: string };
  await call('POST', `/replies/${replyId}/answer`, { bodyText: 'Ten.' });
  expect((await call('GET', `/campaigns/${campaignId}/sending-status`)).messageCounts).toEqual({
    sent: 1,
    scheduled: 1,
  });
});

test("shows why one person's sequence has not continued", async () => {
  const { campaignId } = await sending(2, { newPerDayCap: 1 });
  const enrollments = await call('GET', `/enrollments?campaignId=${campaignId}`);
  const reported = await Promise.all(enrollments.map(({ id }: { id: string }) => call('GET', `/enrollments/${id}`)));
  const waits = reported.map(({ sendingStatus, nextSendAt }) => ({ sendingStatus, nextSendAt }));
  expect(waits).toHaveLength(2);
  expect(waits).toContainEqual({ sendingStatus: 'campaign_daily_cap', nextSendAt: tomorrow });
  expect(waits).toContainEqual({ sendingStatus: 'follow_up_not_due', nextSendAt: '2030-01-10T10:00:00.000Z' });
});
