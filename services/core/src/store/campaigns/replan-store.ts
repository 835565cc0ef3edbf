import { toRecord } from '../documents/define-model.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';
import { type MessageDoc, MessageModel } from '../messages/message-model.ts';
import type { MessageRecord } from '../messages/message-store.ts';
import { CampaignModel } from './campaign-model.ts';
import type { CampaignRecord } from './campaign-store.ts';

/** The window of the workspace has changed: its running campaigns that have none of their own follow it. */
export async function markForReplan(workspaceId: string): Promise<void> {
  await CampaignModel.updateMany(
    { workspaceId, state: 'running', window: null },
    { $set: { isReplanning: true }, $inc: { windowChanges: 1 } },
  );
}

/** Of all workspaces. For the worker. */
export async function findReplanningCampaigns(limit: number): Promise<CampaignRecord[]> {
  const found = await CampaignModel.find({ isReplanning: true }).limit(limit).lean();
  return found.map(toRecord) as CampaignRecord[];
}

/** Unless the campaign, or the window, has changed since it was read. */
export async function endReplan({ workspaceId, id, version, windowChanges }: CampaignRecord): Promise<void> {
  const asRead = { version, windowChanges: windowChanges ?? { $exists: false } };
  await CampaignModel.updateOne({ workspaceId, _id: id, ...asRead }, { $unset: { isReplanning: true } });
}

export interface PlannedMessage {
  id: string;
  contactId: string | null;
  wantedAt: Date;
  scheduledAt: Date;
}

const readAtOnce = 1_000;

/** What a campaign has queued for later and has not tried yet, in parts. */
export async function* findPlanned(
  workspaceId: string,
  campaignId: string,
  now: Date,
): AsyncGenerator<PlannedMessage[]> {
  const later = {
    workspaceId,
    campaignId,
    kind: 'campaign',
    state: 'scheduled',
    scheduledAt: { $gt: now },
    attempt: 0,
  };
  const fields = { contactId: 1, wantedAt: 1, scheduledAt: 1 };
  const cursor = MessageModel.find(later as object, fields)
    .lean()
    .cursor({ batchSize: readAtOnce });
  let part: PlannedMessage[] = [];
  for await (const { _id: id, contactId, wantedAt, scheduledAt } of cursor) {
    if (wantedAt && scheduledAt) part.push({ id, contactId, wantedAt, scheduledAt });
    if (part.length < readAtOnce) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Gives queued messages another time; what has gone further meanwhile keeps its own. */
export async function moveInTime(workspaceId: string, messageIds: string[], at: Date, now: Date): Promise<void> {
  await MessageModel.updateMany(
    { workspaceId, _id: { $in: messageIds }, state: 'scheduled', attempt: 0 },
    { $set: { scheduledAt: at, waitReason: null, updatedAt: now }, $inc: { version: 1 } },
  );
}

/** What is queued of a step with another text than the one that has won, approved by the launch alone; in order of ids. */
export async function findOtherVariants(
  { workspaceId, id: campaignId }: CampaignRecord,
  step: { id: string; winnerId: string },
  afterId: string,
  limit: number,
): Promise<MessageRecord[]> {
  const queued = { workspaceId, campaignId, kind: 'campaign' as const, state: 'scheduled' as const, attempt: 0 };
  const others = { ...queued, stepId: step.id, variantId: { $ne: step.winnerId }, _id: { $gt: afterId } };
  const found = await MessageModel.find(others).sort({ _id: 1 }).limit(limit).lean<MessageDoc[]>();
  return found.map(toRecord);
}

/** Gives a queued message another text, unless it has changed or gone further since it was read. */
export async function rewriteQueued(
  { workspaceId, id, version }: MessageRecord,
  { variantId, subject, bodyText, bodyFormat, hasNotice }: Partial<MessageDoc>,
  now: Date,
): Promise<void> {
  const changes = setAndUnset({ variantId, subject, bodyText, bodyFormat, hasNotice, updatedAt: now });
  await MessageModel.updateOne(
    { workspaceId, _id: id, version, state: 'scheduled', attempt: 0 },
    { ...changes, $inc: { version: 1 } },
  );
}
