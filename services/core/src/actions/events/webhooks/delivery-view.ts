import { type Static, Type } from 'typebox';
import { Foreign, ForeignName } from '../../../schema/foreign.ts';
import { Named, Nullable, OneOf, Timestamp } from '../../../schema/schema.ts';
import { type DeliveryRecord, deliveryStates } from '../../../store/events/webhooks/delivery-store.ts';

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
    attempts: Type.Array(
      Type.Object({
        at: Timestamp('Time of the attempt.'),
        status: Nullable(Type.Integer({ description: 'HTTP status. Null without a response.' })),
        durationMs: Type.Integer({ description: 'Duration of the attempt in milliseconds.' }),
        error: Nullable(ForeignName(Type.String({ description: 'Reason for the failure. Null if it succeeded.' }))),
        responseText: Foreign(Type.String({ description: 'Beginning of the response, written by the receiver.' })),
      }),
      { description: 'The latest attempts.' },
    ),
    nextAttemptAt: Nullable(Timestamp('Time of the next attempt.')),
    deliveredAt: Nullable(Timestamp('Time of the successful delivery.')),
    createdAt: Timestamp('Time at which it was queued.'),
  }),
);

export function toDeliveryView(delivery: DeliveryRecord): Static<typeof DeliveryView> {
  return {
    id: delivery.id,
    webhookId: delivery.webhookId,
    eventId: delivery.eventId,
    eventType: delivery.eventType,
    subjectId: delivery.subjectId,
    isTest: delivery.isTest,
    state: delivery.state,
    attemptCount: delivery.attemptCount,
    attempts: delivery.attempts.map(({ at, status, durationMs, error, responseText }) => ({
      at: at.toISOString(),
      status,
      durationMs,
      error,
      responseText,
    })),
    nextAttemptAt: delivery.state === 'pending' ? delivery.nextAttemptAt.toISOString() : null,
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
  };
}
