import type { FaultCause } from '../../domain/sending/fault-cause.ts';
import { type BreakerChange, type MailboxBreaker, openedFor } from '../../domain/sending/mailboxes/mailbox-breaker.ts';
import { ownerOfFault } from '../../domain/sending/owner-of-fault.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { type MailboxRecord, noteMailboxState } from '../../store/mailboxes/mailbox-store.ts';
import { findQueue, saveBreaker, wakeQueues } from '../../store/sending/send-queue-store.ts';
import { proposeRemovals } from '../../store/suppressions/amend-suppressions.ts';

/** Bounces in this period before the breaker opened may be due to the same fault, in milliseconds. */
const beforehandMs = 60 * 60_000;

/**
 * Records that the breaker of a mailbox opened or closed. Updates the mailbox, emits an event, and proposes removal of
 * addresses that were suppressed as invalid in the meantime. Call inside a transaction.
 */
export async function noteBreakerChange(
  mailbox: MailboxRecord,
  change: Exclude<BreakerChange, null>,
  { before, after }: { before: MailboxBreaker; after: MailboxBreaker },
  now: Date,
): Promise<void> {
  const { workspaceId, id, address } = mailbox;
  if (change === 'closed') {
    await noteMailboxState(mailbox, { state: 'active', lastError: null }, now);
    const data = { address, cause: before.cause, since: before.since?.toISOString() ?? null };
    await addEvent(workspaceId, 'mailbox.breaker_closed', id, data, now);
    return;
  }
  const { cause, action, answer, since, nextProbeAt } = after;
  await noteMailboxState(mailbox, { state: 'failing', lastError: answer, lastErrorAt: now }, now);
  const from = new Date((since ?? now).getTime() - beforehandMs);
  await proposeRemovals(workspaceId, id, from);
  const data = {
    address,
    cause,
    action,
    answer,
    since: since?.toISOString() ?? null,
    nextProbeAt: nextProbeAt?.toISOString() ?? null,
  };
  await addEvent(workspaceId, 'mailbox.breaker_opened', id, data, now);
  await addEvent(workspaceId, 'mailbox.failing', id, { address, error: answer, part: 'sending' }, now);
}

/** Opens the breaker after a failed sign-in while reading, so that the mailbox's messages need not fail one by one. */
export function openBreakerForSignIn(mailbox: MailboxRecord, answer: string, now: Date): Promise<void> {
  const { cause } = ownerOfFault({ phase: 'login', code: 0, text: answer });
  return openBreaker(mailbox, cause, answer, now);
}

/** Opens the breaker for a fault of the mailbox or its provider that was not found by a rejected message. */
export async function openBreaker(mailbox: MailboxRecord, cause: FaultCause, answer: string, now: Date): Promise<void> {
  const { workspaceId, id } = mailbox;
  await inTransaction(async () => {
    await wakeQueues(workspaceId, [id], now);
    const queue = await findQueue(workspaceId, id);
    if (queue === null || queue.breaker.state !== 'closed') return;
    const breaker = openedFor(queue.breaker, cause, answer, now);
    await saveBreaker(workspaceId, id, breaker, now);
    await noteBreakerChange(mailbox, 'opened', { before: queue.breaker, after: breaker }, now);
  });
}
