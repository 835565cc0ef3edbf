import { type Static, Type } from 'typebox';
import { Foreign, ForeignName } from '../../../schema/foreign.ts';
import { Named, Nullable, OneOf, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { type DeliveryRecord, deliveryStates } from '../../../store/events/webhooks/delivery-store.ts';

const AttemptView = Type.Object({
  at: Timestamp('When it was tried.'),
  status: Nullable(Type.Integer({ description: 'HTTP status; null without an answer.' })),
  durationMs: Type.Integer({ description: 'How long the attempt took, in milliseconds.' }),
  error: Nullable(ForeignName(Type.String({ description: 'Why it failed; null when it was taken.' }))),
  responseText: Foreign(Type.String({ description: 'The beginning of the answer, written by the receiver.' })),
});

export const DeliveryView = Named(
  'Delivery',
  Type.Object({
    id: Type.String({ description: 'dlv_….' }),
    webhookId: Type.String({ description: 'The endpoint.' }),
    eventId: Type.String({ description: 'The event that is delivered.' }),
    eventType: Type.String({ description: 'Type of the event.' }),
    subjectId: Type.String({ description: 'Record that the event is about.' }),
    isTest: Type.Boolean({ description: 'True for test_webhook.' }),
    state: OneOf(deliveryStates, { description: 'cancelled: the event was erased, or the endpoint was switched off.' }),
    attemptCount: Type.Integer({ description: 'How often it was tried.' }),
    attempts: Type.Array(AttemptView, { description: 'The latest attempts.' }),
    nextAttemptAt: Nullable(Timestamp('When it is tried next.')),
    deliveredAt: Nullable(Timestamp('When it was taken.')),
    createdAt: Timestamp('When it was queued.'),
  }),
);

export function toDeliveryView(delivery: DeliveryRecord): Static<typeof DeliveryView> {
  return viewOf(DeliveryView, delivery, {
    attempts: delivery.attempts.map((attempt) => viewOf(AttemptView, attempt, {})),
    nextAttemptAt: delivery.state === 'pending' ? delivery.nextAttemptAt.toISOString() : null,
  });
}
