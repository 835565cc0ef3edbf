import mongoose from 'mongoose';
import { idleAt } from '../sending/send-queue-store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Stored time that keeps something from happening until it comes. If it was set while the clock was ahead, it would
 * lock that for as long as the clock was wrong.
 */
export interface TimeLock {
  /** `gateway` is the gateway's database in the same store. */
  store: 'core' | 'gateway';
  collection: string;
  field: string;
  where?: object;
  /** True if this takes a scan of a large collection, or a turn of every mailbox. Not done at each start. */
  isCostly?: boolean;
  /** True if a later time says nothing, so that it becomes now. A bucket a whole period ahead would be used up. */
  isReset?: boolean;
  /** Longest time ahead. Shorter waits than the rules allow are harmless here: each is decided again when it ends. */
  periodMs: number;
}

/** The setting `WORKER_LEASE_MS` is at most this. */
const workerLeaseMs = 10 * minuteMs;
const retried = { state: 'scheduled', waitReason: { $in: ['retrying', 'all_mailboxes_failing'] } };
const capped = { state: 'scheduled', waitReason: { $in: ['company_cap', 'autopilot_daily_cap'] } };
/** Matches any time, so that the query uses the index of pending deliveries. */
const pending = { state: 'pending', nextAttemptAt: { $gte: new Date(0) } };
const planned = { $lt: idleAt };

/** Every stored time that can lock something. */
export const timeLocks: readonly TimeLock[] = [
  { store: 'core', collection: 'rate_limits', field: 'tat', isReset: true, periodMs: minuteMs },
  {
    store: 'core',
    collection: 'idempotency',
    field: 'leaseUntil',
    where: { state: 'running' },
    isCostly: true,
    periodMs: minuteMs,
  },
  { store: 'core', collection: 'operations', field: 'leaseUntil', where: { state: 'held' }, periodMs: 2 * minuteMs },
  { store: 'core', collection: 'jobs', field: 'leaseUntil', where: { isOpen: true }, periodMs: workerLeaseMs },
  { store: 'core', collection: 'jobs', field: 'turnAt', where: { isOpen: true }, periodMs: hourMs },
  { store: 'core', collection: 'messages', field: 'leaseUntil', where: { state: 'sending' }, periodMs: workerLeaseMs },
  { store: 'core', collection: 'messages', field: 'scheduledAt', where: retried, periodMs: 4 * hourMs },
  { store: 'core', collection: 'messages', field: 'scheduledAt', where: capped, periodMs: 0 },
  { store: 'core', collection: 'send_lanes', field: 'nextAt', isCostly: true, periodMs: 0 },
  {
    store: 'core',
    collection: 'send_queues',
    field: 'turnAt',
    where: { turnAt: planned },
    isCostly: true,
    periodMs: 0,
  },
  { store: 'core', collection: 'send_queues', field: 'slotAt', periodMs: hourMs },
  { store: 'core', collection: 'send_queues', field: 'breaker.nextProbeAt', periodMs: 4 * hourMs },
  { store: 'core', collection: 'send_queues', field: 'leaseUntil', periodMs: workerLeaseMs },
  { store: 'core', collection: 'mailboxes', field: 'leaseUntil', where: { kind: 'smtp' }, periodMs: 15 * minuteMs },
  { store: 'core', collection: 'webhooks', field: 'leaseUntil', periodMs: minuteMs },
  { store: 'core', collection: 'webhooks', field: 'dueAt', periodMs: hourMs },
  { store: 'core', collection: 'webhooks', field: 'nextProbeAt', periodMs: minuteMs },
  { store: 'core', collection: 'webhook_deliveries', field: 'nextAttemptAt', where: pending, periodMs: hourMs },
  { store: 'core', collection: 'pending_erasures', field: 'leaseUntil', periodMs: minuteMs },
  {
    store: 'core',
    collection: 'provider_questions',
    field: 'heldUntil',
    where: { state: 'asked' },
    isCostly: true,
    periodMs: minuteMs,
  },
  { store: 'core', collection: 'backup_state', field: 'leaseUntil', periodMs: 30 * minuteMs },
  { store: 'core', collection: 'restore_epoch', field: 'journalWriterUntil', periodMs: minuteMs },
  { store: 'core', collection: 'schema_versions', field: 'lease.until', periodMs: minuteMs },
  { store: 'gateway', collection: 'rates', field: 'tat', isReset: true, periodMs: hourMs },
  { store: 'gateway', collection: 'previews', field: 'lease.until', where: { state: 'running' }, periodMs: minuteMs },
  {
    store: 'gateway',
    collection: 'previews',
    field: 'expiresAt',
    where: { state: { $in: ['pending', 'declined'] } },
    periodMs: 15 * minuteMs,
  },
];

interface CapOptions {
  gatewayDatabaseName: string;
  /** True at a usual start, when costly ones are skipped. */
  isStart: boolean;
}

/** Caps every lock at now plus its period, at startup and after a step of the clock. Returns the number capped. */
export async function capTimeLocks(now: Date, { gatewayDatabaseName, isStart }: CapOptions): Promise<number> {
  const client = mongoose.connection.getClient();
  let count = 0;
  for (const { store, collection, field, where = {}, periodMs, isCostly, isReset } of timeLocks) {
    if (isStart && isCostly) continue;
    const db = store === 'core' ? mongoose.connection.db! : client.db(gatewayDatabaseName);
    const latest = new Date(now.getTime() + periodMs);
    const isLater = { $and: [where, { [field]: { $gt: latest } }] };
    const { modifiedCount } = await db
      .collection(collection)
      .updateMany(isLater, { $set: { [field]: isReset ? now : latest } });
    count += modifiedCount;
  }
  return count;
}
