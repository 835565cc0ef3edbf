import { cancelApprovals } from '../../store/approvals/approval-store.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvents, type NewEvent } from '../../store/events/event-store.ts';

/**
 * Cancels pending requests of a revoked key or connection, or of the connections of a member who left the workspace.
 * Returns the number of canceled requests.
 */
export function cancelWaiting(
  workspaceId: string,
  by: { connectionId: string } | { userId: string },
  now: Date,
): Promise<number> {
  return inTransaction(async () => {
    const cancelled = await cancelApprovals(workspaceId, by);
    const events = cancelled.map(
      ({ id, action }): NewEvent => ({ type: 'approval.decided', subjectId: id, data: { action, state: 'cancelled' } }),
    );
    await addEvents(workspaceId, events, now);
    return cancelled.length;
  });
}
