import { streamsOf } from '../../../domain/events/webhooks/delivery-streams.ts';
import {
  failureRestMs,
  nextDeliveryAt,
  parseRetryAfter,
  probeMs,
  unansweredMax,
} from '../../../domain/events/webhooks/webhook-retry.ts';
import { webhookHeaders } from '../../../domain/events/webhooks/webhook-signature.ts';
import type { WebhookOutcome } from '../../../providers/webhooks/webhook-port.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';
import { addEvent, findEvents, type OutboundEvent } from '../../../store/events/event-store.ts';
import {
  cancelDeliveries,
  cancelDeliveriesOf,
  type DeliveryEnd,
  findDueDeliveries,
  findNextAttempt,
  settleDeliveries,
} from '../../../store/events/webhooks/delivery-queue.ts';
import type { DeliveryRecord } from '../../../store/events/webhooks/delivery-store.ts';
import {
  findWebhook,
  recordWebhookFailures,
  type WebhookRecord,
} from '../../../store/events/webhooks/webhook-store.ts';
import { endTurn } from '../../../store/events/webhooks/webhook-turns.ts';
import { type DeliveryDeps, requestOf } from './webhook-request.ts';
import { openSecrets } from './webhook-secrets.ts';

const gone = 410;
const inFlightMax = 5;
/** Deliveries read together, unless batches need more. */
const readMin = 50;
/** Shorter than the lease by more than a request takes. */
const turnMs = 10_000;
/** A paused endpoint is only checked for deliveries that have become too old. */
const pausedRestMs = 60 * 60_000;

/** Progress of an endpoint's turn. */
interface Turn {
  until: number;
  unansweredCount: number;
  failureCount: number;
  successAt: Date | null;
  /** Failed requests, with the reason of the last one. */
  failures: number;
  error: string;
  isGone: boolean;
}

/**
 * Delivers what is due at a claimed endpoint, with at most five requests in flight, and ends its turn. The turn ends
 * early when the endpoint fails, so a broken endpoint holds up only itself. Returns true if more is due.
 */
export async function deliverTo(webhook: WebhookRecord, deps: DeliveryDeps): Promise<boolean> {
  const turn: Turn = {
    until: deps.now().getTime() + turnMs,
    unansweredCount: webhook.unansweredCount ?? 0,
    failureCount: webhook.failureCount,
    successAt: null,
    failures: 0,
    error: '',
    isGone: false,
  };
  const last = await work(webhook, turn, deps);
  const isGivenUp = turn.failures > 0 && (await noteFailures(webhook, turn, deps));
  const dueAt = last === null ? null : await nextTurn(last, turn, isGivenUp, deps.now());
  const isOpen = turn.unansweredCount >= unansweredMax && dueAt !== null;
  const nextProbeAt = isOpen ? new Date(deps.now().getTime() + probeMs) : null;
  await endTurn(webhook, {
    dueAt: nextProbeAt ?? dueAt,
    unansweredCount: turn.unansweredCount,
    nextProbeAt,
    successAt: turn.failures > 0 ? null : turn.successAt,
  });
  return nextProbeAt === null && dueAt !== null && dueAt <= deps.now();
}

/** Works on the endpoint until nothing is due, or the turn is over. Returns its last state, or null if it is deleted. */
async function work(webhook: WebhookRecord, turn: Turn, deps: DeliveryDeps): Promise<WebhookRecord | null> {
  let isProbe = webhook.nextProbeAt !== null && webhook.nextProbeAt !== undefined;
  for (let current: WebhookRecord | null = webhook; ; current = await findWebhook(webhook.workspaceId, webhook.id)) {
    if (current?.state !== 'active') {
      if (current !== null) await cancelDeliveriesOf(current, current.state === 'paused' ? deps.now() : undefined);
      return current;
    }
    const size = current.batchSize || 1;
    const due = await findDueDeliveries(current, deps.now(), Math.max(readMin, size * inFlightMax));
    if (due.length === 0) return current;
    await deliver(current, isProbe ? due.slice(0, size) : due, isProbe ? 1 : inFlightMax, turn, deps);
    isProbe = false;
    if (isOver(turn, deps)) return current;
  }
}

/** Delivers these in at most so many streams. Deliveries whose event was erased are canceled. */
async function deliver(
  webhook: WebhookRecord,
  due: readonly DeliveryRecord[],
  streamsMax: number,
  turn: Turn,
  deps: DeliveryDeps,
): Promise<void> {
  const eventIds = due.map(({ eventId }) => eventId);
  const events = await findEvents(webhook.workspaceId, eventIds);
  const erasedIds = due.filter(({ eventId }) => !events.has(eventId)).map(({ id }) => id);
  await cancelDeliveries(webhook.workspaceId, erasedIds);
  const left = due.filter(({ eventId }) => events.has(eventId));
  const streams = streamsOf(left, streamsMax);
  await Promise.all(streams.map((stream) => deliverStream(webhook, stream, events, turn, deps)));
}

function isOver(turn: Turn, { now }: Pick<DeliveryDeps, 'now'>): boolean {
  return turn.failures > 0 || now().getTime() >= turn.until;
}

async function nextTurn(webhook: WebhookRecord, turn: Turn, isGivenUp: boolean, now: Date): Promise<Date | null> {
  const next = await findNextAttempt(webhook);
  if (next === null) return null;
  if (webhook.state !== 'active' || isGivenUp) return new Date(now.getTime() + pausedRestMs);
  const rested = now.getTime() + (turn.failures > 0 ? failureRestMs(turn.failureCount) : 0);
  return new Date(Math.max(next.getTime(), rested));
}

async function deliverStream(
  webhook: WebhookRecord,
  stream: readonly DeliveryRecord[],
  events: ReadonlyMap<string, OutboundEvent>,
  turn: Turn,
  deps: DeliveryDeps,
): Promise<void> {
  const size = webhook.batchSize || 1;
  for (let from = 0; from < stream.length && !isOver(turn, deps); from += size) {
    const batch = stream.slice(from, from + size);
    await attempt(
      webhook,
      batch,
      batch.map(({ eventId }) => events.get(eventId)!),
      turn,
      deps,
    );
  }
}

async function attempt(
  webhook: WebhookRecord,
  batch: readonly DeliveryRecord[],
  events: readonly OutboundEvent[],
  turn: Turn,
  deps: DeliveryDeps,
): Promise<void> {
  const at = deps.now();
  const { id, body } = await requestOf(webhook, events, deps);
  const headers = webhookHeaders(openSecrets(webhook, deps.config, at), { id, sentAt: at, body });
  const outcome = await deps.ports.webhooks.post(webhook.url, headers, body);
  const { status, durationMs, error, responseText } = outcome;
  const endedAt = deps.now();
  const random = Math.random();
  const attempted = { at, status, durationMs, error, responseText };
  await settleDeliveries(batch, (delivery) => endAfter(delivery, outcome, endedAt, random), attempted);
  turn.unansweredCount = status === null ? turn.unansweredCount + 1 : 0;
  if (error === null) {
    turn.successAt = endedAt;
    return;
  }
  turn.failures += 1;
  turn.error = error;
  turn.isGone ||= status === gone;
}

/** Counts the failed requests of a turn. Returns true if they end the endpoint, which the others get as an event. */
async function noteFailures(webhook: WebhookRecord, turn: Turn, deps: DeliveryDeps): Promise<boolean> {
  const { workspaceId, id, url } = webhook;
  const { failures, error, isGone } = turn;
  const now = deps.now();
  const noted = await inTransaction(async () => {
    const counted = await recordWebhookFailures(workspaceId, id, { failures, error, isGone }, now);
    const data = { webhookId: id, url, state: counted.state, error };
    if (counted.isGivenUp) await addEvent(workspaceId, 'webhook.paused', id, data, now);
    return counted;
  });
  if (isGone) await cancelDeliveriesOf(webhook);
  turn.failureCount = noted.failureCount;
  deps.log.info({ webhookId: id, failures, error, state: noted.state }, 'deliveries failed');
  return noted.isGivenUp;
}

function endAfter(
  { attemptCount, deadlineAt }: DeliveryRecord,
  { status, error, retryAfter }: WebhookOutcome,
  now: Date,
  random: number,
): DeliveryEnd {
  if (error === null) return { state: 'delivered', deliveredAt: now };
  if (status === gone) return { state: 'failed' };
  const retryAfterMs = parseRetryAfter(retryAfter, now);
  const next = nextDeliveryAt(attemptCount + 1, { now, deadlineAt, retryAfterMs, random });
  return next === null ? { state: 'failed' } : { state: 'pending', nextAttemptAt: next };
}
