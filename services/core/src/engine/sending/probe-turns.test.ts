import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMessage } from '../../store/messages/message-store.ts';
import { findQueue } from '../../store/sending/send-queue-store.ts';
import { launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import type { SendOutcome } from '../../transport/mail-transport.ts';
import { planMessages } from './messages/plan-messages.ts';
import { takeTurn } from './take-turn.ts';

const start = new Date();
const secondMs = 1_000;
/** More than any of these steps needs. */
const turnsMax = 20;
let core: TestCore;
let now = start;
let outcome: SendOutcome;

beforeAll(async () => {
  core = await startTestCore({ now: () => now });
  core.deps.ports.mail.transportFor = () => ({
    send: async (_mail, { onTransmitting }) => ((await onTransmitting()) ? outcome : { kind: 'withdrawn' }),
  });
});
afterAll(() => core.stop());

/** Runs turns as a worker does, until no mailbox is due. */
async function turnsUntilQuiet(): Promise<number> {
  while ((await planMessages(core.deps)) > 0);
  for (let turns = 0; turns < turnsMax; turns += 1) {
    if ((await takeTurn({ owner: 'worker', leaseMs: 60_000 }, core.deps)) === null) return turns;
  }
  return turnsMax;
}

async function refusedLogin() {
  now = new Date(now.getTime() + 600 * secondMs);
  outcome = { kind: 'refused', phase: 'login', code: 535, text: '5.7.8 Bad password' };
  const { campaignId } = await launchCampaign(core, 1);
  expect(await turnsUntilQuiet()).toBeLessThan(turnsMax);
  const [message] = await messagesOf(core, campaignId);
  return { campaignId, messageId: message.id as string, mailboxId: message.mailboxId as string };
}

test('retries a mailbox immediately if it is resumed during its retry delay', async () => {
  const { messageId, mailboxId } = await refusedLogin();
  outcome = { kind: 'sent', response: '250 taken' };
  await core.request('POST', `/mailboxes/${mailboxId}/resume`, { body: {} });
  expect(await turnsUntilQuiet()).toBeLessThan(turnsMax);
  expect(await findMessage(core.workspaceId, messageId)).toMatchObject({ state: 'sent' });
});

test('does not probe a failing mailbox that has nothing left to send', async () => {
  const { campaignId, mailboxId } = await refusedLogin();
  const { body } = await core.request('POST', `/campaigns/${campaignId}/cancel`, { body: {} });
  expect(body.data.state).toBe('cancelled');
  const queue = await findQueue(core.workspaceId, mailboxId);
  now = new Date(queue!.breaker.nextProbeAt!.getTime() + secondMs);
  expect(await turnsUntilQuiet()).toBeLessThan(turnsMax);
});
