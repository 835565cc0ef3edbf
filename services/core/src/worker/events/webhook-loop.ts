import { randomUUID } from 'node:crypto';
import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import { deliverWebhook } from '../../engine/events/webhooks/deliver-webhook.ts';
import { queuePendingEvents } from '../../engine/events/webhooks/queue-deliveries.ts';
import { claimDelivery, postponeDelivery } from '../../store/events/webhooks/delivery-queue.ts';
import type { DeliveryRecord } from '../../store/events/webhooks/delivery-store.ts';
import { type Loop, restBesideFirst, restLonger, startLoop } from '../poll-loop.ts';

const deliveriesAtOnce = 20;
/** Longer than a request can take, in milliseconds, so that a slow receiver does not get it twice. */
const leaseMs = 60_000;
const laneMs = 30_000;
const concurrentBatches = 3;

async function claimSome(owner: string, now: Date): Promise<DeliveryRecord[]> {
  const claimed: DeliveryRecord[] = [];
  while (claimed.length < deliveriesAtOnce) {
    const delivery = await claimDelivery({ owner, leaseMs }, now);
    if (delivery === null) break;
    claimed.push(delivery);
  }
  return claimed;
}

/** Groups deliveries into lanes. Events about one record go to an endpoint one at a time, in order. */
function lanesOf(deliveries: DeliveryRecord[]): DeliveryRecord[][] {
  const ordered = deliveries.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
  return [...Map.groupBy(ordered, ({ webhookId, subjectId }) => `${webhookId} ${subjectId}`).values()];
}

/** Ends a lane of slow receivers before its lease does. The rest returns to the queue without an attempt. */
async function deliverLane(lane: DeliveryRecord[], deps: EngineDeps): Promise<void> {
  const until = deps.now().getTime() + laneMs;
  for (const delivery of lane) {
    if (deps.now().getTime() < until) await deliverWebhook(delivery, deps);
    else await postponeDelivery(delivery, deps.now());
  }
}

/** Delivers due events. Returns false if there were none. */
export async function deliverDueWebhooks(deps: EngineDeps, owner: string = randomUUID()): Promise<boolean> {
  const claimed = await claimSome(owner, deps.now());
  await Promise.all(lanesOf(claimed).map((lane) => deliverLane(lane, deps)));
  return claimed.length > 0;
}

/**
 * Moves events from the outbox to the queue, and from there to the endpoints, several concurrently, so that slow
 * receivers delay few. Because every event passes through the outbox, this loop wakes the others.
 */
export function startWebhookLoop(deps: EngineDeps): Loop {
  const { pollMs: idleMs, isAnnounced } = deps.config.worker;
  const options = { idleMs, log: deps.log };
  const queue = startLoop({
    ...options,
    name: 'webhook outbox',
    isWoken: isAnnounced,
    restFactorMax: isAnnounced ? restLonger : 1,
    step: () => queuePendingEvents(deps.now(), deps.onEvents),
  });
  const delivery = Array.from({ length: concurrentBatches }, (_, index) => {
    const owner = randomUUID();
    return startLoop({
      ...options,
      name: 'webhook delivery',
      isWoken: true,
      restFactorMax: index > 0 ? restBesideFirst : restLonger,
      step: () => deliverDueWebhooks(deps, owner),
    });
  });
  return {
    async stop() {
      await Promise.all([queue, ...delivery].map((loop) => loop.stop()));
    },
  };
}
