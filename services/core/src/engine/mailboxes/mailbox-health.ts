import { cutText } from '@outbound/node-service/text/cut-text';
import { readFailuresMax } from '../../domain/messages/message-retry.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { noteReadFailure } from '../../store/mailboxes/mailbox-lease.ts';
import type { MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';

const errorTextMax = 500;

/**
 * Counts a failed attempt to read replies. Opt-outs go unseen then, so an event reports it once, after several
 * consecutive failures.
 */
export function noteReadingFailed(mailbox: MailboxRecord, failure: string, now: Date): Promise<void> {
  return inTransaction(async () => {
    const error = cutText(failure, errorTextMax);
    const count = await noteReadFailure(mailbox, error, now);
    if (count !== readFailuresMax) return;
    const data = { address: mailbox.address, error, part: 'reading' as const };
    await addEvent(mailbox.workspaceId, 'mailbox.failing', mailbox.id, data, now);
  });
}
