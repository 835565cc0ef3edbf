const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** How long a delivery is tried before it is given up. */
export const deliveryPeriodMs = 72 * hourMs;
const retryAfterMaxMs = 24 * hourMs;
const jitterShare = 0.2;

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

/** When to try again after so many attempts; null when the time of the delivery is over by then. `random` is 0 to 1. */
export function nextDeliveryAt(
  attempts: number,
  { now, deadlineAt, retryAfterMs = 0, random }: { now: Date; deadlineAt: Date; retryAfterMs?: number; random: number },
): Date | null {
  const delayMs = delaysMs[Math.min(attempts, delaysMs.length) - 1]!;
  const jitteredMs = delayMs * (1 + jitterShare * (2 * random - 1));
  const at = new Date(now.getTime() + Math.max(jitteredMs, Math.min(retryAfterMs, retryAfterMaxMs)));
  return at <= deadlineAt ? at : null;
}

/** Retry-After (RFC 9110 §10.2.3) in milliseconds: seconds or a date; 0 when absent or senseless. */
export function parseRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * secondMs;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}

const failingForMs = 24 * hourMs;
const failuresMin = 10;

/** Whether an endpoint is dead: nothing but failures for a day, and not by chance. */
export function isDead(endpoint: { failingSince: Date | null; failureCount: number }, now: Date): boolean {
  return (
    endpoint.failingSince !== null &&
    endpoint.failureCount >= failuresMin &&
    now.getTime() - endpoint.failingSince.getTime() >= failingForMs
  );
}
