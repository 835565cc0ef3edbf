import mongoose from 'mongoose';

/** Current pending and held work over all workspaces, for the operator. */
export interface StoreGauges {
  messagesDue: number;
  oldestDueSeconds: number;
  jobs: Record<string, number>;
  creditHolds: number;
  webhookBacklog: number;
  mailboxes: Record<string, number>;
  /** IDs of mailboxes that cannot send, up to 1,000. */
  failingMailboxes: string[];
}

const countedMax = 100_000;
const namedMax = 1_000;

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
  const due = { state: 'scheduled', scheduledAt: { $lte: now } };
  // Matches any time, so that the query uses only the index of pending deliveries.
  const pending = { state: 'pending', nextAttemptAt: { $gte: new Date(0) } };
  const oldest = await collection('messages').find(due).sort({ scheduledAt: 1 }).limit(1).next();
  const failing = collection('mailboxes').find({ state: 'failing' }, { projection: { _id: 1 } });
  return {
    messagesDue: await collection('messages').countDocuments(due, { limit: countedMax }),
    oldestDueSeconds: oldest === null ? 0 : (now.getTime() - (oldest.scheduledAt as Date).getTime()) / 1_000,
    jobs: await countByState('jobs', ['queued', 'running']),
    creditHolds: await collection('operations').countDocuments({ state: 'held' }, { limit: countedMax }),
    webhookBacklog: await collection('webhook_deliveries').countDocuments(pending, { limit: countedMax }),
    mailboxes: await countByState('mailboxes', ['active', 'paused', 'failing']),
    failingMailboxes: (await failing.limit(namedMax).toArray()).map(({ _id }) => String(_id)),
  };
}
