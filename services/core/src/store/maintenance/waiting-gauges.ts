import mongoose from 'mongoose';
import { type WaitCause, type WaitReason, waitCauses, waitReasons } from '../../domain/sending/reasons.ts';
import type { SendLaneRecord } from '../sending/send-lane-store.ts';
import type { SendQueueRecord } from '../sending/send-queue-store.ts';
import { findStoppedWorkspaces } from '../sending/sending-stop-store.ts';

/** Due messages that have not been sent, by the cause of their wait. */
export interface WaitingGauge {
  cause: WaitCause;
  count: number;
  /** Null if none waits. For `late`, the time since it could have been sent; for others, since it was due. */
  oldestSeconds: number | null;
}

/** Only the messages that have been due the longest are counted by cause. */
const countedMax = 10_000;
const queuesMax = 10_000;

/** Due messages of one lane, with the reason that holds them themselves. */
interface Group {
  laneId: string | null;
  workspaceId: string;
  isHeld: boolean;
  count: number;
  oldest: Date;
}
type Lane = Pick<SendLaneRecord, 'nextAt' | 'waitReason' | 'mailboxId'>;
type Queue = Pick<SendQueueRecord, 'turnAt' | 'slotAt' | 'waitReason' | 'workspaceId'>;
type Stored<T> = T & { _id: string };

function collection(name: string) {
  return mongoose.connection.db!.collection(name);
}

/** Every cause is present, also if no message waits for it. */
export async function readWaiting(now: Date): Promise<WaitingGauge[]> {
  const { isAllStopped, workspaceIds } = await findStoppedWorkspaces();
  const isStopped = (workspaceId: string) => isAllStopped || workspaceIds.includes(workspaceId);
  const groups = await groupsOf(now);
  const lanes = await lanesOf(groups);
  const queues = await queuesOf(lanes);
  const tally = new Tally(now);
  for (const group of groups) {
    const lane = lanes.get(group.laneId ?? '');
    const cause = isStopped(group.workspaceId)
      ? 'paused'
      : causeOf(group, lane, queues.get(lane?.mailboxId ?? ''), now);
    tally.count(cause, group.count);
    // A lane can be late since its cap ended, while its messages have been due for a day.
    if (cause !== 'late' || lane === undefined) tally.since(cause, group.oldest);
  }
  for (const { workspaceId, turnAt, slotAt } of await overdueQueues(now))
    if (!isStopped(workspaceId)) tally.since('late', slotAt !== null && slotAt > turnAt ? slotAt : turnAt);
  return tally.gauges;
}

/** The lane's reason, then the mailbox's. Without one, a turn is planned for later because of the gap, or overdue. */
function causeOf({ isHeld }: Group, lane: Lane | undefined, queue: Queue | undefined, now: Date): WaitCause {
  if (isHeld) return 'paused';
  if (lane === undefined || queue === undefined) return 'late';
  if (lane.nextAt > now && lane.waitReason !== null) return ofReason(lane.waitReason);
  if (queue.turnAt <= now) return 'late';
  return queue.waitReason === null ? 'gap' : ofReason(queue.waitReason);
}

function ofReason(reason: WaitReason): WaitCause {
  return waitReasons[reason].cause;
}

async function groupsOf(now: Date): Promise<Group[]> {
  const due = { state: 'scheduled', scheduledAt: { $lte: now } };
  const key = { laneId: '$laneId', workspaceId: '$workspaceId', isHeld: { $gt: ['$holdReason', null] } };
  const rows = await collection('messages')
    .aggregate<{ _id: Pick<Group, 'laneId' | 'workspaceId' | 'isHeld'>; count: number; oldest: Date }>([
      { $match: due },
      { $sort: { scheduledAt: 1 } },
      { $limit: countedMax },
      { $group: { _id: key, count: { $sum: 1 }, oldest: { $min: '$scheduledAt' } } },
    ])
    .toArray();
  return rows.map(({ _id, count, oldest }) => ({ ..._id, count, oldest }));
}

async function lanesOf(groups: Group[]): Promise<Map<string, Lane>> {
  const ids = groups.flatMap(({ laneId }) => laneId ?? []);
  return byId('send_lanes', ids);
}

async function queuesOf(lanes: Map<string, Lane>): Promise<Map<string, Queue>> {
  return byId('send_queues', [...new Set([...lanes.values()].map(({ mailboxId }) => mailboxId))]);
}

async function byId<T>(name: string, ids: string[]): Promise<Map<string, T>> {
  if (ids.length === 0) return new Map();
  const found = await mongoose.connection
    .db!.collection<Stored<Record<string, unknown>>>(name)
    .find<Stored<T>>({ _id: { $in: ids } })
    .toArray();
  return new Map(found.map((one) => [one._id, one]));
}

/** Mailboxes whose turn has come, and which no worker has served. They are found also beyond `countedMax`. */
function overdueQueues(now: Date): Promise<Queue[]> {
  return collection('send_queues')
    .find<Queue>({ turnAt: { $lte: now } })
    .sort({ turnAt: 1 })
    .limit(queuesMax)
    .toArray();
}

class Tally {
  readonly #now: Date;
  readonly #counts = new Map<WaitCause, number>();
  readonly #oldest = new Map<WaitCause, Date>();

  constructor(now: Date) {
    this.#now = now;
  }

  count(cause: WaitCause, count: number): void {
    this.#counts.set(cause, (this.#counts.get(cause) ?? 0) + count);
  }

  since(cause: WaitCause, time: Date): void {
    const known = this.#oldest.get(cause);
    if (known === undefined || time < known) this.#oldest.set(cause, time);
  }

  get gauges(): WaitingGauge[] {
    return waitCauses.map((cause) => {
      const oldest = this.#oldest.get(cause);
      const oldestSeconds = oldest === undefined ? null : (this.#now.getTime() - oldest.getTime()) / 1_000;
      return { cause, count: this.#counts.get(cause) ?? 0, oldestSeconds };
    });
  }
}
