const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Time after which delivery attempts end. */
export const deliveryPeriodMs = 72 * hourMs;
const retryAfterMaxMs = 24 * hourMs;
const jitterShare = 0.2;

/**
 * Attempts during which later events about the same record wait, so that they arrive in order: about 13 minutes. An event
 * that a receiver never accepts then holds back no other one.
 */
export const orderedAttempts = 5;

const delaysMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  12 * hourMs,
];

/** Time of the next attempt. Null if it would be after the deadline. `random` is between 0 and 1. */
export function nextDeliveryAt(
  attempts: number,
  { now, deadlineAt, retryAfterMs = 0, random }: { now: Date; deadlineAt: Date; retryAfterMs?: number; random: number },
): Date | null {
  const delayMs = delaysMs[Math.min(attempts, delaysMs.length) - 1]!;
  const jitteredMs = delayMs * (1 + jitterShare * (2 * random - 1));
  const at = new Date(now.getTime() + Math.max(jitteredMs, Math.min(retryAfterMs, retryAfterMaxMs)));
  return at <= deadlineAt ? at : null;
}

/**
 * Parses Retry-After (RFC 9110 section 10.2.3), in seconds or as a date, to milliseconds. Returns 0 if absent or
 * invalid.
 */
export function parseRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * secondMs;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

/** Attempts in a row without an answer after which the circuit breaker opens. */
export const unansweredMax = 5;
export const probeMs = minuteMs;
const failureRestMaxMs = minuteMs;

/** Rest of an endpoint after a turn with a failure, longer with each failure since the last success. */
export function failureRestMs(failureCount: number): number {
  return Math.min(failureCount * secondMs, failureRestMaxMs);
}

const failingForMs = 24 * hourMs;
const failuresMin = 10;

/** True if the endpoint has only failed for a day, and often enough to rule out chance. */
export function isDead(endpoint: { failingSince: Date | null; failureCount: number }, now: Date): boolean {
  return (
    endpoint.failingSince !== null &&
    endpoint.failureCount >= failuresMin &&
    now.getTime() - endpoint.failingSince.getTime() >= failingForMs
  );
}
