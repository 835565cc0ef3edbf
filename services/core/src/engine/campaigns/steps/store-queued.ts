import { addEvent } from '../../../store/events/event-store.ts';
import { insertMessages, type NewMessage } from '../../../store/messages/message-store.ts';

/** Stores messages, and emits an event for each message that needs a person's approval. */
export async function storeQueued(workspaceId: string, messages: NewMessage[], now: Date): Promise<void> {
  for (const message of await insertMessages(workspaceId, messages, now)) {
    if (message.state !== 'awaiting_approval') continue;
    const { id, campaignId, enrollmentId, contactId } = message;
    await addEvent(workspaceId, 'message.awaiting_approval', id, { campaignId, enrollmentId, contactId }, now);
  }
}
