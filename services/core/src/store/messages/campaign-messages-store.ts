import { messageTransitions } from '../../domain/messages/message-state.ts';
import type { WaitReason } from '../../domain/sending/reasons.ts';
import { MessageModel } from './message-model.ts';

type Subject = { campaignId: string } | { enrollmentId: string };

// Responses to replies also belong to a campaign, but its pauses and its end do not affect them.
const kind = 'campaign' as const;

/**
 * Removes queued messages of a campaign or enrollment from the queue without losing them. Messages already claimed by a
 * worker go no further.
 */
export async function holdMessages(workspaceId: string, subject: Subject, now: Date): Promise<number> {
  const { modifiedCount } = await MessageModel.updateMany(
    { workspaceId, ...subject, kind, state: 'scheduled' },
    {
      $set: { state: 'approved', leaseOwner: null, leaseUntil: new Date(0), updatedAt: now },
      $inc: { version: 1, fence: 1 },
    },
  );
  return modifiedCount;
}

/**
 * Returns held messages to the queue with their original times. Those that a cap had postponed are checked immediately,
 * since the cap can have changed.
 */
export async function releaseHeldMessages(workspaceId: string, subject: Subject, now: Date): Promise<void> {
  const held = { workspaceId, ...subject, kind, state: 'approved' as const };
  const queued = { state: 'scheduled', laneId: null, updatedAt: now } as const;
  const wasPutOff = { ...held, waitReason: { $ne: null } };
  await MessageModel.updateMany(wasPutOff, {
    $set: { ...queued, scheduledAt: now, waitReason: null },
    $inc: { version: 1 },
  });
  await MessageModel.updateMany(held, { $set: queued, $inc: { version: 1 } });
}

/** Cancels the messages of an ended campaign that are not being sent yet. */
export async function cancelCampaignMessages(workspaceId: string, campaignId: string, now: Date): Promise<void> {
  await MessageModel.updateMany(
    { workspaceId, campaignId, kind, state: { $in: [...messageTransitions.cancel.from] } },
    { $set: { state: 'cancelled', updatedAt: now }, $inc: { version: 1, fence: 1 } },
  );
}

export interface QueueSummary {
  stepIndex: number | null;
  waitReason: WaitReason | null;
  laneId: string | null;
  count: number;
  nextAt: Date;
}

/** Queued messages of a campaign by step, reason, and lane, with the earliest time of each. */
export async function summarizeQueue(workspaceId: string, campaignId: string): Promise<QueueSummary[]> {
  const rows = await MessageModel.aggregate<{
    _id: { stepIndex: number | null; waitReason: WaitReason | null; laneId: string | null };
    count: number;
    nextAt: Date;
  }>([
    { $match: { workspaceId, campaignId, kind, state: 'scheduled' } },
    {
      $group: {
        _id: { stepIndex: '$stepIndex', waitReason: '$waitReason', laneId: '$laneId' },
        count: { $sum: 1 },
        nextAt: { $min: '$scheduledAt' },
      },
    },
  ]);
  return rows.map(({ _id, ...rest }) => ({ ..._id, ...rest }));
}
