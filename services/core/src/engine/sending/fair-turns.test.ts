import { afterAll, beforeAll, expect, test } from 'vitest';
import { MessageModel } from '../../store/messages/message-model.ts';
import { findMessage, type MessageRecord } from '../../store/messages/message-store.ts';
import { startRunningCampaign } from '../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { planMessages } from './messages/plan-messages.ts';
import { takeTurn } from './take-turn.ts';

const cappedCount = 400;
const claim = { owner: 'test', leaseMs: 60_000 };
let core: TestCore;

beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

/** Queues due copies of a message that the limit of their mailbox delays. */
async function queueMany({ id }: MessageRecord): Promise<void> {
  const template = (await MessageModel.findOne({ _id: id }).lean())!;
  const copies = Array.from({ length: cappedCount }, (_, index) => ({
    ...template,
    _id: `${id}${index}`,
    messageIdHeader: `<${index}@capped.example>`,
  }));
  await MessageModel.insertMany(copies, { lean: true });
}

test('sends a due message of another workspace immediately, behind hundreds that a limit delays', async () => {
  const now = new Date();
  const busy = await core.addWorkspace();
  const capped = { workspaceId: busy.workspaceId, people: 1, smtpPort: null, now, mailbox: { dailyCap: 1 } };
  await queueMany((await startRunningCampaign(capped)).messages[0]!);
  const { workspaceId } = await core.addWorkspace();
  const { messages } = await startRunningCampaign({ workspaceId, people: 1, smtpPort: null, now: new Date() });
  await planMessages(core.deps);
  for (let turns = 0; turns < 3; turns += 1) await takeTurn(claim, core.deps);
  expect(await findMessage(workspaceId, messages[0]!.id)).toMatchObject({ state: 'sent' });
});

test('does not recheck messages repeatedly while a limit delays them', async () => {
  while ((await planMessages(core.deps)) > 0);
  while ((await takeTurn(claim, core.deps)) !== null);
  expect(await takeTurn(claim, core.deps)).toBeNull();
  expect(await MessageModel.countDocuments({ state: 'scheduled', attempt: { $gt: 0 } })).toBe(0);
});
