import type { MessageKind } from '../../domain/messages/message-state.ts';
import { countWaiting } from '../../store/approvals/approval-store.ts';
import { countWaitingMessages } from '../../store/messages/due-messages.ts';
import { countRepliesToDecide } from '../../store/replies/inbox-store.ts';
import { findSendingStops } from '../../store/sending/sending-stop-store.ts';

/** How many there are, counted up to a limit. */
export interface CountedWork {
  count: number;
  hasMore: boolean;
}

export interface WorkForPerson {
  isSendingStopped: boolean;
  approvals: number;
  replies: CountedWork;
  answers: CountedWork;
  messages: CountedWork;
}

/** What waits for a person in a workspace. */
export async function countWorkForPerson(workspaceId: string, countedMax: number, now: Date): Promise<WorkForPerson> {
  return {
    isSendingStopped: (await findSendingStops(workspaceId)).length > 0,
    approvals: await countWaiting(workspaceId, countedMax, now),
    replies: await countReplies(workspaceId, countedMax),
    answers: await countMessages(workspaceId, countedMax, 'answer'),
    messages: await countMessages(workspaceId, countedMax, 'campaign'),
  };
}

/** Replies that need a person. */
export async function countReplies(workspaceId: string, countedMax: number): Promise<CountedWork> {
  return upTo(countedMax, await countRepliesToDecide(workspaceId, countedMax + 1));
}

/** Requests of clients and keys that wait for a decision. */
export async function countRequests(workspaceId: string, countedMax: number, now: Date): Promise<CountedWork> {
  return upTo(countedMax, await countWaiting(workspaceId, countedMax + 1, now));
}

/** Messages that wait for a yes, of one kind or of all. */
export async function countMessages(workspaceId: string, countedMax: number, kind?: MessageKind): Promise<CountedWork> {
  return upTo(countedMax, await countWaitingMessages(workspaceId, countedMax + 1, kind));
}

function upTo(countedMax: number, count: number): CountedWork {
  return { count: Math.min(count, countedMax), hasMore: count > countedMax };
}
