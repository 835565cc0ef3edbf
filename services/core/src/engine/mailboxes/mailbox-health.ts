import { readFailuresMax } from '../../domain/messages/message-retry.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { noteReadFailure } from '../../store/mailboxes/mailbox-lease.ts';
import type { MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';

const errorTextMax = 500;

/** Whose replies cannot be read does not see who asks to be left alone: an event says so once, after several failures in a row. */
export function noteReadingFailed(mailbox: MailboxRecord, failure: string, now: Date): Promise<void> {
  return inTransaction(async () => {
    const error = failure.slice(0, errorTextMax);
    const count = await noteReadFailure(mailbox, error, now);
    if (count !== readFailuresMax) return;
    const data = { address: mailbox.address, error, part: 'reading' as const };
    await addEvent(mailbox.workspaceId, 'mailbox.failing', mailbox.id, data, now);
  });
}
