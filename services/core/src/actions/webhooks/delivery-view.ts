import { type Static, Type } from 'typebox';
import { type DeliveryRecord, deliveryStates } from '../../store/work/delivery-store.ts';
import { Nullable, OneOf, Timestamp } from '../schema.ts';

export const DeliveryView = Type.Object({
  id: Type.String(),
  webhookId: Type.String(),
  eventId: Type.String(),
  eventType: Type.String(),
  subjectId: Type.String(),
  isTest: Type.Boolean(),
  state: OneOf(deliveryStates, { description: 'cancelled: the event was erased, or the endpoint was switched off.' }),
  attemptCount: Type.Integer(),
  attempts: Type.Array(
    Type.Object({
      at: Timestamp('When it was tried.'),
      status: Nullable(Type.Integer({ description: 'HTTP status; null without an answer.' })),
      durationMs: Type.Integer(),
      error: Nullable(Type.String()),
      responseText: Type.String({ description: 'The beginning of the answer, written by the receiver.' }),
    }),
  ),
  nextAttemptAt: Nullable(Timestamp('When it is tried next.')),
  deliveredAt: Nullable(Timestamp('When it was taken.')),
  createdAt: Timestamp('When it was queued.'),
});

export const toDeliveryView = (delivery: DeliveryRecord): Static<typeof DeliveryView> => ({
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
});
