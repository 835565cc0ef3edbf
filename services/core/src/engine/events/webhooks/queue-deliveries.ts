import { mayReadEvent } from '../../../domain/events/event-scope.ts';
import { findPendingEvents, markEventsQueued, type OutboundEvent } from '../../../store/events/event-store.ts';
import { type NewDelivery, queueDeliveries } from '../../../store/events/webhooks/delivery-store.ts';
import { findActiveWebhooks, type WebhookRecord } from '../../../store/events/webhooks/webhook-store.ts';
import { touchDays } from '../../campaigns/reports/touch-days.ts';
import { notifyPeople } from '../notifications/notify-people.ts';

const eventsPerStep = 1_000;

/**
 * Takes events from the outbox, queues a delivery for each subscribed endpoint, and adds notifications for members.
 * Several workers can process the same events, because a delivery exists only once per event and endpoint. Returns
 * false if there were no events.
 */
export async function queuePendingEvents(now: Date, onEvents?: (events: OutboundEvent[]) => void): Promise<boolean> {
  const events = await findPendingEvents(eventsPerStep);
  if (events.length === 0) return false;
  const webhooks = await findActiveWebhooks([...new Set(events.map(({ workspaceId }) => workspaceId))]);
  const deliveries = events.flatMap((event) =>
    webhooks
      .filter((webhook) => webhook.createdAt <= event.createdAt && wantsEvent(webhook, event))
      .map((webhook) => deliveryOf(webhook, event)),
  );
  await queueDeliveries(deliveries, now);
  await notifyPeople(events, now);
  await touchDays(events);
  await markEventsQueued(events);
  onEvents?.(events);
  return true;
}

/** True if the endpoint subscribes to the event, and its creator could read it. */
export function wantsEvent(webhook: WebhookRecord, event: Pick<OutboundEvent, 'workspaceId' | 'type'>): boolean {
  return (
    webhook.workspaceId === event.workspaceId &&
    (webhook.eventTypes.length === 0 || webhook.eventTypes.includes(event.type)) &&
    mayReadEvent(event.type, webhook.scopes)
  );
}

export function deliveryOf({ id }: WebhookRecord, event: OutboundEvent): NewDelivery {
  return {
    workspaceId: event.workspaceId,
    webhookId: id,
    eventId: event.id,
    eventType: event.type,
    subjectId: event.subjectId,
  };
}
