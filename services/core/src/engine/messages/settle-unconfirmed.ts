import { addEvent } from '../../store/events/event-store.ts';
import { type MessageRecord, transitionMessage } from '../../store/messages/message-store.ts';

export const settleOutcomes = ['sent', 'send_again'] as const;
export type SettleOutcome = (typeof settleOutcomes)[number];

/**
 * Settles an unconfirmed message, once someone knows the outcome: it was sent, or it was not and is queued again. Null
 * if it is no longer unconfirmed. Call inside a transaction.
 */
export async function settleUnconfirmedMessage(
  message: MessageRecord,
  outcome: SettleOutcome,
  confirmedBy: string,
  now: Date,
): Promise<MessageRecord | null> {
  const { workspaceId, id } = message;
  if (outcome === 'send_again') {
    const again = { sentAt: null, scheduledAt: now, waitReason: null, lastError: null };
    return transitionMessage(workspaceId, id, 'send_again', again, now);
  }
  const settled = await transitionMessage(workspaceId, id, 'confirm_sent', { lastError: null }, now);
  if (settled === null) return null;
  const { campaignId, enrollmentId, contactId, mailboxId, kind } = settled;
  const data = { campaignId, enrollmentId, contactId, mailboxId, kind, confirmedBy };
  await addEvent(workspaceId, 'message.sent', id, data, now);
  return settled;
}
