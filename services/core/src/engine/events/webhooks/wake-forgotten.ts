import { findNextAttempt } from '../../../store/events/webhooks/delivery-queue.ts';
import { findSleepingWebhooks, wakeWebhooks } from '../../../store/events/webhooks/webhook-turns.ts';

/**
 * Wakes endpoints that sleep although deliveries wait: an instance of an earlier version can have queued them during a
 * rolling upgrade. Returns their number.
 */
export async function wakeForgotten(now: Date): Promise<number> {
  let woken = 0;
  for (const webhook of await findSleepingWebhooks()) {
    if ((await findNextAttempt(webhook)) === null) continue;
    await wakeWebhooks([webhook.workspaceId], [webhook.id], now);
    woken += 1;
  }
  return woken;
}
