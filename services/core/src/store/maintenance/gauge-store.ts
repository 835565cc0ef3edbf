import mongoose from 'mongoose';
import { type ReadMailbox, readLagSeconds } from '../../domain/mailboxes/reading.ts';
import { readWaiting, type WaitingGauge } from './waiting-gauges.ts';

/** Current pending and held work over all workspaces, for the operator. */
export interface StoreGauges {
  waiting: WaitingGauge[];
  jobs: Record<string, number>;
  creditHolds: number;
  /** Null without a hold. */
  oldestHoldSeconds: number | null;
  webhookBacklog: number;
  mailboxes: Record<string, number>;
  /** IDs of mailboxes that cannot send, up to 1,000. */
  failingMailboxes: string[];
  /** Reading of up to 10,000 mailboxes. */
  readings: MailboxReading[];
}

export interface MailboxReading {
  mailboxId: string;
  /** Seconds since the last reading. Null without IMAP. */
  lagSeconds: number | null;
  unreadCount: number;
}

const countedMax = 100_000;
const namedMax = 1_000;
const readingsMax = 10_000;

function collection(name: string) {
  return mongoose.connection.db!.collection(name);
}

async function countByState(name: string, states: readonly string[]): Promise<Record<string, number>> {
  const counts = states.map(async (state) => [
    state,
    await collection(name).countDocuments({ state }, { limit: countedMax }),
  ]);
  return Object.fromEntries(await Promise.all(counts));
}

/** Every count stops at 100,000. Beyond that, only the trend matters. */
export async function readGauges(now: Date): Promise<StoreGauges> {
  // Matches any time, so that the query uses only the index of pending deliveries.
  const pending = { state: 'pending', nextAttemptAt: { $gte: new Date(0) } };
  const failing = collection('mailboxes').find({ state: 'failing' }, { projection: { _id: 1 } });
  return {
    waiting: await readWaiting(now),
    jobs: await countByState('jobs', ['queued', 'running']),
    creditHolds: await collection('operations').countDocuments({ state: 'held' }, { limit: countedMax }),
    oldestHoldSeconds: await readOldestHold(now),
    webhookBacklog: await collection('webhook_deliveries').countDocuments(pending, { limit: countedMax }),
    mailboxes: await countByState('mailboxes', ['active', 'paused', 'failing']),
    readings: await findReadings(now),
    failingMailboxes: (await failing.limit(namedMax).toArray()).map(({ _id }) => String(_id)),
  };
}

async function readOldestHold(now: Date): Promise<number | null> {
  const held = collection('operations').find({ state: 'held' }).limit(namedMax);
  const times = (await held.toArray()).map(({ createdAt }) => now.getTime() - (createdAt as Date).getTime());
  return times.length === 0 ? null : Math.max(...times) / 1_000;
}

type Read = Pick<ReadMailbox, 'imap' | 'lastReadAt' | 'createdAt'> & { unreadCount?: number };

async function findReadings(now: Date): Promise<MailboxReading[]> {
  const members = { 'imap.host': 1, lastReadAt: 1, createdAt: 1, unreadCount: 1 };
  const found = await mongoose.connection
    .db!.collection<Read>('mailboxes')
    .find({ kind: 'smtp', state: { $ne: 'paused' } }, { projection: members })
    .limit(readingsMax)
    .toArray();
  return found.map(({ _id, imap = null, lastReadAt = null, createdAt, unreadCount = 0 }) => {
    const lagSeconds = readLagSeconds({ imap, lastReadAt, createdAt }, now);
    return { mailboxId: String(_id), lagSeconds, unreadCount };
  });
}
