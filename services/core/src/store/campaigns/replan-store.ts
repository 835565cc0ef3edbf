import { toRecord } from '../documents/define-model.ts';
import { setAndUnset } from '../documents/set-and-unset.ts';
import { type MessageDoc, MessageModel } from '../messages/message-model.ts';
import type { MessageRecord } from '../messages/message-store.ts';
import { CampaignModel } from './campaign-model.ts';
import type { CampaignRecord } from './campaign-store.ts';
import { approvalOutdated } from './held-messages.ts';

/** The workspace's sending window changed, which applies to its running campaigns without their own window. */
export async function markForReplan(workspaceId: string): Promise<void> {
  await CampaignModel.updateMany(
    { workspaceId, state: 'running', window: null },
    { $set: { isReplanning: true }, $inc: { windowChanges: 1 } },
  );
}

/** Campaigns of all workspaces. For the worker. */
export async function findReplanningCampaigns(limit: number): Promise<CampaignRecord[]> {
  const found = await CampaignModel.find({ isReplanning: true }).limit(limit).lean();
  return found.map(toRecord) as CampaignRecord[];
}

/** Has no effect if the campaign or the window has changed since it was read. */
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

/** Yields, in batches, the messages that a campaign queued for later and has not tried yet. */
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

/** Reschedules queued messages. Messages that have progressed in the meantime keep their time. */
export async function moveInTime(workspaceId: string, messageIds: string[], at: Date, now: Date): Promise<void> {
  await MessageModel.updateMany(
    { workspaceId, _id: { $in: messageIds }, state: 'scheduled', attempt: 0 },
    { $set: { scheduledAt: at, waitReason: null, updatedAt: now }, $inc: { version: 1 } },
  );
}

/** Queued messages of a step that use a losing variant and were approved only by the launch, ordered by ID. */
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

/** Replaces the text of a queued message, unless it has changed or progressed since it was read. */
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

const waitingStates = ['awaiting_approval', 'approved', 'scheduled'] as const;

function ofOldSteps({ workspaceId, id: campaignId }: Pick<CampaignRecord, 'workspaceId' | 'id'>, version: number) {
  const waiting = { workspaceId, campaignId, kind: 'campaign', state: { $in: [...waitingStates] } };
  return { ...waiting, 'approvedTexts.stepsVersion': { $ne: version } } as object;
}

/** Queued messages that were created before the steps changed, ordered by ID. */
export async function findOldSequences(
  campaign: Pick<CampaignRecord, 'workspaceId' | 'id'>,
  stepsVersion: number,
  afterId: string,
  limit: number,
): Promise<MessageRecord[]> {
  const where = { ...ofOldSteps(campaign, stepsVersion), _id: { $gt: afterId } };
  const found = await MessageModel.find(where).sort({ _id: 1 }).limit(limit).lean<MessageDoc[]>();
  return found.map(toRecord);
}

export function countOldSequences(campaign: Pick<CampaignRecord, 'workspaceId' | 'id'>, stepsVersion: number) {
  return MessageModel.countDocuments(ofOldSteps(campaign, stepsVersion));
}

/** Fields that a queued message takes from its replacement in the current sequence. */
export type Rewritten = Partial<
  Pick<
    MessageRecord,
    | 'stepId'
    | 'stepIndex'
    | 'variantId'
    | 'subject'
    | 'bodyText'
    | 'bodyFormat'
    | 'hasNotice'
    | 'attachments'
    | 'inReplyTo'
    | 'references'
    | 'approvedTexts'
    | 'isEdited'
    | 'wantedAt'
    | 'scheduledAt'
  >
>;

/** Moves a queued message to its new step and text, unless it has changed or progressed since it was read. */
export async function rewriteWaiting(
  { workspaceId, id, version, state }: MessageRecord,
  rewritten: Rewritten,
  { isAsked }: { isAsked: boolean },
  now: Date,
): Promise<boolean> {
  const { stepId, stepIndex, variantId, subject, bodyText, wantedAt, scheduledAt } = rewritten;
  const { bodyFormat, hasNotice, attachments, inReplyTo, references, approvedTexts, isEdited } = rewritten;
  const changes = setAndUnset({
    stepId,
    stepIndex,
    variantId,
    subject,
    bodyText,
    wantedAt,
    scheduledAt,
    bodyFormat,
    hasNotice,
    attachments,
    inReplyTo,
    references,
    approvedTexts,
    isEdited,
    laneId: null,
    waitReason: null,
    updatedAt: now,
    ...(isAsked && approvalOutdated),
  });
  const { matchedCount } = await MessageModel.updateOne(
    { workspaceId, _id: id, version, state },
    { ...changes, $inc: { version: 1, fence: 1 } },
  );
  return matchedCount === 1;
}
