import { nextDeliveryAt, parseRetryAfter } from '../../../domain/events/webhooks/webhook-retry.ts';
import { webhookHeaders } from '../../../domain/events/webhooks/webhook-signature.ts';
import type { WebhookOutcome } from '../../../providers/webhooks/webhook-port.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import { addEvent, findEvent, type OutboundEvent } from '../../../store/events/event-store.ts';
import { hasOlderUntried, postponeDelivery, settleDelivery } from '../../../store/events/webhooks/delivery-queue.ts';
import type { DeliveryRecord } from '../../../store/events/webhooks/delivery-store.ts';
import {
  findWebhook,
  recordWebhookFailure,
  recordWebhookSuccess,
  type WebhookRecord,
} from '../../../store/events/webhooks/webhook-store.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';
import { toEventView } from './event-view.ts';
import { openSecrets } from './webhook-secrets.ts';

const gone = 410;
const orderRestMs = 500;
const pausedRestMs = 5 * 60_000;

/** Attempts a claimed delivery once and stores the outcome. */
export async function deliverWebhook(delivery: DeliveryRecord, deps: EngineDeps): Promise<void> {
  const { workspaceId, webhookId, eventId } = delivery;
  const now = deps.now();
  const webhook = await findWebhook(workspaceId, webhookId);
  const event = await findEvent(workspaceId, eventId);
  if (webhook === null || event === null || webhook.state === 'disabled') {
    await settleDelivery(delivery, { state: 'cancelled' }, null);
  } else if (webhook.state === 'paused') {
    await waitForResume(delivery, now);
  } else if (await hasOlderUntried(delivery)) {
    await postponeDelivery(delivery, new Date(now.getTime() + orderRestMs));
  } else {
    await attempt(delivery, webhook, event, deps);
  }
}

async function waitForResume(delivery: DeliveryRecord, now: Date): Promise<void> {
  if (now >= delivery.deadlineAt) await settleDelivery(delivery, { state: 'cancelled' }, null);
  else await postponeDelivery(delivery, new Date(now.getTime() + pausedRestMs));
}

async function attempt(
  delivery: DeliveryRecord,
  webhook: WebhookRecord,
  event: OutboundEvent,
  deps: EngineDeps,
): Promise<void> {
  const at = deps.now();
  const body = JSON.stringify({ ...toEventView(event), workspaceId: event.workspaceId });
  const secrets = openSecrets(webhook, deps.config, at);
  const headers = webhookHeaders(secrets, { id: event.id, sentAt: at, body });
  const outcome = await deps.ports.webhooks.post(webhook.url, headers, body);
  const { status, durationMs, error, responseText } = outcome;
  const isMine = await settleDelivery(delivery, endOf(delivery, outcome, deps.now()), {
    at,
    status,
    durationMs,
    error,
    responseText,
  });
  if (!isMine) return;
  if (error === null) return recordWebhookSuccess(webhook.workspaceId, webhook.id, deps.now());
  const state = await noteFailure(webhook, { error, isGone: status === gone }, deps.now());
  deps.log.info({ webhookId: webhook.id, deliveryId: delivery.id, status, state }, 'a webhook delivery failed');
}

/** Records a failed delivery. If it disables the endpoint, emits an event that the other endpoints get. */
function noteFailure(webhook: WebhookRecord, failure: { error: string; isGone: boolean }, now: Date) {
  return inTransaction(async () => {
    const { workspaceId, id, url } = webhook;
    const { state, isGivenUp } = await recordWebhookFailure(workspaceId, id, failure, now);
    const data = { webhookId: id, url, state, error: failure.error };
    if (isGivenUp) await addEvent(workspaceId, 'webhook.paused', id, data, now);
    return state;
  });
}

function endOf(delivery: DeliveryRecord, { status, error, retryAfter }: WebhookOutcome, now: Date) {
  if (error === null) return { state: 'delivered', deliveredAt: now } as const;
  if (status === gone) return { state: 'failed' } as const;
  const next = nextDeliveryAt(delivery.attemptCount + 1, {
    now,
    deadlineAt: delivery.deadlineAt,
    retryAfterMs: parseRetryAfter(retryAfter, now),
    random: Math.random(),
  });
  return next === null ? ({ state: 'failed' } as const) : ({ state: 'pending', nextAttemptAt: next } as const);
}
