import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReplyClass, replyClasses } from '../../domain/replies/reply-classes.ts';
import { injectReply } from '../../engine/replies/inject-reply.ts';
import { receiveMail } from '../../engine/replies/receive-mail.ts';
import { sendDue as sendAllDue } from '../../engine/sending/send-due.ts';
import { type CampaignOptions, startRunningCampaign } from '../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
const now = new Date('2030-01-07T10:00:00Z');
beforeAll(async () => {
  core = await startTestCore({ now: () => now });
});
afterAll(() => core.stop());

/** Sample mail for each class, and its effects on enrollment, contact, and reply. */
const cases: Record<
  Exclude<ReplyClass, 'bounce'>,
  { text: string; auto?: true; state: string; stage: string; asks: boolean }
> = {
  interested: { text: 'Sounds good, tell me more.', state: 'replied', stage: 'interested', asks: true },
  meeting_request: { text: 'Can we schedule a short call?', state: 'replied', stage: 'interested', asks: true },
  question: { text: 'How much does it cost?', state: 'replied', stage: 'replied', asks: true },
  referral: { text: 'Please contact my colleague Jane.', state: 'replied', stage: 'replied', asks: true },
  not_now: { text: 'Not at the moment.', state: 'replied', stage: 'replied', asks: true },
  not_interested: { text: 'No thanks.', state: 'replied', stage: 'not_interested', asks: true },
  wrong_person: { text: 'You have the wrong person.', state: 'replied', stage: 'replied', asks: true },
  left_company: { text: 'Bob no longer works here.', state: 'replied', stage: 'replied', asks: true },
  unclassified: { text: 'ok', state: 'replied', stage: 'replied', asks: true },
  out_of_office: {
    text: 'I am out of office until 2030-01-14.',
    auto: true,
    state: 'paused',
    stage: 'contacted',
    asks: false,
  },
  auto_reply: { text: 'We have received it.', auto: true, state: 'active', stage: 'contacted', asks: false },
  unsubscribe: {
    text: 'Please remove me from your list.',
    state: 'unsubscribed',
    stage: 'do_not_contact',
    asks: false,
  },
  complaint: { text: 'I will report this as spam.', state: 'unsubscribed', stage: 'do_not_contact', asks: false },
};

async function contacted(campaign: CampaignOptions['campaign'] = {}) {
  const { workspaceId, key } = await core.addWorkspace();
  const { messages } = await startRunningCampaign({ workspaceId, people: 1, smtpPort: null, now, campaign });
  await sendAllDue(core.deps);
  const get = async (path: string) => (await core.request('GET', path, { key })).body.data;
  return { workspaceId, key, get, message: messages[0]! };
}
function take({ workspaceId, message }: Awaited<ReturnType<typeof contacted>>, text: string, isAuto = false) {
  return injectReply(
    {
      workspaceId,
      messageId: message.id,
      from: message.to,
      subject: 'Re: Hello',
      text,
      headers: isAuto ? { 'Auto-Submitted': 'auto-replied' } : {},
    },
    core.deps,
  );
}

test.each(Object.entries(cases))(
  '%s has the expected effect on the sequence',
  async (name, { text, auto, state, stage, asks }) => {
    const thread = await contacted();
    const { get, message } = thread;
    await take(thread, text, auto);
    const [reply] = await get(`/replies?class=${name}`);
    expect(reply).toMatchObject({ state: 'new', isRead: false, needsAction: asks, classifiedBy: 'rule' });
    expect(await get(`/enrollments/${message.enrollmentId}`)).toMatchObject({
      state,
      ...(name === 'out_of_office' && { pauseReason: 'out_of_office', resumeAt: '2030-01-15T00:00:00.000Z' }),
    });
    expect(await get(`/contacts/${message.contactId}`)).toMatchObject({
      stage,
      doNotContact: stage === 'do_not_contact',
    });
    expect((await get(`/suppressions/check?value=${message.to}`)).isSuppressed).toBe(stage === 'do_not_contact');
    const queued = await get(`/messages?enrollmentId=${message.enrollmentId}&state=scheduled`);
    expect(queued).toHaveLength(state === 'paused' || state === 'active' ? 1 : 0);
  },
);

test('covers every reply class', () => {
  expect([...Object.keys(cases), 'bounce'].sort()).toEqual([...replyClasses].sort());
});

test.each(['question', 'not_interested', 'wrong_person'] as const)(
  'with stopOnReply off, %s still has its required effects',
  async (name) => {
    const thread = await contacted({ stopOnReply: false });
    await take(thread, cases[name].text);
    const { state } = await thread.get(`/enrollments/${thread.message.enrollmentId}`);
    expect(state).toBe(name === 'question' ? 'active' : 'replied');
  },
);

test('a reply to an unconfirmed message confirms its delivery', async () => {
  core.deps.ports.mail.transportFor = () => ({
    send: async (_mail, { onTransmitting }) => {
      await onTransmitting();
      return { kind: 'unconfirmed', error: 'reset' };
    },
  });
  const lost = await contacted();
  expect((await lost.get(`/messages/${lost.message.id}`)).state).toBe('unconfirmed');
  const raw = `From: ${lost.message.to}\r\nMessage-ID: <a@b.example>\r\nIn-Reply-To: ${lost.message.messageIdHeader}\r\nSubject: Re\r\n\r\nYes?`;
  await receiveMail({ workspaceId: lost.workspaceId, mailboxId: null }, Buffer.from(raw), core.deps);
  expect((await lost.get(`/messages/${lost.message.id}`)).state).toBe('sent');
});
