import { toRecord } from '../../documents/define-model.ts';
import { serverNow } from '../../documents/server-clock.ts';
import { unlessLocked } from '../../documents/transaction.ts';
import {
  type DeliveryAttempt,
  type DeliveryDoc,
  DeliveryModel,
  type DeliveryRecord,
  keptAttempts,
} from './delivery-store.ts';

interface DeliveryClaim {
  owner: string;
  leaseMs: number;
}

/**
 * Claims the delivery that has been due longest, for one worker only. Later changes require its fence. Leases use the
 * store's clock. Returns null if none is due, or another worker claimed it concurrently.
 */
export function claimDelivery(claim: DeliveryClaim, now: Date): Promise<DeliveryRecord | null> {
  return unlessLocked(() => claimNext(claim, now));
}

async function claimNext({ owner, leaseMs }: DeliveryClaim, now: Date): Promise<DeliveryRecord | null> {
  const serverTime = await serverNow();
  const claimed = await DeliveryModel.findOneAndUpdate(
    { state: 'pending', nextAttemptAt: { $lte: now }, leaseUntil: { $lte: serverTime } },
    { $set: { leaseOwner: owner, leaseUntil: new Date(serverTime.getTime() + leaseMs) }, $inc: { fence: 1 } },
    { sort: { nextAttemptAt: 1, _id: 1 }, returnDocument: 'after' },
  ).lean<DeliveryDoc>();
  return claimed && toRecord(claimed);
}

/** True if an older event about the same record has never been tried. That one is delivered first. */
export async function hasOlderUntried({
  workspaceId,
  webhookId,
  subjectId,
  eventId,
}: DeliveryRecord): Promise<boolean> {
  const older = await DeliveryModel.findOne({
    workspaceId,
    webhookId,
    subjectId,
    eventId: { $lt: eventId },
    state: 'pending',
    attemptCount: 0,
  })
    .select({ _id: 1 })
    .lean();
  return older !== null;
}

function held({ workspaceId, id, fence }: DeliveryRecord) {
  return { workspaceId, _id: id, fence, state: 'pending' } as const;
}

const released = { leaseOwner: null, leaseUntil: new Date(0) };

/** Returns the delivery to the queue without an attempt. */
export async function postponeDelivery(delivery: DeliveryRecord, until: Date): Promise<void> {
  await DeliveryModel.updateOne(held(delivery), { $set: { ...released, nextAttemptAt: until } });
}

export type DeliveryEnd =
  | { state: 'delivered'; deliveredAt: Date }
  | { state: 'failed' | 'cancelled' }
  | { state: 'pending'; nextAttemptAt: Date };

/**
 * Records the outcome of an attempt. Returns false if another worker has claimed the delivery, which then records the
 * outcome.
 */
export async function settleDelivery(
  delivery: DeliveryRecord,
  end: DeliveryEnd,
  attempt: DeliveryAttempt | null,
): Promise<boolean> {
  const { matchedCount } = await DeliveryModel.updateOne(held(delivery), {
    $set: { ...released, ...end },
    ...(attempt && { $inc: { attemptCount: 1 }, $push: { attempts: keptAttempts(attempt) } }),
  });
  return matchedCount === 1;
}
