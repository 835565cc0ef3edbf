import { closedBreaker, type MailboxBreaker } from '../../domain/sending/mailboxes/mailbox-breaker.ts';
import type { WaitReason } from '../../domain/sending/reasons.ts';
import { type DocOf, defineModel, type RecordOf, stored, toRecord } from '../documents/define-model.ts';
import { writeMany } from '../documents/insert-documents.ts';
import { date, nullable, number, object, string, stringOf } from '../documents/paths.ts';
import { serverNow } from '../documents/server-clock.ts';
import { unlessLocked } from '../documents/transaction.ts';
import { findStoppedWorkspaces } from './sending-stop-store.ts';

/** Next action of a mailbox: one document per mailbox that has ever had something to send, with the mailbox's ID. */
type SendQueueDoc = DocOf<typeof SendQueueModel>;
export type SendQueueRecord = RecordOf<SendQueueDoc>;

export const idleAt = new Date('9999-01-01T00:00:00Z');
const longAgo = new Date(0);
const queuesMax = 1_000;

const schema = stored({
  workspaceId: string,
  /** Time of the next check by a worker. `idleAt` means not before a message is queued. */
  turnAt: date,
  /** Earliest time of its next campaign message, by the send gap. */
  slotAt: nullable(date),
  breaker: object<MailboxBreaker>(),
  /** Reason nothing is being sent now. */
  waitReason: nullable(stringOf<WaitReason>()),
  owner: nullable(string),
  leaseUntil: date,
  /** Grows with every turn. An older turn cannot change anything. */
  fence: number,
  /** Grows when a message is queued. A turn that did not see it leaves `turnAt` unchanged. */
  wakes: number,
});
// Workers read it across all workspaces.
schema.index({ turnAt: 1 });
schema.index({ workspaceId: 1 });

export const SendQueueModel = defineModel('SendQueue', 'send_queues', schema);

function fresh(workspaceId: string) {
  return {
    workspaceId,
    slotAt: null,
    breaker: closedBreaker,
    waitReason: null,
    owner: null,
    leaseUntil: longAgo,
    fence: 0,
  };
}

/** Schedules a check of these mailboxes no later than `at`. */
export async function wakeQueues(workspaceId: string, mailboxIds: string[], at: Date): Promise<void> {
  if (mailboxIds.length === 0) return;
  const operations = mailboxIds.map((mailboxId) => ({
    updateOne: {
      filter: { _id: mailboxId },
      update: { $min: { turnAt: at }, $inc: { wakes: 1 }, $setOnInsert: fresh(workspaceId) },
      upsert: true,
    },
  }));
  await writeMany(SendQueueModel, operations);
}

/** Same for every mailbox of a workspace that has a queue. */
export async function wakeAllQueues(workspaceId: string, at: Date): Promise<void> {
  await SendQueueModel.updateMany({ workspaceId }, { $min: { turnAt: at }, $inc: { wakes: 1 } });
}

/**
 * Claims the mailbox whose turn has been due longest, for one worker at a time. Returns null if no turn is due, or
 * while all sending is stopped.
 */
export async function claimQueue(
  { owner, leaseMs }: { owner: string; leaseMs: number },
  now: Date,
  within: { workspaceId?: string } = {},
): Promise<SendQueueRecord | null> {
  const { isAllStopped, workspaceIds } = await findStoppedWorkspaces();
  if (isAllStopped) return null;
  const serverTime = await serverNow();
  const isFree = workspaceIds.length === 0 ? {} : { $nor: [{ workspaceId: { $in: workspaceIds } }] };
  const claimed = await unlessLocked(() =>
    SendQueueModel.findOneAndUpdate(
      { ...within, ...isFree, turnAt: { $lte: now }, leaseUntil: { $lte: serverTime } },
      { $set: { owner, leaseUntil: new Date(serverTime.getTime() + leaseMs) }, $inc: { fence: 1 } },
      { sort: { turnAt: 1 }, returnDocument: 'after' },
    ).lean<SendQueueDoc>(),
  );
  return claimed && toRecord(claimed);
}

/** True if any worker holds the turn of one of its mailboxes. */
export async function isInTurn(workspaceId: string): Promise<boolean> {
  return (await SendQueueModel.exists({ workspaceId, leaseUntil: { $gt: await serverNow() } })) !== null;
}

export type QueueChanges = Pick<SendQueueRecord, 'turnAt' | 'slotAt' | 'breaker' | 'waitReason'>;

/** Ends a turn. If messages were queued in the meantime, the mailbox is checked again immediately. */
export async function finishTurn({ id, fence, wakes }: SendQueueRecord, changes: QueueChanges): Promise<void> {
  const free = { owner: null, leaseUntil: longAgo };
  const { matchedCount } = await SendQueueModel.updateOne({ _id: id, fence, wakes }, { $set: { ...changes, ...free } });
  if (matchedCount === 1) return;
  const { turnAt: _, ...rest } = changes;
  await SendQueueModel.updateOne({ _id: id, fence }, { $set: { ...rest, ...free } });
}

export async function findQueues(workspaceId: string, mailboxIds: string[]): Promise<SendQueueRecord[]> {
  const found = await SendQueueModel.find({ workspaceId, _id: { $in: mailboxIds } })
    .limit(queuesMax)
    .lean<SendQueueDoc[]>();
  return found.map(toRecord);
}

export async function findQueue(workspaceId: string, mailboxId: string): Promise<SendQueueRecord | null> {
  const [found] = await findQueues(workspaceId, [mailboxId]);
  return found ?? null;
}

/** Sets the breaker of a mailbox, which a running turn does not overwrite. Triggers an immediate check. */
export async function saveBreaker(
  workspaceId: string,
  mailboxId: string,
  breaker: MailboxBreaker,
  now: Date,
): Promise<void> {
  await SendQueueModel.updateOne(
    { workspaceId, _id: mailboxId },
    { $set: { breaker, slotAt: null }, $min: { turnAt: now }, $inc: { wakes: 1, fence: 1 } },
  );
}

export async function deleteQueue(workspaceId: string, mailboxId: string): Promise<void> {
  await SendQueueModel.deleteOne({ workspaceId, _id: mailboxId });
}
