import type { MessageKind } from '../../domain/messages/message-state.ts';
import { countWaiting, findOldestWaiting } from '../../store/approvals/approval-store.ts';
import { countMailboxesWithoutReading } from '../../store/mailboxes/mailbox-store.ts';
import { countDueMessages, countWaitingMessages } from '../../store/messages/due-messages.ts';
import { countInbox } from '../../store/replies/inbox-store.ts';
import { findSendingStops } from '../../store/sending/sending-stop-store.ts';
import { countDueTasks } from '../../store/tasks/task-store.ts';

/** Number of items, counted up to a limit. */
export interface CountedWork {
  count: number;
  hasMore: boolean;
}

export interface WorkForPerson {
  isSendingStopped: boolean;
  approvals: number;
  /** Time of the oldest request. */
  oldestApprovalAt?: Date;
  replies: CountedWork;
  answers: CountedWork;
  messages: CountedWork;
  tasks: CountedWork;
  /** Mailboxes without IMAP, from which no follow-ups are sent. */
  unreadableMailboxes: number;
}

/** Counts the pending work for people in a workspace. */
export async function countWorkForPerson(workspaceId: string, countedMax: number, now: Date): Promise<WorkForPerson> {
  return {
    isSendingStopped: (await findSendingStops(workspaceId)).length > 0,
    approvals: await countWaiting(workspaceId, countedMax, now),
    oldestApprovalAt: await findOldestWaiting(workspaceId, now),
    replies: await countReplies(workspaceId, countedMax, now),
    tasks: await countTasks(workspaceId, countedMax, now),
    answers: await countMessages(workspaceId, countedMax, 'answer'),
    messages: await countMessages(workspaceId, countedMax, 'campaign'),
    unreadableMailboxes: await countMailboxesWithoutReading(workspaceId),
  };
}

/** Counts due tasks that are assigned to people. */
export async function countTasks(workspaceId: string, countedMax: number, now: Date): Promise<CountedWork> {
  return upTo(countedMax, await countDueTasks(workspaceId, countedMax + 1, now));
}

/** Counts held messages that would otherwise be due. */
export async function countHeldMessages(workspaceId: string, countedMax: number, now: Date): Promise<CountedWork> {
  return upTo(countedMax, await countDueMessages(workspaceId, countedMax + 1, now));
}

/** Counts replies that need a decision by a person. */
export async function countReplies(workspaceId: string, countedMax: number, now: Date): Promise<CountedWork> {
  return upTo(countedMax, await countInbox(workspaceId, 'needs-you', countedMax + 1, now));
}

/** Counts requests of clients and keys that need a decision. */
export async function countRequests(workspaceId: string, countedMax: number, now: Date): Promise<CountedWork> {
  return upTo(countedMax, await countWaiting(workspaceId, countedMax + 1, now));
}

/** Counts messages that need approval, of one kind or of all kinds. */
export async function countMessages(workspaceId: string, countedMax: number, kind?: MessageKind): Promise<CountedWork> {
  return upTo(countedMax, await countWaitingMessages(workspaceId, countedMax + 1, kind));
}

function upTo(countedMax: number, count: number): CountedWork {
  return { count: Math.min(count, countedMax), hasMore: count > countedMax };
}
