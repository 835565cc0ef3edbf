import { mailboxFailuresMax } from '../domain/mail/message-retry.ts';
import type { SendOutcome } from '../mail/mail-transport.ts';
import { type MailboxRecord, noteMailboxFailure, noteMailboxSuccess } from '../store/mail/mailbox-store.ts';
import { addEvent } from '../store/requests/event-store.ts';
import { inTransaction } from '../store/transaction.ts';

const errorTextMax = 500;

/** Keeps the mailbox's own health: it is `failing` after several failures in a row, and well again after one success. */
export const noteMailboxOutcome = async (mailbox: MailboxRecord, outcome: SendOutcome, now: Date): Promise<void> => {
  if (outcome.kind === 'withdrawn' || outcome.kind === 'unconfirmed') return;
  if (outcome.kind === 'sent' || outcome.fault !== 'mailbox') {
    return noteMailboxSuccess(mailbox, now);
  }
  const error = outcome.error.slice(0, errorTextMax);
  await inTransaction(async () => {
    const { isNowFailing } = await noteMailboxFailure(mailbox, error, mailboxFailuresMax, now);
    if (!isNowFailing) return;
    await addEvent(mailbox.workspaceId, 'mailbox.failing', mailbox.id, { address: mailbox.address, error }, now);
  });
};
