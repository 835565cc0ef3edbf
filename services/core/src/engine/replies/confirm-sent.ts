import { addEvent } from '../../store/events/event-store.ts';
import { type MessageRecord, transitionMessage } from '../../store/messages/message-store.ts';

/** Marks an unconfirmed message as sent, based on evidence. Call inside a transaction. */
export async function confirmSent(
  message: MessageRecord,
  confirmedBy: 'reply' | 'sent_copy' | 'delivery_report',
  now: Date,
): Promise<boolean> {
  const { workspaceId, id, state, campaignId, enrollmentId, contactId, mailboxId, kind } = message;
  if (state !== 'unconfirmed') return false;
  if ((await transitionMessage(workspaceId, id, 'confirm_sent', {}, now)) === null) return false;
  const data = { campaignId, enrollmentId, contactId, mailboxId, kind, confirmedBy };
  await addEvent(workspaceId, 'message.sent', id, data, now);
  return true;
}
