import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendDue } from '../../engine/sending/send-due.ts';
import { insertMailbox } from '../../store/mailboxes/mailbox-store.ts';
import { enrollmentsOf, launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import type { SendOutcome } from '../../transport/mail-transport.ts';

let core: TestCore;
let outcome: SendOutcome;

beforeAll(async () => {
  core = await startTestCore();
  core.deps.ports.mail.transportFor = () => ({
    send: async (_mail, { onTransmitting }) => ((await onTransmitting()) ? outcome : { kind: 'withdrawn' }),
  });
});
afterAll(() => core.stop());

async function call(method: string, path: string, body?: object) {
  const reply = await core.request(method, path, { body });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.data;
}

let mailboxes = 0;
async function addMailbox(): Promise<string> {
  mailboxes += 1;
  const own = { kind: 'capture' as const, address: `sender${mailboxes}@acme.example`, dailyCap: 100 };
  return (await insertMailbox(core.workspaceId, own, new Date())).id;
}
async function oneUnconfirmed() {
  outcome = { kind: 'unconfirmed', error: 'reset' };
  const { campaignId, contactIds } = await launchCampaign(core, 1, {
    mailboxIds: [await addMailbox()],
    steps: [{ subject: 'Hello', body: 'Hello.' }],
  });
  await sendDue(core.deps);
  const [message] = await messagesOf(core, campaignId, '&state=unconfirmed');
  outcome = { kind: 'sent', response: '250 taken' };
  return { campaignId, contactIds, message };
}

test('a person can mark an unconfirmed message as sent', async () => {
  const { message } = await oneUnconfirmed();
  expect(await call('POST', `/messages/${message.id}/settle`, { outcome: 'sent' })).toMatchObject({ state: 'sent' });
  const [event] = await call('GET', `/events?type=message.sent&subjectId=${message.id}`);
  expect(event.data).toMatchObject({ confirmedBy: expect.any(String) });
  const again = await core.request('POST', `/messages/${message.id}/settle`, { body: { outcome: 'sent' } });
  expect(again.body.error.code).toBe('invalid_state');
});

test('settles all unconfirmed messages of a campaign in one request', async () => {
  const { campaignId, message } = await oneUnconfirmed();
  const other = await oneUnconfirmed();
  const body = { campaignId, outcome: 'sent' };
  const planned = await core.request('POST', '/messages/settle?dryRun=true', { body });
  expect(planned.body.summary).toBe('Would settle 1 unconfirmed message.');
  const settled = await call('POST', '/messages/settle', body);
  expect(settled).toEqual({ settledCount: 1, messageIds: [message.id] });
  expect(await call('GET', `/messages/${other.message.id}`)).toMatchObject({ state: 'unconfirmed' });
});

test('a contact whose message was rejected for its text can be resumed, and enrolled again', async () => {
  const refused: SendOutcome = { kind: 'refused', phase: 'data', code: 554, text: '5.7.1 This is spam' };
  for (const again of ['resume', 'enroll']) {
    outcome = refused;
    const { campaignId, contactIds } = await launchCampaign(core, 2, { mailboxIds: [await addMailbox()] });
    await sendDue(core.deps);
    const [failed] = await enrollmentsOf(core, campaignId);
    expect(failed).toMatchObject({ state: 'failed', endReason: expect.stringContaining('spam') });
    const path = again === 'resume' ? `/enrollments/${failed.id}/resume` : `/campaigns/${campaignId}/enrollments`;
    if (again === 'enroll') {
      expect(await call('POST', path, { contactIds })).toMatchObject({ enrolledCount: 2 });
    } else await call('POST', path, {});
    const states = (await enrollmentsOf(core, campaignId)).map(({ state }: { state: string }) => state);
    expect(states).toContain('pending');
  }
});
