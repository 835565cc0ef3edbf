import { probeNow } from '../../domain/sending/mailboxes/mailbox-breaker.ts';
import { bringForward } from '../../store/campaigns/held-messages.ts';
import { wakeLanesOf, wakeLanesWaitingFor } from '../../store/sending/send-lane-store.ts';
import { findQueue, saveBreaker, wakeQueues } from '../../store/sending/send-queue-store.ts';

/** Rechecks queued messages immediately after a change of a limit, window, or state. */
export async function wakeMailboxes(
  workspaceId: string,
  subject: { campaignId?: string; mailboxId?: string },
  now: Date,
): Promise<void> {
  const mailboxIds = await wakeLanesOf(workspaceId, subject, now);
  await wakeQueues(workspaceId, mailboxIds, now);
}

/** Rechecks messages that were held for a public unsubscribe URL, after a start with a different URL. */
export async function wakeWithoutWayOut(now: Date): Promise<void> {
  const waiting = await wakeLanesWaitingFor('no_way_out', now);
  for (const [workspaceId, lanes] of Map.groupBy(waiting, (lane) => lane.workspaceId)) {
    await wakeQueues(workspaceId, [...new Set(lanes.map(({ mailboxId }) => mailboxId))], now);
  }
}

/** Retries a mailbox immediately after someone changed or resumed it, if its breaker is open. */
export async function retryMailbox(workspaceId: string, mailboxId: string, now: Date): Promise<void> {
  const queue = await findQueue(workspaceId, mailboxId);
  if (queue !== null && queue.breaker.state !== 'closed') {
    await bringForward(workspaceId, mailboxId, now);
    await saveBreaker(workspaceId, mailboxId, probeNow(queue.breaker, now), now);
  }
  await wakeMailboxes(workspaceId, { mailboxId }, now);
}
