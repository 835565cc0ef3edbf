import type { HoldReason } from '../../domain/sending/reasons.ts';
import { addEvent } from '../../store/events/event-store.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';

type Held = Pick<MessageRecord, 'workspaceId' | 'id' | 'campaignId' | 'enrollmentId' | 'contactId'>;

/** Emits the events of a message that is not sent until a person decides. Call in the transaction that holds it. */
export async function announceHeld(message: Held, holdReason: HoldReason, now: Date): Promise<void> {
  const { workspaceId, id, campaignId, enrollmentId, contactId } = message;
  const ids = { campaignId, enrollmentId, contactId };
  await addEvent(workspaceId, 'message.held', id, { ...ids, holdReason }, now);
  if (holdReason === 'approval_outdated') await addEvent(workspaceId, 'message.awaiting_approval', id, ids, now);
}
