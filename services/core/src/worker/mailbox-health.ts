import { mailboxFailuresMax } from '../domain/mail/message-retry.ts';
import type { SendOutcome } from '../mail/mail-transport.ts';
import { noteReadFailure } from '../store/mail/mailbox-lease.ts';
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
    await addEvent(
      mailbox.workspaceId,
      'mailbox.failing',
      mailbox.id,
      { address: mailbox.address, error, part: 'sending' },
      now,
    );
  });
};

/** Whose replies cannot be read does not see who asks to be left alone: it is told once, after several failures in a row. */
export const noteReadingFailed = (mailbox: MailboxRecord, failure: string, now: Date): Promise<void> =>
  inTransaction(async () => {
    const error = failure.slice(0, errorTextMax);
    const count = await noteReadFailure(mailbox, error, now);
    if (count !== mailboxFailuresMax) return;
    const data = { address: mailbox.address, error, part: 'reading' };
    await addEvent(mailbox.workspaceId, 'mailbox.failing', mailbox.id, data, now);
  });
