import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { injectReply } from '../../engine/replies/inject-reply.ts';
import { type InboundOutcome, receiveMail } from '../../engine/replies/receive-mail.ts';
import { sendDue as sendAllDue } from '../../engine/sending/send-due.ts';
import { findEnrollment } from '../../store/campaigns/enrollment-store.ts';
import { findContact } from '../../store/contacts/contact-store.ts';
import { findMessage, findMessagesOfEnrollment, type MessageRecord } from '../../store/messages/message-store.ts';
import { findReply } from '../../store/replies/reply-store.ts';
import { isSuppressed } from '../../store/suppressions/suppression-store.ts';
import { startRunningCampaign } from '../../testing/running-campaign.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/servers/smtp-sink.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
let sink: SmtpSink;

beforeAll(async () => {
  core = await startTestCore({ environment: { BASE_URL: 'https://outbound.example' } });
  sink = await startSmtpSink();
});
afterAll(async () => {
  await sink?.stop();
  await core?.stop();
});

function now() {
  return new Date();
}

async function sendDue(): Promise<number> {
  return sendAllDue(core.deps);
}

/** Starts a thread with a person who got the first of two messages. The second is queued. */
async function startThread(): Promise<{ message: MessageRecord; key: string }> {
  const { workspaceId, key } = await core.addWorkspace();
  const { messages } = await startRunningCampaign({ workspaceId, people: 1, smtpPort: sink.port, now: now() });
  await sendDue();
  return { message: (await findMessage(workspaceId, messages[0]!.id))!, key };
}

function replyTo(message: MessageRecord, text: string, more: { from?: string; headers?: Record<string, string> } = {}) {
  return injectReply(
    { workspaceId: message.workspaceId, messageId: message.id, from: message.to, subject: 'Re: Hello', text, ...more },
    core.deps,
  );
}
function idOf(outcome: InboundOutcome): string {
  return (outcome as { replyId: string }).replyId;
}
async function stateOf({ workspaceId, enrollmentId }: MessageRecord) {
  return (await findEnrollment(workspaceId, enrollmentId!))!.state;
}

describe('a reply', { timeout: 30_000 }, () => {
  test('is matched and classified, and stops the sequence', async () => {
    const { message, key } = await startThread();
    const replyId = idOf(await replyTo(message, 'Sounds good, tell me more.'));
    const { body } = await core.request('GET', `/replies/${replyId}`, { key });
    expect(body.data).toMatchObject({ class: 'interested', messageId: message.id, needsAction: true, isRead: false });
    expect(body.data.thread.map(({ direction }: { direction: string }) => direction)).toEqual(['sent', 'received']);
    expect(await stateOf(message)).toBe('replied');
    const all = await findMessagesOfEnrollment(message.workspaceId, message.enrollmentId!);
    expect(all.map(({ state }) => state)).toEqual(['sent', 'cancelled']);
    expect((await findContact(message.workspaceId, message.contactId!))!.stage).toBe('interested');
  });

  test('is listed without its body, by class and read state', async () => {
    const { message, key } = await startThread();
    await replyTo(message, 'How much is it?');
    const listed = await core.request('GET', '/replies?class=question&isRead=false', { key });
    expect(listed.body.data).toHaveLength(1);
    expect(listed.body.data[0]).not.toHaveProperty('bodyText');
    expect((await core.request('GET', '/replies?class=interested', { key })).body.data).toEqual([]);
  });

  test('is matched by sender address if the thread is lost, and stored as unmatched if nothing fits', async () => {
    const { message } = await startThread();
    const { workspaceId, to } = message;
    const found = await injectReply({ workspaceId, from: to, subject: 'Hi', text: 'Yes?' }, core.deps);
    expect(found.kind).toBe('reply');
    const stranger = { workspaceId, from: 'stranger@nowhere.example', subject: 'Hi', text: 'Buy this' };
    const kept = (await injectReply(stranger, core.deps)) as { replyId: string };
    expect(await findReply(workspaceId, kept.replyId)).toMatchObject({ state: 'unmatched', contactId: null });
  });

  test('is stored once even if received repeatedly', async () => {
    const { message } = await startThread();
    const raw = Buffer.from(
      `From: ${message.to}\r\nMessage-ID: <one@b.example>\r\nIn-Reply-To: ${message.messageIdHeader}\r\nSubject: Re\r\n\r\nYes?`,
    );
    const origin = { workspaceId: message.workspaceId, mailboxId: null };
    const outcomes = await Promise.all([1, 2, 3].map(() => receiveMail(origin, raw, core.deps)));
    expect(new Set(outcomes.map(idOf)).size).toBe(1);
  });

  test('suppresses a person immediately on request', async () => {
    const { message } = await startThread();
    await replyTo(message, 'Please remove me from your list.');
    expect(await isSuppressed(message.workspaceId, message.to)).toBe(true);
    expect(await stateOf(message)).toBe('unsubscribed');
  });

  test('pauses the sequence until the day after an absent person returns', async () => {
    const { message } = await startThread();
    const day = new Date(Date.now() + 5 * 86_400_000);
    const text = `I am out of office until ${day.toISOString().slice(0, 10)}.`;
    await replyTo(message, text, { headers: { 'Auto-Submitted': 'auto-replied' } });
    const enrollment = (await findEnrollment(message.workspaceId, message.enrollmentId!))!;
    expect(enrollment).toMatchObject({ state: 'paused', pauseReason: 'out_of_office' });
    expect(enrollment.resumeAt!.getTime()).toBeGreaterThan(day.getTime());
    const [, next] = await findMessagesOfEnrollment(message.workspaceId, message.enrollmentId!);
    expect(next!.scheduledAt!.getTime()).toBeGreaterThanOrEqual(enrollment.resumeAt!.getTime());
  });

  test('changes nothing if it is an automatic receipt', async () => {
    const { message } = await startThread();
    await replyTo(message, 'We have received your message.', { headers: { 'Auto-Submitted': 'auto-replied' } });
    expect(await stateOf(message)).toBe('active');
  });

  test('can be reclassified by a person, with all consequences', async () => {
    const { message, key } = await startThread();
    const replyId = idOf(await replyTo(message, 'Hm.'));
    const body = { class: 'complaint' };
    const preview = await core.request('POST', `/replies/${replyId}/classify?dryRun=true`, { key, body });
    expect(preview.body.data.effects.map(({ type }: { type: string }) => type)).toEqual(['reply', 'suppression']);
    const done = await core.request('POST', `/replies/${replyId}/classify`, { key, body });
    expect(done.body.data).toMatchObject({ class: 'complaint', classifiedBy: 'user', needsAction: false });
    expect(await isSuppressed(message.workspaceId, message.to)).toBe(true);
    const wrong = await core.request('POST', `/replies/${replyId}/classify`, { key, body: { class: 'nice' } });
    expect(wrong.status).toBe(422);
  });
});

describe('a bounce', { timeout: 30_000 }, () => {
  const bounceOf = (message: MessageRecord, status: string) =>
    Buffer.from(
      [
        'From: MAILER-DAEMON@mx.example',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
        '',
        '--x',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.example',
        '',
        `Final-Recipient: rfc822; ${message.to}`,
        'Action: failed',
        `Status: ${status}`,
        '',
        '--x',
        'Content-Type: text/rfc822-headers',
        '',
        `Message-ID: ${message.messageIdHeader}`,
        '--x--',
      ].join('\r\n'),
    );

  test('ends the sequence and suppresses the address if it does not exist', async () => {
    const { message } = await startThread();
    const { workspaceId, id, contactId, to } = message;
    const outcome = await receiveMail({ workspaceId, mailboxId: null }, bounceOf(message, '5.1.1'), core.deps);
    expect(outcome).toEqual({ kind: 'bounce', messageId: id });
    expect(await findMessage(workspaceId, id)).toMatchObject({ state: 'bounced', bounceType: 'hard' });
    expect(await stateOf(message)).toBe('bounced');
    expect((await findContact(workspaceId, contactId!))!.emailStatus).toBe('invalid');
    expect(await isSuppressed(workspaceId, to)).toBe(true);
  });

  test('does not suppress the address if the mailbox is full or the bounce is not for our mail', async () => {
    const { message } = await startThread();
    const { workspaceId, to } = message;
    await receiveMail({ workspaceId, mailboxId: null }, bounceOf(message, '5.2.2'), core.deps);
    expect(await isSuppressed(workspaceId, to)).toBe(false);
    const foreign = bounceOf({ ...message, messageIdHeader: '<other@b.example>' }, '5.1.1');
    expect(await receiveMail({ workspaceId, mailboxId: null }, foreign, core.deps)).toEqual({ kind: 'ignored' });
  });
});

describe('a reply draft', { timeout: 30_000 }, () => {
  test('is drafted, edited, approved, and sent in the thread to the sender of the reply', async () => {
    const { message, key } = await startThread();
    const replyId = idOf(await replyTo(message, 'How much is it?', { from: 'second@company0.example' }));
    const path = `/replies/${replyId}/answer`;
    const drafted = await core.request('POST', path, { key, body: { bodyText: 'It is free.' } });
    expect(drafted.status).toBe(201);
    expect(drafted.body.data).toMatchObject({
      state: 'awaiting_approval',
      to: 'second@company0.example',
      subject: 'Re: Hello',
    });
    const edited = await core.request('PATCH', path, {
      key,
      body: { bodyText: 'It costs nothing.' },
    });
    expect(edited.body.data.bodyText).toBe('It costs nothing.');
    const preview = await core.request('POST', `${path}/approve?dryRun=true`, { key });
    expect(preview.body.data.preview).toMatchObject({
      to: 'second@company0.example',
      bodyText: expect.stringMatching(/^It costs nothing\.\n\nOn .+ wrote:\n> How much is it\?\n$/),
    });
    const before = sink.received.length;
    await sendDue();
    expect(sink.received).toHaveLength(before);
    const headers = { 'plan-digest': preview.body.data.planDigest };
    expect((await core.request('POST', `${path}/approve`, { key, headers })).status).toBe(200);
    await sendDue();
    const sent = sink.received.at(-1)!;
    expect(sent).toMatchObject({
      to: ['second@company0.example'],
      subject: 'Re: Hello',
      bodyText: expect.stringMatching(/^It costs nothing\.\n\nOn .+ wrote:\n> How much is it\?$/),
    });
    expect(sent.references).toContain(message.messageIdHeader);
    const { body } = await core.request('GET', `/replies/${replyId}`, { key });
    expect(body.data).toMatchObject({ state: 'answered', needsAction: false, answer: { state: 'sent' } });
    expect((await core.request('POST', `${path}/approve`, { key })).status).toBe(409);
  });

  test('rejects approval if its text changed after the preview', async () => {
    const { message, key } = await startThread();
    const path = `/replies/${idOf(await replyTo(message, 'Hm?'))}/answer`;
    await core.request('POST', path, { key, body: { bodyText: 'One' } });
    const preview = await core.request('POST', `${path}/approve?dryRun=true`, { key });
    await core.request('POST', path, { key, body: { bodyText: 'Two' } });
    const headers = { 'plan-digest': preview.body.data.planDigest };
    expect((await core.request('POST', `${path}/approve`, { key, headers })).status).toBe(412);
  });

  test('cannot be created for a person who unsubscribed', async () => {
    const { message, key } = await startThread();
    const path = `/replies/${idOf(await replyTo(message, 'Unsubscribe'))}/answer`;
    expect((await core.request('POST', path, { key, body: { bodyText: 'Sorry' } })).status).toBe(451);
  });

  test('is canceled when the reply is dismissed', async () => {
    const { message, key } = await startThread();
    const replyId = idOf(await replyTo(message, 'Hm?'));
    const { body } = await core.request('POST', `/replies/${replyId}/answer`, { key, body: { bodyText: 'One' } });
    expect((await core.request('POST', `/replies/${replyId}/dismiss`, { key })).body.data.state).toBe('dismissed');
    expect((await findMessage(message.workspaceId, body.data.messageId))!.state).toBe('cancelled');
    expect((await core.request('POST', `/replies/${replyId}/dismiss`, { key })).status).toBe(409);
  });

  test('requires the sending scope', async () => {
    const replyId = `rpl_${'0'.repeat(26)}`;
    const key = await core.addKey(['replies:read', 'replies:write']);
    expect((await core.request('POST', `/replies/${replyId}/answer/approve`, { key })).status).toBe(403);
    expect((await core.request('POST', `/replies/${replyId}/answer/approve`)).status).toBe(404);
    expect((await core.request('PATCH', `/replies/${replyId}/answer`, { body: { bodyText: 'x' } })).status).toBe(404);
  });
});

describe('other reply actions', { timeout: 30_000 }, () => {
  test('a reply is forwarded to a colleague with a note', async () => {
    const { message, key } = await startThread();
    const replyId = idOf(await replyTo(message, 'Please call me.'));
    const body = { to: 'Colleague@acme.example', note: 'For you' };
    const bad = await core.request('POST', `/replies/${replyId}/forward`, { key, body: { to: 'no address' } });
    expect(bad.status).toBe(422);
    const stranger = { key, body: { to: 'someone@else.example' } };
    expect((await core.request('POST', `/replies/${replyId}/forward`, stranger)).body.error).toMatchObject({
      code: 'validation_failed',
      field: 'to',
      allowedValues: ['…@acme.example'],
    });
    expect((await core.request('POST', `/replies/${replyId}/forward`, { key, body })).body.data.forwardedTo).toEqual([
      'colleague@acme.example',
    ]);
    await sendDue();
    expect(sink.received.at(-1)!.to).toEqual(['colleague@acme.example']);
    expect(sink.received.at(-1)!.bodyText).toMatch(/^For you[\s\S]*Please call me\.$/);
  });

  test('a reply is marked as read and as unread', async () => {
    const { message, key } = await startThread();
    const replyId = idOf(await replyTo(message, 'Hm?'));
    const read = await core.request('POST', `/replies/${replyId}/read`, { key, body: {} });
    expect(read.body.data.isRead).toBe(true);
    const unread = await core.request('POST', `/replies/${replyId}/read`, { key, body: { isRead: false } });
    expect(unread.body.data.isRead).toBe(false);
  });
});
