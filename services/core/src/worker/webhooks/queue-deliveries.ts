import { findPendingEvents, markEventsQueued } from '../../store/requests/event-store.ts';
import { queueDeliveries } from '../../store/work/delivery-store.ts';
import { findActiveWebhooks, type WebhookRecord } from '../../store/work/webhook-store.ts';

const eventsPerStep = 1_000;

/**
 * Takes events out of the outbox and queues a delivery for each endpoint that wants them. Several workers may do the same
 * events: a delivery exists once per event and endpoint. Answers whether there was anything.
 */
export const queuePendingEvents = async (now: Date): Promise<boolean> => {
  const events = await findPendingEvents(eventsPerStep);
  if (events.length === 0) return false;
  const webhooks = await findActiveWebhooks([...new Set(events.map(({ workspaceId }) => workspaceId))]);
  const deliveries = events.flatMap((event) =>
    webhooks
      .filter((webhook) => wants(webhook, event))
      .map(({ id }) => ({
        workspaceId: event.workspaceId,
        webhookId: id,
        eventId: event.id,
        eventType: event.type,
        subjectId: event.subjectId,
      })),
  );
  await queueDeliveries(deliveries, now);
  await markEventsQueued(events.map(({ id }) => id));
  return true;
};

const wants = (webhook: WebhookRecord, event: { workspaceId: string; type: string; createdAt: Date }): boolean =>
  webhook.workspaceId === event.workspaceId &&
  webhook.createdAt <= event.createdAt &&
  (webhook.eventTypes.length === 0 || webhook.eventTypes.includes(event.type));
