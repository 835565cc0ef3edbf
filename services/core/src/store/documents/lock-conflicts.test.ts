import type { Model } from 'mongoose';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { WebhookModel } from '../events/webhooks/webhook-store.ts';
import { claimWebhook } from '../events/webhooks/webhook-turns.ts';
import { JobModel } from '../jobs/job-model.ts';
import { claimJob } from '../jobs/job-queue.ts';
import { claimMailboxToRead } from '../mailboxes/mailbox-lease.ts';
import { MailboxModel } from '../mailboxes/mailbox-store.ts';
import { recoverLostMessage } from '../messages/lost-message.ts';
import { MessageModel } from '../messages/message-model.ts';
import { claimReplyForAutopilot } from '../replies/autopilot/autopilot-reply-store.ts';
import { ReplyModel } from '../replies/reply-store.ts';
import { claimQueue, SendQueueModel } from '../sending/send-queue-store.ts';

const core: TestCore = await startTestCore();
afterAll(() => core.stop());

const claim = { owner: 'worker', leaseMs: 1_000 };
const now = new Date();

/** Simulates the error of an engine on PostgreSQL. The embedded engine never returns it. */
async function whileStoreSays<T>(
  text: string,
  { collection }: Pick<Model<never>, 'collection'>,
  work: () => Promise<T>,
) {
  const own = collection.findOneAndUpdate;
  Object.assign(collection, { findOneAndUpdate: () => Promise.reject(new Error(text)) });
  try {
    return await work();
  } finally {
    collection.findOneAndUpdate = own;
  }
}

describe.each<[string, Pick<Model<never>, 'collection'>, () => Promise<unknown>]>([
  ['job', JobModel, () => claimJob(claim, now)],
  ['turn of a webhook endpoint', WebhookModel, () => claimWebhook(claim, now)],
  ['turn of a mailbox', SendQueueModel, () => claimQueue(claim, now)],
  ['mailbox to read', MailboxModel, () => claimMailboxToRead('worker', 1_000)],
  ['reply for autopilot', ReplyModel, () => claimReplyForAutopilot()],
  ['lost message', MessageModel, () => recoverLostMessage(now)],
])('claiming a %s', (_what, model, take) => {
  test.each(['deadlock detected', 'canceling statement due to lock timeout'])(
    'takes nothing on a lock conflict (%s)',
    async (text) => {
      expect(await whileStoreSays(text, model, take)).toBeNull();
    },
  );

  test('fails for any other error', async () => {
    await expect(whileStoreSays('the disk is full', model, take)).rejects.toThrow('the disk is full');
  });
});
