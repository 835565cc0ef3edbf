import type { MessageKind } from '../../domain/messages/message-state.ts';
import { toRecord } from '../documents/define-model.ts';
import { type MessageDoc, MessageModel } from './message-model.ts';
import type { MessageRecord } from './message-store.ts';

/** Queued messages of one workspace, whatever their time, earliest first. */
export async function findScheduledMessages(workspaceId: string, limit: number): Promise<MessageRecord[]> {
  const found = await MessageModel.find({ workspaceId, state: 'scheduled' })
    .sort({ scheduledAt: 1 })
    .limit(limit)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

/** Time at which the next queued message of a campaign is due. Null if none is queued. */
export async function findNextDue(workspaceId: string, campaignId: string): Promise<Date | null> {
  const found = await MessageModel.findOne({ workspaceId, campaignId, state: 'scheduled' }, { scheduledAt: 1 })
    .sort({ scheduledAt: 1 })
    .lean<Pick<MessageDoc, 'scheduledAt'>>();
  return found?.scheduledAt ?? null;
}

/** Number of messages that would be sent if nothing held them, up to a limit. */
export function countDueMessages(workspaceId: string, max: number, now: Date): Promise<number> {
  return MessageModel.countDocuments({ workspaceId, state: 'scheduled', scheduledAt: { $lte: now } })
    .limit(max)
    .exec();
}

/** Makes messages due that are only waiting for their step's delay. They are sent in the next turn of their mailbox. */
export async function makeDue(workspaceId: string, messageIds: string[], now: Date): Promise<void> {
  await MessageModel.updateMany(
    { workspaceId, _id: { $in: messageIds }, state: 'scheduled', scheduledAt: { $gt: now } },
    { $set: { scheduledAt: now, waitReason: null, updatedAt: now } },
  );
}

/** Messages that may or may not have been sent, oldest first. */
export async function findUnconfirmed(
  workspaceId: string,
  { campaignId, mailboxId }: { campaignId?: string; mailboxId?: string },
  limit: number,
): Promise<MessageRecord[]> {
  const filter = { ...(campaignId && { campaignId }), ...(mailboxId && { mailboxId }) };
  const found = await MessageModel.find({ workspaceId, ...filter, state: 'unconfirmed' })
    .sort({ updatedAt: 1 })
    .limit(limit)
    .lean<MessageDoc[]>();
  return found.map(toRecord);
}

/** Number of messages pending approval, of one kind or of all, up to a limit. */
export function countWaitingMessages(workspaceId: string, max: number, kind?: MessageKind): Promise<number> {
  const waiting = { workspaceId, state: 'awaiting_approval' as const, ...(kind && { kind }) };
  return MessageModel.countDocuments(waiting).limit(max).exec();
}

const forecastMax = 10_000;

/** Lanes and times of the queued messages of a mailbox, in the order of their times. */
export async function findQueuedTimes(
  workspaceId: string,
  mailboxId: string,
): Promise<{ id: string; laneId: string; scheduledAt: Date | null }[]> {
  const found = await MessageModel.find(
    { workspaceId, mailboxId, state: 'scheduled', laneId: { $ne: null } },
    { laneId: 1, scheduledAt: 1 },
  )
    .sort({ scheduledAt: 1 })
    .limit(forecastMax)
    .lean<{ _id: string; laneId: string; scheduledAt: Date | null }[]>();
  return found.map(({ _id, laneId, scheduledAt }) => ({ id: _id, laneId, scheduledAt }));
}
