import { addEvent } from '../../../store/event-store.ts';
import { insertMessages, type NewMessage } from '../../../store/message-store.ts';

/** Stores messages, and tells of those that a person has to approve. */
export const storeQueued = async (workspaceId: string, messages: NewMessage[], now: Date): Promise<void> => {
  for (const message of await insertMessages(workspaceId, messages, now)) {
    if (message.state !== 'awaiting_approval') continue;
    const { id, campaignId, enrollmentId, contactId } = message;
    await addEvent(workspaceId, 'message.awaiting_approval', id, { campaignId, enrollmentId, contactId }, now);
  }
};
