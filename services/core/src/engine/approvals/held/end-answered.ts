import { endHeld, listPendingHeld } from '../../../store/approvals/held-approval-store.ts';
import { deleteAskedManifests } from '../../../store/approvals/manifest-store.ts';
import { cancelHeldMessage, countHeld } from '../../../store/campaigns/held-messages.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import { addEvent } from '../../../store/events/event-store.ts';
import { findMessages } from '../../../store/messages/message-store.ts';
import { endEnrollment } from '../../campaigns/enrollment-effects.ts';

const endedAtOnce = 100;

/** Ends requests about held messages whose messages ended, or were approved one by one. */
export async function endAnswered(now: Date): Promise<void> {
  for (const { workspaceId, id, action, heldMessageIds = [] } of await listPendingHeld(endedAtOnce)) {
    if ((await countHeld(workspaceId, heldMessageIds)) > 0) continue;
    await inTransaction(async () => {
      if (!(await endHeld(workspaceId, id, now))) return;
      await deleteAskedManifests(workspaceId, id);
      await addEvent(workspaceId, 'approval.decided', id, { action, state: 'cancelled' }, now);
    });
  }
}

/** A person declined: the held messages are canceled, and their sequences end. Call inside a transaction. */
export async function cancelHeld(workspaceId: string, messageIds: string[], now: Date): Promise<void> {
  for (const { id, kind, enrollmentId } of await findMessages(workspaceId, messageIds)) {
    if (!(await cancelHeldMessage(workspaceId, id, now))) continue;
    if (kind === 'campaign' && enrollmentId !== null)
      await endEnrollment(workspaceId, enrollmentId, 'removed', now, 'message_cancelled');
  }
}
