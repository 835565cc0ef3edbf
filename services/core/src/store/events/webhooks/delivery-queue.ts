import { orderedAttempts } from '../../../domain/events/webhooks/webhook-retry.ts';
import { toRecord } from '../../documents/define-model.ts';
import { writeMany } from '../../documents/insert-documents.ts';
import {
  type DeliveryAttempt,
  type DeliveryDoc,
  DeliveryModel,
  type DeliveryRecord,
  keptAttempts,
} from './delivery-store.ts';
import type { WebhookRecord } from './webhook-store.ts';

type Endpoint = Pick<WebhookRecord, 'workspaceId' | 'id'>;

/**
 * Deliveries that are due at an endpoint, in order of their events. An event waits while an earlier one about the same
 * record is retried, for the first attempts. Call while the endpoint is claimed.
 */
export async function findDueDeliveries(
  { workspaceId, id: webhookId }: Endpoint,
  now: Date,
  limit: number,
): Promise<DeliveryRecord[]> {
  const found = await DeliveryModel.find({
    workspaceId,
    webhookId,
    state: 'pending',
    nextAttemptAt: { $lte: now },
  })
    .sort({ nextAttemptAt: 1, _id: 1 })
    .limit(limit)
    .lean<DeliveryDoc[]>();
  const due = found.map(toRecord).sort((one, other) => (one.eventId < other.eventId ? -1 : 1));
  const retried = await findRetried({ workspaceId, id: webhookId }, [...new Set(due.map((each) => each.subjectId))]);
  const waitsFor = ({ subjectId, eventId }: DeliveryRecord) =>
    retried.find((each) => each.subjectId === subjectId && each.eventId < eventId && each.nextAttemptAt > now);
  const waiting = due.flatMap((delivery) => {
    const earlier = waitsFor(delivery);
    return earlier === undefined ? [] : { id: delivery.id, until: earlier.nextAttemptAt };
  });
  await postpone(workspaceId, waiting);
  const ids = new Set(waiting.map(({ id }) => id));
  return due.filter(({ id }) => !ids.has(id));
}

const retriedMax = 1_000;

/** Deliveries about these records that failed a few times and will be attempted again. */
async function findRetried(
  { workspaceId, id: webhookId }: Endpoint,
  subjectIds: string[],
): Promise<Pick<DeliveryDoc, 'subjectId' | 'eventId' | 'nextAttemptAt'>[]> {
  if (subjectIds.length === 0) return [];
  const attemptCount = { $gte: 1, $lt: orderedAttempts };
  return await DeliveryModel.find({
    workspaceId,
    webhookId,
    state: 'pending',
    subjectId: { $in: subjectIds },
    attemptCount,
  })
    .select({ subjectId: 1, eventId: 1, nextAttemptAt: 1 })
    .limit(retriedMax)
    .lean();
}

async function postpone(workspaceId: string, waiting: readonly { id: string; until: Date }[]): Promise<void> {
  if (waiting.length === 0) return;
  const operations = waiting.map(({ id, until }) => ({
    updateOne: { filter: { workspaceId, _id: id, state: 'pending' }, update: { $set: { nextAttemptAt: until } } },
  }));
  await writeMany(DeliveryModel, operations);
}

/** Time of the next delivery of an endpoint. Null if none waits. */
export async function findNextAttempt({ workspaceId, id: webhookId }: Endpoint): Promise<Date | null> {
  const next = await DeliveryModel.findOne({
    workspaceId,
    webhookId,
    state: 'pending',
    nextAttemptAt: { $gte: new Date(0) },
  })
    .sort({ nextAttemptAt: 1, _id: 1 })
    .select({ nextAttemptAt: 1 })
    .lean();
  return next?.nextAttemptAt ?? null;
}

export type DeliveryEnd =
  | { state: 'delivered'; deliveredAt: Date }
  | { state: 'failed' }
  | { state: 'pending'; nextAttemptAt: Date };

/** Records an attempt to deliver several events in one request. */
export async function settleDeliveries(
  deliveries: readonly DeliveryRecord[],
  endOf: (delivery: DeliveryRecord) => DeliveryEnd,
  attempt: DeliveryAttempt,
): Promise<void> {
  const operations = deliveries.map((delivery) => ({
    updateOne: {
      filter: { workspaceId: delivery.workspaceId, _id: delivery.id, state: 'pending' },
      update: {
        $set: endOf(delivery),
        $inc: { attemptCount: 1 },
        $push: { attempts: keptAttempts(attempt) },
      },
    },
  }));
  await writeMany(DeliveryModel, operations);
}

/** Cancels deliveries whose event was erased. */
export async function cancelDeliveries(workspaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const where = { workspaceId, _id: { $in: [...ids] }, state: 'pending' } as const;
  await DeliveryModel.updateMany(where, { $set: { state: 'cancelled' } });
}

/** Cancels what waits for an endpoint: everything, or what would be too late at `expiredAt`. */
export async function cancelDeliveriesOf({ workspaceId, id: webhookId }: Endpoint, expiredAt?: Date): Promise<void> {
  await DeliveryModel.updateMany(
    { workspaceId, webhookId, state: 'pending', ...(expiredAt && { deadlineAt: { $lte: expiredAt } }) },
    { $set: { state: 'cancelled' } },
  );
}
