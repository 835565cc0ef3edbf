import { probeNow } from '../../domain/sending/mailboxes/mailbox-breaker.ts';
import { bringForward } from '../../store/messages/message-queue.ts';
import { wakeLanesOf, wakeLanesWaitingFor } from '../../store/sending/send-lane-store.ts';
import { findQueue, saveBreaker, wakeQueues } from '../../store/sending/send-queue-store.ts';

/** A cap, window or state has changed: what waits for it is looked at again at once. */
export async function wakeMailboxes(
  workspaceId: string,
  subject: { campaignId?: string; mailboxId?: string },
  now: Date,
): Promise<void> {
  const mailboxIds = await wakeLanesOf(workspaceId, subject, now);
  await wakeQueues(workspaceId, mailboxIds, now);
}

/** The address at which recipients unsubscribe is another one since this start: what waited for it is looked at again. */
export async function wakeWithoutWayOut(now: Date): Promise<void> {
  const waiting = await wakeLanesWaitingFor('no_way_out', now);
  for (const [workspaceId, lanes] of Map.groupBy(waiting, (lane) => lane.workspaceId)) {
    await wakeQueues(workspaceId, [...new Set(lanes.map(({ mailboxId }) => mailboxId))], now);
  }
}

/** Somebody has changed or resumed a mailbox: one whose breaker is open is tried at once. */
export async function retryMailbox(workspaceId: string, mailboxId: string, now: Date): Promise<void> {
  const queue = await findQueue(workspaceId, mailboxId);
  if (queue !== null && queue.breaker.state !== 'closed') {
    await bringForward(workspaceId, mailboxId, now);
    await saveBreaker(workspaceId, mailboxId, probeNow(queue.breaker, now), now);
  }
  await wakeMailboxes(workspaceId, { mailboxId }, now);
}
