import { cancelApprovals } from '../../store/approvals/approval-store.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvents, type NewEvent } from '../../store/events/event-store.ts';

/**
 * Nobody wants any more what a key or connection that has ended asked for, nor what the connections of somebody asked
 * for who left the workspace. Returns how many requests are cancelled.
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
