import type { MailboxBreaker } from '../../domain/sending/mailboxes/mailbox-breaker.ts';
import type { Claim } from '../../store/messages/message-queue.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import type { EngineDeps } from '../context/engine-deps.ts';

/** Outcome of a mailbox turn. */
export interface Served {
  /** Next send times of the messages still queued, by lane ID. */
  stays: Map<string, Date[]>;
  breaker: MailboxBreaker;
  /** Messages attempted, including rejected ones. */
  triedCount: number;
  sentCount: number;
  /** Last message attempted. Its ID decides the gap that follows. */
  lastTriedId?: string;
  /** False if the mailbox failed during the turn. */
  isHealthy: boolean;
}

export interface Line {
  claim: Claim;
  deadlineMs: number;
  deps: EngineDeps;
}

/** Fallback delay when no rule gives a time, in milliseconds. */
export const noTimeWaitMs = 5 * 60_000;
/** Delay of a message that did not fit into the batch just sent, in milliseconds. */
export const noPlaceWaitMs = 60_000;

/** Records when a queued message can be sent. */
export function stay({ stays }: Served, { laneId }: MessageRecord, at: Date): void {
  const times = stays.get(laneId ?? '') ?? [];
  times.push(at);
  stays.set(laneId ?? '', times);
}
