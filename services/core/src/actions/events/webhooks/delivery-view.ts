import { type Static, Type } from 'typebox';
import { Foreign, ForeignName } from '../../../schema/foreign.ts';
import { Named, Nullable, OneOf, Timestamp } from '../../../schema/schema.ts';
import { viewOf } from '../../../schema/view-of.ts';
import { type DeliveryRecord, deliveryStates } from '../../../store/events/webhooks/delivery-store.ts';

const AttemptView = Type.Object({
  at: Timestamp('Time of the attempt.'),
  status: Nullable(Type.Integer({ description: 'HTTP status. Null without a response.' })),
  durationMs: Type.Integer({ description: 'Duration of the attempt in milliseconds.' }),
  error: Nullable(ForeignName(Type.String({ description: 'Reason for the failure. Null if it succeeded.' }))),
  responseText: Foreign(Type.String({ description: 'Beginning of the response, written by the receiver.' })),
});

export const DeliveryView = Named(
  'Delivery',
  Type.Object({
    id: Type.String({ description: 'dlv_….' }),
    webhookId: Type.String({ description: 'The endpoint.' }),
    eventId: Type.String({ description: 'Delivered event.' }),
    eventType: Type.String({ description: 'Type of the event.' }),
    subjectId: Type.String({ description: 'Record of the event.' }),
    isTest: Type.Boolean({ description: 'True for test_webhook.' }),
    state: OneOf(deliveryStates, { description: 'cancelled: the event was erased, or the endpoint was turned off.' }),
    attemptCount: Type.Integer({ description: 'Number of attempts.' }),
    attempts: Type.Array(AttemptView, { description: 'The latest attempts.' }),
    nextAttemptAt: Nullable(Timestamp('Time of the next attempt.')),
    deliveredAt: Nullable(Timestamp('Time of the successful delivery.')),
    createdAt: Timestamp('Time at which it was queued.'),
  }),
);

export function toDeliveryView(delivery: DeliveryRecord): Static<typeof DeliveryView> {
  return viewOf(DeliveryView, delivery, {
    attempts: delivery.attempts.map((attempt) => viewOf(AttemptView, attempt, {})),
    nextAttemptAt: delivery.state === 'pending' ? delivery.nextAttemptAt.toISOString() : null,
  });
}
