import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { changeViews } from '../../../actions/events/changes/change-views.ts';
import { type CampaignRecord, findCampaign } from '../../../store/campaigns/campaign-store.ts';
import { EnrollmentModel } from '../../../store/campaigns/enrollment-model.ts';
import { publishChanges } from '../../../store/events/changes/publish-changes.ts';
import { MessageModel } from '../../../store/messages/message-model.ts';
import { insertReply, ReplyModel } from '../../../store/replies/reply-store.ts';
import { randomOf } from '../../../testing/inputs/random-of.ts';
import { startRunningCampaign } from '../../../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { countFigures, readFigures } from './campaign-figures.ts';

const timeZone = 'America/St_Johns';
const writes = 120;
const people = 8;

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const randomInt = randomOf(1);

function oneOf<T>(values: readonly T[]): T {
  return values[randomInt(values.length)]!;
}

async function publish(): Promise<void> {
  while (await publishChanges(changeViews, new Date()));
}

/** Two campaigns, and writes of every kind that their figures count. */
async function randomWriter(workspaceId: string) {
  const now = new Date('2026-10-20T02:00:00Z');
  const options = { workspaceId, people, smtpPort: null, now };
  const running = [await startRunningCampaign(options), await startRunningCampaign({ ...options, name: 'other' })];
  const messages = running.flatMap((one) => one.messages);
  const moment = () => new Date(now.getTime() + randomInt(30 * 86_400_000));
  const anyMessage = () => ({ workspaceId, _id: oneOf(messages).id });
  let replies = 0;
  const kinds: (() => Promise<unknown>)[] = [
    () => MessageModel.updateOne(anyMessage(), { $set: { state: 'sent', sentAt: moment() } }),
    () =>
      MessageModel.updateOne(anyMessage(), { $set: { state: 'bounced', bounceType: oneOf(['hard', 'complaint']) } }),
    () => MessageModel.updateMany({ workspaceId, campaignId: oneOf(running).campaign.id }, { scheduledAt: moment() }),
    () => MessageModel.deleteOne(anyMessage()),
    () =>
      EnrollmentModel.updateOne(
        { workspaceId, contactId: oneOf(oneOf(running).contacts).id },
        { $set: { state: oneOf(['active', 'completed', 'bounced', 'unsubscribed']) } },
      ),
    () => {
      const { campaignId, enrollmentId, contactId, id: messageId } = oneOf(messages);
      const ids = { mailboxId: null, messageId, campaignId, enrollmentId, contactId };
      const mail = {
        fromAddress: 'ada@north.example',
        fromName: '',
        bodyText: 'Yes',
        messageIdHeader: `<${replies++}>`,
      };
      const read = { class: oneOf(['interested', 'question', 'out_of_office'] as const), confidence: 1 };
      const rest = {
        subject: 'Re',
        attachments: [],
        references: [],
        classifiedBy: 'user',
        needsAction: false,
      } as const;
      const times = { returnDate: null, receivedAt: moment(), attachments: [], references: [] };
      return insertReply(workspaceId, { ...ids, ...mail, ...read, ...rest, ...times }, now);
    },
    // The campaign that a record leaves is known with the change feed.
    () => ReplyModel.updateOne({ workspaceId, class: 'question' }, { $set: { campaignId: null } }).then(publish),
    () => ReplyModel.updateMany({ workspaceId, class: 'question' }, { $set: { class: 'meeting_request' } }),
    () => ReplyModel.deleteOne({ workspaceId, class: 'interested' }),
    publish,
    publish,
  ];
  return { write: () => oneOf(kinds)(), campaigns: running.map(({ campaign }) => campaign) };
}

async function current({ workspaceId, id }: CampaignRecord): Promise<CampaignRecord> {
  return (await findCampaign(workspaceId, id))!;
}

test(`equal the records during ${writes} random writes, published or not`, async () => {
  const { write, campaigns } = await randomWriter(core.workspaceId);
  for (let made = 0; made < writes; made += 1) {
    await write();
    // A change can be written and published without a read in between.
    if (randomInt(2) === 0) continue;
    for (const campaign of await Promise.all(campaigns.map(current)))
      expect(await readFigures(campaign, timeZone)).toEqual(await countFigures(campaign, timeZone));
  }
});

test('are counted again only after a change', async () => {
  const { workspaceId } = await core.addWorkspace();
  const { campaigns } = await randomWriter(workspaceId);
  const campaign = campaigns[0]!;
  await publish();
  const scans = vi.spyOn(MessageModel, 'aggregate');
  await readFigures(campaign, timeZone);
  expect(scans).toHaveBeenCalled();
  scans.mockClear();
  await readFigures(campaign, timeZone);
  expect(scans).not.toHaveBeenCalled();
  await readFigures(campaign, 'Europe/Berlin');
  expect(scans).toHaveBeenCalled();
  await MessageModel.updateMany({ workspaceId, campaignId: campaign.id }, { $set: { state: 'cancelled' } });
  await publish();
  expect((await readFigures(campaign, timeZone)).messageStates).toMatchObject({ cancelled: people });
  scans.mockRestore();
});
