import { afterAll, beforeAll, expect, test } from 'vitest';
import { MessageModel } from '../../store/messages/message-model.ts';
import { findMessage, type MessageRecord } from '../../store/messages/message-store.ts';
import { startRunningCampaign, until } from '../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { startSendLoop } from '../../worker/sending/send-loop.ts';

const cappedCount = Number(process.env.CAPPED_MESSAGES) || 100_000;
const batch = 5_000;
const sentWithinMs = 5_000;
let core: TestCore;

beforeAll(async () => {
  core = await startTestCore({ environment: { BASE_URL: 'https://outbound.example', WORKER_POLL_MS: '100' } });
});
afterAll(() => core.stop());

/** Queues due copies of a message that the limit of their mailbox delays. */
async function queueMany({ id }: MessageRecord): Promise<void> {
  const template = (await MessageModel.findOne({ _id: id }).lean())!;
  for (let from = 0; from < cappedCount; from += batch) {
    const copies = Array.from({ length: Math.min(batch, cappedCount - from) }, (_, index) => ({
      ...template,
      _id: `${id}${from + index}`,
      messageIdHeader: `<${from + index}@capped.example>`,
    }));
    await MessageModel.insertMany(copies, { lean: true });
  }
}

/** Time until a due message in a separate workspace is sent, in milliseconds. */
async function timeToSend(): Promise<number> {
  const { workspaceId } = await core.addWorkspace();
  const { messages } = await startRunningCampaign({ workspaceId, people: 1, smtpPort: null, now: new Date() });
  const startedAt = performance.now();
  await until(async () => (await findMessage(workspaceId, messages[0]!.id))?.state === 'sent', 120_000);
  return performance.now() - startedAt;
}

test(`sends a due message within 5 s behind ${cappedCount} messages of another workspace that a limit delays`, {
  timeout: 900_000,
}, async () => {
  const { workspaceId } = await core.addWorkspace();
  const now = new Date();
  const capped = { workspaceId, people: 1, smtpPort: null, now, mailbox: { dailyCap: 1 } };
  await queueMany((await startRunningCampaign(capped)).messages[0]!);
  const loop = startSendLoop(core.deps);
  const times = [await timeToSend()];
  await until(async () => (await MessageModel.countDocuments({ laneId: null, state: 'scheduled' })) === 0, 600_000);
  times.push(await timeToSend(), await timeToSend());
  await loop.stop();
  process.stdout.write(`behind ${cappedCount}: ${times.map((time) => time.toFixed(0)).join(', ')} ms\n`);
  expect(Math.max(...times)).toBeLessThan(sentWithinMs);
  expect(await MessageModel.countDocuments({ workspaceId, state: 'scheduled', attempt: { $gt: 0 } })).toBe(0);
});
