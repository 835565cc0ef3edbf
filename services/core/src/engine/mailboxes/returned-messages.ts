import type { FaultCause } from '../../domain/sending/fault-cause.ts';
import type { Fault } from '../../domain/sending/owner-of-fault.ts';
import { reportedFault } from '../../domain/sending/reported-fault.ts';
import { findMailbox } from '../../store/mailboxes/mailbox-store.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import { findSentBefore } from '../../store/replies/bounce-store.ts';
import { openBreaker } from './mailbox-breaker.ts';

/** Only the mailbox's own provider says so. */
const withoutDoubt: readonly FaultCause[] = ['quota_exceeded', 'account_suspended', 'sending_disabled'];

/** One company's filter may have a rule of its own; of the last ten, so many are not each at fault. */
const watchedCount = 10;
const returnedMax = 3;

/** A message has come back for a fault of its mailbox or provider: the others need not find that out one by one. */
export async function noteReturned(message: MessageRecord, fault: Fault, answer: string, now: Date): Promise<void> {
  const { workspaceId, mailboxId } = message;
  const mailbox = mailboxId === null ? null : await findMailbox(workspaceId, mailboxId);
  if (mailbox === null) return;
  const isClear = withoutDoubt.includes(fault.cause) || (await countReturned(message)) >= returnedMax;
  if (isClear) await openBreaker(mailbox, fault.cause, answer, now);
}

/** Of what the mailbox sent last, up to this message: how much came back for a fault of the sender. */
async function countReturned(message: MessageRecord): Promise<number> {
  const last = await findSentBefore(message, watchedCount);
  return last.filter(({ bounceType, lastError }) => {
    if (bounceType !== 'soft') return false;
    const { owner } = reportedFault({ status: null, diagnostic: lastError });
    return owner === 'mailbox' || owner === 'provider';
  }).length;
}
