import { MessageModel } from './message-model.ts';

type Subject = { campaignId: string } | { enrollmentId: string };

/** Takes waiting messages out of the queue without losing them; what a worker has in hand then goes no further. */
export const holdMessages = async (workspaceId: string, subject: Subject, now: Date): Promise<number> => {
  const { modifiedCount } = await MessageModel.updateMany(
    { workspaceId, ...subject, state: 'scheduled' },
    {
      $set: { state: 'approved', leaseOwner: null, leaseUntil: new Date(0), updatedAt: now },
      $inc: { version: 1, fence: 1 },
    },
  );
  return modifiedCount;
};

/**
 * Puts held messages back into the queue, at the time they were meant for; those that a cap had put off are looked at
 * again at once, since it may have changed meanwhile.
 */
export const releaseHeldMessages = async (workspaceId: string, subject: Subject, now: Date): Promise<void> => {
  const held = { workspaceId, ...subject, kind: 'campaign' as const, state: 'approved' as const };
  const queued = { state: 'scheduled', updatedAt: now } as const;
  const wasPutOff = { ...held, waitReason: { $ne: null } };
  await MessageModel.updateMany(wasPutOff, {
    $set: { ...queued, scheduledAt: now, waitReason: null },
    $inc: { version: 1 },
  });
  await MessageModel.updateMany(held, { $set: queued, $inc: { version: 1 } });
};

export interface QueueSummary {
  stepIndex: number | null;
  waitReason: string | null;
  count: number;
  nextAt: Date;
}

/** The waiting messages of a campaign by step and reason, with the earliest time of each. */
export const summarizeQueue = async (workspaceId: string, campaignId: string): Promise<QueueSummary[]> => {
  const rows = await MessageModel.aggregate<{
    _id: { stepIndex: number | null; waitReason: string | null };
    count: number;
    nextAt: Date;
  }>([
    { $match: { workspaceId, campaignId, state: 'scheduled' } },
    {
      $group: {
        _id: { stepIndex: '$stepIndex', waitReason: '$waitReason' },
        count: { $sum: 1 },
        nextAt: { $min: '$scheduledAt' },
      },
    },
  ]);
  return rows.map(({ _id, ...rest }) => ({ ..._id, ...rest }));
};
