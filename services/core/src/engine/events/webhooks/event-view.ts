import { type Static, Type } from 'typebox';
import { Named, OneOf, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { eventTypes, type OutboundEvent } from '../../../store/events/event-store.ts';

/** Event in webhooks and in GET /events, with the same properties. */
export const EventView = Named(
  'Event',
  Type.Object({
    id: Type.String({ description: 'ID of the event, the same as in webhook-id.' }),
    type: OneOf(eventTypes, { description: 'Type of the event.' }),
    timestamp: Timestamp('Time of the event.'),
    subjectId: Type.String({ description: 'Affected record.' }),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'Details, by type of event.' }),
  }),
);

export function toEventView(event: OutboundEvent): Static<typeof EventView> {
  return viewOf(EventView, event, { timestamp: event.createdAt.toISOString() });
}
