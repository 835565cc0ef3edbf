import { deliveryPeriodMs } from '../../../domain/events/webhooks/webhook-retry.ts';
import { given } from '../../../domain/values/given.ts';
import { newId } from '../../../domain/values/ids.ts';
import type { PageRequest, PageResult } from '../../../domain/values/paging.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../../documents/define-model.ts';
import { findPage } from '../../documents/find-page.ts';
import { insertMissing } from '../../documents/insert-documents.ts';
import { boolean, choice, date, nullable, number, objects, string, withDefault } from '../../documents/paths.ts';
import { wakeWebhooks } from './webhook-turns.ts';

const keptSeconds = 35 * 24 * 60 * 60;

export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;

export interface DeliveryAttempt {
  at: Date;
  /** HTTP status. Null if there was no response. */
  status: number | null;
  durationMs: number;
  error: string | null;
  /** Beginning of the response body. Untrusted text. */
  responseText: string;
}

/** Delivery of one event to one endpoint. It holds no copy of the event, so an erased event is no longer delivered. */
export type DeliveryDoc = DocOf<typeof DeliveryModel>;

export type DeliveryRecord = RecordOf<DeliveryDoc>;

const attemptsKept = 20;

export const DeliveryModel = defineModel(
  'Delivery',
  'webhook_deliveries',
  stored({
    workspaceId: string,
    webhookId: string,
    eventId: string,
    eventType: string,
    subjectId: string,
    isTest: withDefault(boolean, false),
    state: choice(deliveryStates),
    attemptCount: withDefault(number, 0),
    /** Most recent attempts. */
    attempts: withDefault(objects<DeliveryAttempt>(), []),
    nextAttemptAt: date,
    deadlineAt: date,
    deliveredAt: nullable(date),
    createdAt: date,
  })
    .index({ workspaceId: 1, webhookId: 1, _id: 1 })
    .index({ workspaceId: 1, webhookId: 1, state: 1, _id: 1 })
    .index({ workspaceId: 1, webhookId: 1, eventId: 1 }, { unique: true })
    .index({ workspaceId: 1, subjectId: 1 })
    // Counts and times over all workspaces.
    .index({ nextAttemptAt: 1, _id: 1 }, { partialFilterExpression: { state: 'pending' } })
    .index(
      { workspaceId: 1, webhookId: 1, nextAttemptAt: 1, _id: 1 },
      { partialFilterExpression: { state: 'pending' } },
    )
    .index(
      { workspaceId: 1, webhookId: 1, subjectId: 1, attemptCount: 1 },
      { partialFilterExpression: { state: 'pending' } },
    )
    .index({ createdAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

export interface NewDelivery {
  workspaceId: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  subjectId: string;
}

function fresh(delivery: NewDelivery, now: Date): DeliveryDoc {
  return {
    ...delivery,
    _id: newId('dlv'),
    isTest: false,
    state: 'pending',
    attemptCount: 0,
    attempts: [],
    nextAttemptAt: now,
    deadlineAt: new Date(now.getTime() + deliveryPeriodMs),
    deliveredAt: null,
    createdAt: now,
  };
}

/**
 * Queues deliveries and leaves existing ones unchanged. Safe to repeat after a crash, and for two concurrent workers.
 */
export async function queueDeliveries(deliveries: NewDelivery[], now: Date): Promise<void> {
  if (deliveries.length === 0) return;
  const operations = deliveries.map((delivery) => {
    const { workspaceId, webhookId, eventId, ...rest } = fresh(delivery, now);
    return {
      updateOne: { filter: { workspaceId, webhookId, eventId }, update: { $setOnInsert: rest }, upsert: true },
    };
  });
  await insertMissing(DeliveryModel, operations);
  await wakeEndpoints(deliveries, now);
}

async function wakeEndpoints(deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  const workspaceIds = [...new Set(deliveries.map(({ workspaceId }) => workspaceId))];
  await wakeWebhooks(workspaceIds, [...new Set(deliveries.map(({ webhookId }) => webhookId))], now);
}

/** Queues deliveries again, those that ended included, each with its full retry period. */
export async function replayDeliveries(deliveries: NewDelivery[], now: Date): Promise<void> {
  if (deliveries.length === 0) return;
  const operations = deliveries.map((delivery) => {
    const { workspaceId, webhookId, eventId, ...rest } = fresh(delivery, now);
    const { _id, eventType, subjectId, isTest, attempts, createdAt, ...again } = rest;
    const $setOnInsert = { _id, eventType, subjectId, isTest, attempts, createdAt };
    const update = { $set: again, $setOnInsert };
    return { updateOne: { filter: { workspaceId, webhookId, eventId }, update, upsert: true } };
  });
  await insertMissing(DeliveryModel, operations);
  await wakeEndpoints(deliveries, now);
}

/** Records a test delivery that was just made. */
export async function insertTestDelivery(
  delivery: NewDelivery,
  attempt: DeliveryAttempt,
  isDelivered: boolean,
  now: Date,
): Promise<DeliveryRecord> {
  const doc: DeliveryDoc = {
    ...fresh(delivery, now),
    isTest: true,
    state: isDelivered ? 'delivered' : 'failed',
    attemptCount: 1,
    attempts: [attempt],
    deliveredAt: isDelivered ? attempt.at : null,
  };
  await DeliveryModel.create([doc]);
  return toRecord(doc);
}

export async function findDelivery(
  workspaceId: string,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryRecord | null> {
  const found = await DeliveryModel.findOne({ workspaceId, webhookId, _id: deliveryId }).lean<DeliveryDoc>();
  return found && toRecord(found);
}

export function listDeliveries(
  workspaceId: string,
  webhookId: string,
  filter: { state?: DeliveryRecord['state']; eventType?: string },
  page: PageRequest,
): Promise<PageResult<DeliveryRecord>> {
  return findPage<DeliveryDoc>(DeliveryModel, { workspaceId, webhookId, ...given(filter) }, page);
}

/** Queues an ended delivery again, with its full retry period. Returns null if it is deleted or already pending. */
export async function requeueDelivery(delivery: DeliveryRecord, now: Date): Promise<DeliveryRecord | null> {
  const { workspaceId, webhookId, id } = delivery;
  const deadlineAt = new Date(now.getTime() + deliveryPeriodMs);
  const updated = await DeliveryModel.findOneAndUpdate(
    { workspaceId, webhookId, _id: id, state: { $ne: 'pending' } },
    { $set: { state: 'pending', attemptCount: 0, nextAttemptAt: now, deadlineAt, deliveredAt: null } },
    { returnDocument: 'after' },
  ).lean<DeliveryDoc>();
  if (updated !== null) await wakeWebhooks([workspaceId], [webhookId], now);
  return updated && toRecord(updated);
}

export async function deleteDeliveriesOf(workspaceId: string, webhookId: string): Promise<void> {
  await DeliveryModel.deleteMany({ workspaceId, webhookId });
}

export function keptAttempts(attempt: DeliveryAttempt) {
  return { $each: [attempt], $slice: -attemptsKept };
}

/** Removes responses that can quote the event, or identify its subject. */
export async function removeDeliveriesAbout(workspaceId: string, subjectId: string): Promise<void> {
  await DeliveryModel.deleteMany({ workspaceId, subjectId });
}
