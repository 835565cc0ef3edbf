import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../store/documents/transaction.ts';
import { findMailbox, insertMailbox } from '../../store/mailboxes/mailbox-store.ts';
import { type MessageDoc, MessageModel } from '../../store/messages/message-model.ts';
import { reservePlaces } from '../../store/sending/send-counter-store.ts';
import { startRunningCampaign } from '../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { protectMailbox } from './protect-mailbox.ts';

let core: TestCore;
let time = Date.parse('2030-01-07T10:00:00Z');
beforeAll(async () => {
  core = await startTestCore({ now: () => new Date(time), environment: { BASE_URL: 'https://outbound.example' } });
});
afterAll(() => core?.stop());

/** Creates a mailbox that has sent 93 messages today, plus this number of bounces in its campaign. */
async function withBounces(count: number) {
  const { workspaceId, key } = await core.addWorkspace();
  const now = new Date(time);
  const { mailbox, messages } = await startRunningCampaign({ workspaceId, people: 8, smtpPort: null, now });
  await reservePlaces(workspaceId, '2030-01-07', [{ subjectId: mailbox.id, cap: 1_000, count: 93 }], now);
  const bounced = messages.slice(0, count).map(({ id }) => id);
  const set = { state: 'bounced', bounceType: 'hard', updatedAt: now } as const;
  await MessageModel.updateMany({ _id: { $in: bounced } }, { $set: set });
  const protect = () => inTransaction(() => protectMailbox(messages[0]!, new Date(time)));
  return { workspaceId, key, mailbox, messages, protect };
}

test('pauses a mailbox with too many bounces, and explains the reason and the fix', async () => {
  const { workspaceId, key, mailbox, protect } = await withBounces(7);
  const other = { kind: 'capture', address: 'other@else.example', dailyCap: 10 } as const;
  const { id: otherId } = await insertMailbox(workspaceId, other, new Date(time));
  await protect();
  expect(await findMailbox(workspaceId, mailbox.id)).toMatchObject({
    state: 'paused',
    lastError: expect.stringMatching(/7 of 100 messages .*verify_emails/),
  });
  expect((await findMailbox(workspaceId, otherId))?.state).toBe('active');
  const events = await core.request('GET', `/events?type=mailbox.failing&subjectId=${mailbox.id}`, { key });
  expect(events.body.data).toHaveLength(1);
  // The person who resumes the mailbox has handled earlier bounces. They no longer count.
  time += 1_000;
  await core.request('POST', `/mailboxes/${mailbox.id}/resume`, { key, body: {} });
  await protect();
  expect((await findMailbox(workspaceId, mailbox.id))?.state).toBe('active');
});

test('keeps a mailbox with few bounces active', async () => {
  const { workspaceId, mailbox, protect } = await withBounces(4);
  await protect();
  expect((await findMailbox(workspaceId, mailbox.id))?.state).toBe('active');
});

test('pauses all mailboxes of a domain with too many bounces in total, and none of another domain', async () => {
  const { workspaceId, mailbox, messages, protect } = await withBounces(4);
  const now = new Date(time);
  const domain = mailbox.address.split('@')[1];
  const another = async (address: string) =>
    (await insertMailbox(workspaceId, { kind: 'capture', address, dailyCap: 10 }, now)).id;
  const ids = [await another(`second@${domain}`), await another(`third@${domain}`)];
  const elsewhere = await another('other@else.example');
  const day = '2030-01-07';
  const places = ids.map((subjectId) => ({ subjectId, cap: 1_000, count: 60 }));
  await reservePlaces(workspaceId, day, places, now);
  const { _id, messageIdHeader, ...first } = (await MessageModel.findOne({ _id: messages[0]!.id }).lean<MessageDoc>())!;
  const bounced = ids.flatMap((mailboxId) =>
    [1, 2, 3, 4].map((number) => ({
      ...first,
      _id: `${_id}-${mailboxId}-${number}`,
      messageIdHeader: `<${mailboxId}-${number}@x.example>`,
      mailboxId,
    })),
  );
  await protect();
  expect((await findMailbox(workspaceId, mailbox.id))?.state).toBe('active');
  await MessageModel.insertMany(bounced);
  await protect();
  for (const id of [mailbox.id, ...ids]) {
    expect(await findMailbox(workspaceId, id)).toMatchObject({
      state: 'paused',
      lastError: expect.stringContaining('12 of 225 messages that the mailboxes of this domain sent'),
    });
  }
  expect((await findMailbox(workspaceId, elsewhere))?.state).toBe('active');
});
