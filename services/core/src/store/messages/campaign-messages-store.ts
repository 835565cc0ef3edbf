import { messageTransitions } from '../../domain/messages/message-state.ts';
import { MessageModel } from './message-model.ts';

type Subject = { campaignId: string } | { enrollmentId: string };

// Answers to replies belong to a campaign as well, but neither its pauses nor its end concern them: they are left alone.
const kind = 'campaign' as const;

/**
 * Takes waiting messages of a campaign or enrollment out of the queue without losing them; what a worker has in hand then
 * goes no further.
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
 * Puts held messages back into the queue, at the time they were meant for; those that a cap had put off are looked at
 * again at once, since it may have changed meanwhile.
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

/** Cancels what is not yet being sent of a campaign that has ended. */
export async function cancelCampaignMessages(workspaceId: string, campaignId: string, now: Date): Promise<void> {
  await MessageModel.updateMany(
    { workspaceId, campaignId, kind, state: { $in: [...messageTransitions.cancel.from] } },
    { $set: { state: 'cancelled', updatedAt: now }, $inc: { version: 1, fence: 1 } },
  );
}

export interface QueueSummary {
  stepIndex: number | null;
  waitReason: string | null;
  laneId: string | null;
  count: number;
  nextAt: Date;
}

/** The waiting messages of a campaign by step, reason and lane, with the earliest time of each. */
export async function summarizeQueue(workspaceId: string, campaignId: string): Promise<QueueSummary[]> {
  const rows = await MessageModel.aggregate<{
    _id: { stepIndex: number | null; waitReason: string | null; laneId: string | null };
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
