import type { ApprovalRecord } from '../../store/approvals/approval-store.ts';
import { cancelApprovals } from '../../store/approvals/pending-approvals.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvents, type NewEvent } from '../../store/events/event-store.ts';
import { deleteOrdersOf } from '../../store/jobs/standing-order-store.ts';

/**
 * Cancels pending requests, and ends the standing orders of a connection that ended. Returns the number of canceled
 * requests. Call inside a transaction.
 */
export async function cancelRequests(
  workspaceId: string,
  which: { connectionId: string } | { ids: string[] },
  now: Date,
): Promise<number> {
  if ('connectionId' in which) await deleteOrdersOf(workspaceId, which.connectionId);
  const cancelled = await cancelApprovals(workspaceId, which);
  const events = cancelled.map(
    ({ id, action }: ApprovalRecord): NewEvent => ({
      type: 'approval.decided',
      subjectId: id,
      data: { action, state: 'cancelled' },
    }),
  );
  await addEvents(workspaceId, events, now);
  return cancelled.length;
}

/** Cancels the pending requests of a connection that ended. Returns the number of canceled requests. */
export function cancelWaiting(workspaceId: string, by: { connectionId: string }, now: Date): Promise<number> {
  return inTransaction(() => cancelRequests(workspaceId, by, now));
}
