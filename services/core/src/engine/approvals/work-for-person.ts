import type { MessageKind } from '../../domain/mail/message-state.ts';
import { listMessages } from '../../store/campaigns/message-store.ts';
import { listReplies } from '../../store/mail/reply-store.ts';
import { countWaiting } from '../../store/requests/approval-store.ts';
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
  return countOf(await listReplies(workspaceId, { needsAction: true }, { limit: countedMax, sort: '-id' }));
}

/** Messages that wait for a yes, of one kind or of all. */
export async function countMessages(workspaceId: string, countedMax: number, kind?: MessageKind): Promise<CountedWork> {
  const waiting = { state: 'awaiting_approval', ...(kind && { kind }) } as const;
  return countOf(await listMessages(workspaceId, waiting, { limit: countedMax, sort: '-id' }));
}

function countOf({ items, next }: { items: unknown[]; next: unknown }): CountedWork {
  return { count: items.length, hasMore: next !== null };
}
