import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUnsubscribeToken } from '../domain/mail/unsubscribe-token.ts';
import { transitionCampaign } from '../store/campaigns/campaign-store.ts';
import { findEnrollment } from '../store/campaigns/enrollment-store.ts';
import { claimDueMessages, markSending, markSent, recoverLostMessage } from '../store/campaigns/message-queue.ts';
import {
  countMessagesByState,
  findMessage,
  findMessagesOfEnrollment,
  insertMessages,
  type MessageRecord,
} from '../store/campaigns/message-store.ts';
import { findContact } from '../store/crm/contact-store.ts';
import { listCapturedMessages } from '../store/mail/captured-message-store.ts';
import { addSuppression, isSuppressed } from '../store/mail/suppression-store.ts';
import { type CampaignOptions, startRunningCampaign, until } from '../testing/running-campaign.ts';
import { type SmtpSink, startSmtpSink } from '../testing/smtp-sink.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { startSendLoop } from './send-loop.ts';
import { sendMessage } from './send-message.ts';

let core: TestCore;
let sink: SmtpSink;

beforeAll(async () => {
  core = await startTestCore({ environment: { WORKER_POLL_MS: '50' } });
  sink = await startSmtpSink();
});
afterAll(async () => {
  await sink?.stop();
  await core?.stop();
});

const now = () => new Date();
const start = async (options: Partial<CampaignOptions> = {}) => {
  const { workspaceId } = await core.addWorkspace();
  return startRunningCampaign({ workspaceId, people: 1, smtpPort: sink.port, now: now(), ...options });
};
const reload = async (message: MessageRecord) => (await findMessage(message.workspaceId, message.id))!;
const claim = { owner: 'test', leaseMs: 60_000 };

/** Claims until this message is ours: other tests’ messages are in the same queue. */
const claimOne = async (wanted: MessageRecord): Promise<MessageRecord> => {
  const claimed = await claimDueMessages(claim, now(), 100);
  return claimed.find(({ id }) => id === wanted.id)!;
};
const process = async (message: MessageRecord): Promise<MessageRecord> => {
  await sendMessage(await claimOne(message), claim, core.deps);
  return reload(message);
};

describe('the worker', { timeout: 30_000 }, () => {
  it('sends what is due, each message once, with several workers at once', async () => {
    const { messages, campaign } = await start({ people: 12 });
    const workers = [startSendLoop(core.deps), startSendLoop(core.deps), startSendLoop(core.deps)];
    try {
      await until(async () => (await countMessagesByState(campaign.workspaceId, campaign.id)).sent === 12, 20_000);
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

  it('puts the way out and the postal address into each message', async () => {
    const { messages } = await start();
    const sent = await process(messages[0]!);
    expect(sent.state).toBe('sent');
    const mail = sink.received.find(({ messageIdHeader }) => messageIdHeader === sent.messageIdHeader)!;
    const token = createUnsubscribeToken(core.config.secretKey, sent.workspaceId, sent.id);
    expect(mail.headers['list-unsubscribe']).toBe(`<${core.config.baseUrl}/u/${token}>`);
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(mail.bodyText).toContain('Acme Ltd, 1 Road, Town');
    expect(mail.bodyText).toContain(`/u/${token}`);
  });

  it('keeps messages in the sandbox when the mailbox captures', async () => {
    const { messages } = await start({ smtpPort: null });
    const sent = await process(messages[0]!);
    expect(sent.state).toBe('sent');
    const { items } = await listCapturedMessages(sent.workspaceId, { limit: 10, sort: '-id' });
    expect(items.map(({ messageId }) => messageId)).toEqual([sent.id]);
    expect(items[0]!.eml.toString()).toContain('List-Unsubscribe:');
  });

  it('unsubscribes by one POST and not by a GET, and never writes again', async () => {
    const { messages } = await start();
    const sent = await process(messages[0]!);
    const token = createUnsubscribeToken(core.config.secretKey, sent.workspaceId, sent.id);
    const looked = await fetch(`${core.url}/u/${token}`);
    expect(looked.status).toBe(200);
    expect(await isSuppressed(sent.workspaceId, sent.to, core.config.secretKey)).toBe(false);
    const body = 'List-Unsubscribe=One-Click';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let times = 0; times < 2; times += 1) {
      expect((await fetch(`${core.url}/u/${token}`, { method: 'POST', headers, body })).status).toBe(200);
    }
    expect(await isSuppressed(sent.workspaceId, sent.to, core.config.secretKey)).toBe(true);
    expect((await findEnrollment(sent.workspaceId, sent.enrollmentId!))!.state).toBe('unsubscribed');
    const all = await findMessagesOfEnrollment(sent.workspaceId, sent.enrollmentId!);
    expect(all.map(({ state }) => state)).toEqual(['sent', 'cancelled']);
    expect((await fetch(`${core.url}/u/${token}x`)).status).toBe(404);
  });

  it('skips a person who was suppressed after the message was queued, by address or by domain', async () => {
    for (const kind of ['address', 'domain'] as const) {
      const { messages } = await start();
      const { workspaceId, to } = messages[0]!;
      const value = kind === 'address' ? to : to.split('@')[1]!;
      await addSuppression(workspaceId, { kind, value, reason: 'manual' }, core.config.secretKey, now());
      expect(await process(messages[0]!)).toMatchObject({ state: 'skipped', skipReason: 'suppressed' });
    }
  });

  it.each([
    ['no_basis', { declaredBasis: undefined }],
    ['do_not_contact', { doNotContact: true }],
    ['email_not_allowed', { emailStatus: 'risky' as const }],
  ])('skips with %s what may not be written to', async (skipReason, contact) => {
    const { messages } = await start({ contact });
    expect(await process(messages[0]!)).toMatchObject({ state: 'skipped', skipReason });
  });

  it('waits outside the window, under a used-up cap and while the campaign is paused', async () => {
    const never = { days: [], from: '09:00', to: '17:00', timeZone: 'UTC' };
    const closed = await start({ campaign: { window: never } });
    expect(await process(closed.messages[0]!)).toMatchObject({ state: 'scheduled', waitReason: 'outside_window' });
    const full = await start({ mailbox: { dailyCap: 0 } });
    expect(await process(full.messages[0]!)).toMatchObject({ state: 'scheduled', waitReason: 'mailbox_daily_cap' });
    const capped = await start({ people: 2, campaign: { dailyCap: 1 } });
    const claimed = await claimDueMessages(claim, now(), 100);
    for (const message of claimed) await sendMessage(message, claim, core.deps);
    const states = (await Promise.all(capped.messages.map(reload))).map(
      ({ state, waitReason }) => `${state} ${waitReason}`,
    );
    expect(states.sort()).toEqual(['scheduled campaign_daily_cap', 'sent null']);
    const paused = await start();
    const { workspaceId, id } = paused.campaign;
    await transitionCampaign(workspaceId, id, 'pause', { pauseReason: 'user' }, now());
    expect(await process(paused.messages[0]!)).toMatchObject({
      state: 'scheduled',
      waitReason: 'campaign_paused',
      attempt: 0,
    });
  });

  it('tries again later when nobody answers at the mail server, and marks the mailbox after several failures', async () => {
    const { mailbox } = await start({ people: 6, smtpPort: 1 });
    const claimed = await claimDueMessages(claim, now(), 100);
    for (const message of claimed.slice(0, 5)) {
      await sendMessage(message, claim, core.deps);
      const retried = await reload(message);
      expect(retried).toMatchObject({ state: 'scheduled', attempt: 1 });
      expect(retried.scheduledAt!.getTime()).toBeGreaterThan(now().getTime());
    }
    expect(mailbox.state).toBe('active');
    await sendMessage(claimed[5]!, claim, core.deps);
    expect(await reload(claimed[5]!)).toMatchObject({ state: 'scheduled', waitReason: 'all_mailboxes_failing' });
  });

  it('returns an answer that nobody approved to a person', async () => {
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

  it('never sends again what a dead worker had begun to send', async () => {
    const { messages } = await start();
    const dead = await claimOne(messages[0]!);
    expect(await markSending(dead, { owner: 'dead', leaseMs: -1 }, now())).toBe(true);
    await until(async () => {
      await recoverLostMessage(now());
      return (await reload(dead)).state === 'unconfirmed';
    });
    expect(await claimDueMessages(claim, now(), 100)).toEqual([]);
    expect(await markSent(dead, now())).toBe(false);
    expect(sink.received.some(({ messageIdHeader }) => messageIdHeader === dead.messageIdHeader)).toBe(false);
  });

  it('lets nobody go on with a message that another worker has taken over', async () => {
    const { messages } = await start();
    const [slow] = await claimDueMessages({ owner: 'slow', leaseMs: -1 }, now(), 1);
    const taken = await claimOne(messages[0]!);
    expect(slow!.id).toBe(taken.id);
    await sendMessage(slow!, claim, core.deps);
    expect((await reload(taken)).state).toBe('scheduled');
    await sendMessage(taken, claim, core.deps);
    expect((await reload(taken)).state).toBe('sent');
    const copies = sink.received.filter(({ messageIdHeader }) => messageIdHeader === taken.messageIdHeader);
    expect(copies).toHaveLength(1);
  });
});
