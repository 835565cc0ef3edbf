import type { FaultCause } from '../../domain/sending/fault-cause.ts';
import type { Fault } from '../../domain/sending/owner-of-fault.ts';
import { reportedFault } from '../../domain/sending/reported-fault.ts';
import { findMailbox } from '../../store/mailboxes/mailbox-store.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import { findSentBefore } from '../../store/replies/bounce-store.ts';
import { openBreaker } from './mailbox-breaker.ts';

/** Causes that only the mailbox's own provider reports. */
const withoutDoubt: readonly FaultCause[] = ['quota_exceeded', 'account_suspended', 'sending_disabled'];

/** A single company's filter can have its own rules. This many of the last ten messages point to the sender. */
const watchedCount = 10;
const returnedMax = 3;

/** Records a bounce caused by the mailbox or its provider, so that other messages need not fail one by one. */
export async function noteReturned(message: MessageRecord, fault: Fault, answer: string, now: Date): Promise<void> {
  const { workspaceId, mailboxId } = message;
  const mailbox = mailboxId === null ? null : await findMailbox(workspaceId, mailboxId);
  if (mailbox === null) return;
  const isClear = withoutDoubt.includes(fault.cause) || (await countReturned(message)) >= returnedMax;
  if (isClear) await openBreaker(mailbox, fault.cause, answer, now);
}

/** Number of the mailbox's recent messages, up to this one, that bounced because of the sender. */
async function countReturned(message: MessageRecord): Promise<number> {
  const last = await findSentBefore(message, watchedCount);
  return last.filter(({ bounceType, lastError }) => {
    if (bounceType !== 'soft') return false;
    const { owner } = reportedFault({ status: null, diagnostic: lastError });
    return owner === 'mailbox' || owner === 'provider';
  }).length;
}
