import { toRecord } from '../define-model.ts';
import { CampaignModel } from './campaign-model.ts';
import type { CampaignRecord } from './campaign-store.ts';
import { MessageModel } from './message-model.ts';

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
