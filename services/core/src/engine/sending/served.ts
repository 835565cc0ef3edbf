import type { MailboxBreaker } from '../../domain/sending/mailboxes/mailbox-breaker.ts';
import type { Claim } from '../../store/messages/message-queue.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import type { EngineDeps } from '../context/engine-deps.ts';

/** What a turn has done. */
export interface Served {
  /** By lane: when each message that is still in it may go out. */
  stays: Map<string, Date[]>;
  breaker: MailboxBreaker;
  /** Messages that the mail server was asked about. */
  triedCount: number;
  sentCount: number;
  /** Whether it had no fault of the mailbox. */
  isHealthy: boolean;
}

export interface Line {
  claim: Claim;
  deadlineMs: number;
  deps: EngineDeps;
}

/** Looked at again after this time where nothing says when. */
export const shortWaitMs = 60_000;

/** The message is still in its lane. */
export function stay({ stays }: Served, { laneId }: MessageRecord, at: Date): void {
  const times = stays.get(laneId ?? '') ?? [];
  times.push(at);
  stays.set(laneId ?? '', times);
}
