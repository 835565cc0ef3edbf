import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUnsubscribeToken } from '../../domain/suppressions/unsubscribe-token.ts';
import { sendDue } from '../../engine/sending/send-due.ts';
import { transitionCampaign } from '../../store/campaigns/campaign-store.ts';
import { findEnrollment } from '../../store/campaigns/enrollment-store.ts';
import { findContact } from '../../store/contacts/contact-store.ts';
import { findMailbox } from '../../store/mailboxes/mailbox-store.ts';
import { listCapturedMessages } from '../../store/messages/captured-message-store.ts';
import { recoverLostMessage } from '../../store/messages/lost-message.ts';
import { beginSending, markManySent } from '../../store/messages/message-queue.ts';
import {
  countMessagesByState,
  findMessage,
  findMessagesOfEnrollment,
  insertMessages,
  type MessageRecord,
} from '../../store/messages/message-store.ts';
import { linkKey } from '../../store/secrets/store-keys.ts';
import { findLanesOfMailbox } from '../../store/sending/send-lane-store.ts';
import { findQueue } from '../../store/sending/send-queue-store.ts';
import { addSuppression, isSuppressed } from '../../store/suppressions/suppression-store.ts';
import {
  type CampaignOptions,
  type RunningCampaign,
  startRunningCampaign,
  until,
} from '../../testing/running-campaign.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/servers/smtp-sink.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { startSendLoop } from './send-loop.ts';

let core: TestCore;
let sink: SmtpSink;

beforeAll(async () => {
  core = await startTestCore({ environment: { BASE_URL: 'https://outbound.example', WORKER_POLL_MS: '50' } });
  sink = await startSmtpSink();
});
afterAll(async () => {
  await sink?.stop();
  await core?.stop();
});

function now() {
  return new Date();
}
async function start(options: Partial<CampaignOptions> = {}) {
  const { workspaceId } = await core.addWorkspace();
  return startRunningCampaign({ workspaceId, people: 1, smtpPort: sink.port, now: now(), ...options });
}
async function reload(message: MessageRecord) {
  return (await findMessage(message.workspaceId, message.id))!;
}
const claim = { owner: 'test', leaseMs: 60_000 };

/** Current delay reason of the first messages and of the whole mailbox. */
async function waitOf({ campaign, mailbox }: RunningCampaign) {
  await sendDue(core.deps, { workspaceId: campaign.workspaceId });
  const lanes = await findLanesOfMailbox(mailbox.id);
  const queue = await findQueue(campaign.workspaceId, mailbox.id);
  return [lanes.find(({ isFirst }) => isFirst)?.waitReason ?? null, queue!.waitReason];
}
async function process(message: MessageRecord): Promise<MessageRecord> {
  await sendDue(core.deps, { workspaceId: message.workspaceId });
  return reload(message);
}

describe('the worker', { timeout: 30_000 }, () => {
  test('sends due messages once each, with several concurrent workers', async () => {
    const { messages, campaign } = await start({ people: 12 });
    const workers = [startSendLoop(core.deps), startSendLoop(core.deps), startSendLoop(core.deps)];
    try {
      await until(async () => (await countMessagesByState(campaign.workspaceId, campaign.id)).sent === 12);
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
    const own = sink.received.filter(({ messageIdHeader }) =>
      messages.some((message) => message.messageIdHeader === messageIdHeader),
    );
    expect(own).toHaveLength(12);
    expect(new Set(own.map(({ messageIdHeader }) => messageIdHeader)).size).toBe(12);
    const { workspaceId, id, enrollmentId, contactId } = (await reload(messages[0]!)) as MessageRecord & {
      contactId: string;
    };
    const [, next] = await findMessagesOfEnrollment(workspaceId, enrollmentId!);
    expect(next).toMatchObject({ stepIndex: 1, state: 'scheduled', subject: 'Re: Hello', campaignId: campaign.id });
    expect(next!.inReplyTo).toBe((await findMessage(workspaceId, id))!.messageIdHeader);
    expect((await findContact(workspaceId, contactId))!.stage).toBe('contacted');
  });

  test('adds the unsubscribe link and the postal address to each message', async () => {
    const { messages } = await start();
    const sent = await process(messages[0]!);
    expect(sent.state).toBe('sent');
    const mail = sink.received.find(({ messageIdHeader }) => messageIdHeader === sent.messageIdHeader)!;
    const token = createUnsubscribeToken(linkKey(), sent.workspaceId, sent.id);
    expect(mail.headers['list-unsubscribe']).toContain(`<${core.config.baseUrl}/u/${token}>`);
    expect(mail.headers['list-unsubscribe']).toMatch(/<mailto:[^>]+>/);
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(mail.bodyText).toContain('Acme Ltd, 1 Road, Town');
    expect(mail.bodyText).toContain(`/u/${token}`);
  });

  test('keeps messages in the sandbox if the mailbox captures them', async () => {
    const { messages } = await start({ smtpPort: null });
    const sent = await process(messages[0]!);
    expect(sent.state).toBe('sent');
    const { items } = await listCapturedMessages(sent.workspaceId, { limit: 10, sort: '-id' });
    expect(items.map(({ messageId }) => messageId)).toEqual([sent.id]);
    expect(items[0]!.eml.toString()).toContain('List-Unsubscribe:');
  });

  test('unsubscribes by one POST but not by a GET, and sends nothing more', async () => {
    const { messages } = await start();
    const sent = await process(messages[0]!);
    const token = createUnsubscribeToken(linkKey(), sent.workspaceId, sent.id);
    const looked = await fetch(`${core.url}/u/${token}`);
    expect(looked.status).toBe(200);
    expect(await isSuppressed(sent.workspaceId, sent.to)).toBe(false);
    const body = 'List-Unsubscribe=One-Click';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let times = 0; times < 2; times += 1) {
      expect((await fetch(`${core.url}/u/${token}`, { method: 'POST', headers, body })).status).toBe(200);
    }
    expect(await isSuppressed(sent.workspaceId, sent.to)).toBe(true);
    expect((await findEnrollment(sent.workspaceId, sent.enrollmentId!))!.state).toBe('unsubscribed');
    const all = await findMessagesOfEnrollment(sent.workspaceId, sent.enrollmentId!);
    expect(all.map(({ state }) => state)).toEqual(['sent', 'cancelled']);
    const altered = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await fetch(`${core.url}/u/${altered}`)).status).toBe(404);
  });

  test('skips a person whose address or domain was suppressed after queueing', async () => {
    for (const kind of ['address', 'domain'] as const) {
      const { messages } = await start();
      const { workspaceId, to } = messages[0]!;
      const value = kind === 'address' ? to : to.split('@')[1]!;
      await addSuppression(workspaceId, { kind, value, reason: 'manual' }, now());
      expect(await process(messages[0]!)).toMatchObject({ state: 'skipped', skipReason: 'suppressed' });
    }
  });

  test.each([
    ['no_basis', { declaredBasis: undefined }],
    ['do_not_contact', { doNotContact: true }],
    ['email_not_allowed', { emailStatus: 'risky' as const }],
  ])('skips ineligible recipients with %s', async (skipReason, contact) => {
    const { messages } = await start({ contact });
    expect(await process(messages[0]!)).toMatchObject({ state: 'skipped', skipReason });
  });

  test('delays messages outside the window, at a limit, and while the campaign is paused', async () => {
    const never = { days: [], from: '09:00', to: '17:00', timeZone: 'UTC' };
    expect(await waitOf(await start({ campaign: { window: never } }))).toEqual(['outside_window', null]);
    expect(await waitOf(await start({ mailbox: { dailyCap: 0 } }))).toEqual([null, 'mailbox_daily_cap']);
    const capped = await start({ people: 2, campaign: { dailyCap: 1 } });
    expect(await waitOf(capped)).toEqual(['campaign_daily_cap', null]);
    const states = (await Promise.all(capped.messages.map(reload))).map(({ state }) => state);
    expect(states.sort()).toEqual(['scheduled', 'sent']);
    const paused = await start();
    const { workspaceId, id } = paused.campaign;
    await transitionCampaign(workspaceId, id, 'pause', { pauseReason: 'user' }, now());
    expect(await waitOf(paused)).toEqual(['campaign_paused', null]);
    expect(await reload(paused.messages[0]!)).toMatchObject({ state: 'scheduled', attempt: 0 });
  });

  test('stops a mailbox whose server does not respond, and keeps its messages queued', async () => {
    let time = Date.now();
    const deps = { ...core.deps, now: () => new Date(time) };
    const { mailbox, campaign, messages } = await start({ people: 6, smtpPort: 1 });
    const { workspaceId } = mailbox;
    for (let count = 0; count < 10; count += 1, time += 11_000) await sendDue(deps, { workspaceId });
    expect(await findMailbox(workspaceId, mailbox.id)).toMatchObject({ state: 'failing' });
    const { breaker } = (await findQueue(workspaceId, mailbox.id))!;
    expect(breaker).toMatchObject({ state: 'open', cause: 'unreachable', refusalsInRow: expect.any(Number) });
    expect(breaker.refusalsInRow).toBeLessThanOrEqual(5);
    expect(await countMessagesByState(workspaceId, campaign.id)).toEqual({ scheduled: 6 });
    expect((await reload(messages[0]!)).attempt).toBe(0);
  });

  test('returns an unapproved reply draft to a person', async () => {
    const { messages } = await start();
    const { workspaceId, to } = messages[0]!;
    const answer = {
      kind: 'answer',
      to,
      subject: 'Re',
      bodyText: 'Hi',
      state: 'scheduled',
      scheduledAt: now(),
    } as const;
    const [queued] = await insertMessages(workspaceId, [answer], now());
    expect(await process(queued!)).toMatchObject({ state: 'awaiting_approval' });
  });

  test('never resends a message that a dead worker had started to send', async () => {
    const { messages } = await start();
    const dead = { owner: 'dead', leaseMs: -1 };
    expect(await beginSending(messages, dead, now())).toHaveLength(1);
    await until(async () => {
      await recoverLostMessage(now());
      return (await reload(messages[0]!)).state === 'unconfirmed';
    });
    expect(await process(messages[0]!)).toMatchObject({ state: 'unconfirmed' });
    expect(await markManySent([messages[0]!.id], dead, now())).toEqual(new Set());
    expect(sink.received.some(({ messageIdHeader }) => messageIdHeader === messages[0]!.messageIdHeader)).toBe(false);
  });

  test('gives a message to only one worker', async () => {
    const { messages } = await start();
    const both = await Promise.all([
      beginSending(messages, claim, now()),
      beginSending(messages, { owner: 'other', leaseMs: 60_000 }, now()),
    ]);
    expect(both.map((begun) => begun.length).sort()).toEqual([0, 1]);
  });
});
