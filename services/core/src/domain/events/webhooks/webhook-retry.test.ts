import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveryPeriodMs, isDead, nextDeliveryAt, parseRetryAfter } from './webhook-retry.ts';

const start = new Date('2026-11-20T12:00:00Z');
const deadlineAt = new Date(start.getTime() + deliveryPeriodMs);

test('retries with growing delays and ends within 3 days, whatever the jitter', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 }), (jitter) => {
      let now = start;
      let attempts = 1;
      for (const random of jitter) {
        const next = nextDeliveryAt(attempts, { now, deadlineAt, random });
        if (next === null) break;
        expect(next.getTime()).toBeGreaterThan(now.getTime());
        now = next;
        attempts += 1;
      }
      expect(now.getTime()).toBeLessThanOrEqual(deadlineAt.getTime());
      expect(attempts).toBeGreaterThanOrEqual(12);
      expect(attempts).toBeLessThan(20);
    }),
  );
});

test('waits as long as the receiver asks, up to one day', () => {
  const wait = (retryAfterMs: number) =>
    nextDeliveryAt(1, { now: start, deadlineAt, random: 0.5, retryAfterMs })!.getTime() - start.getTime();
  expect(wait(0)).toBe(5_000);
  expect(wait(60_000)).toBe(60_000);
  expect(wait(1e12)).toBe(24 * 3_600_000);
});

test.each([
  [undefined, 0],
  ['120', 120_000],
  ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
  ['Fri, 20 Nov 2020 12:01:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
])('reads Retry-After %j as %d ms', (header, expected) => {
  expect(parseRetryAfter(header, start)).toBe(expected);
});

test('an endpoint is dead after a day of only failures', () => {
  const now = new Date(start.getTime() + 25 * 3_600_000);
  expect(isDead({ failingSince: start, failureCount: 10 }, now)).toBe(true);
  expect(isDead({ failingSince: start, failureCount: 9 }, now)).toBe(false);
  expect(isDead({ failingSince: new Date(now.getTime() - 3_600_000), failureCount: 99 }, now)).toBe(false);
  expect(isDead({ failingSince: null, failureCount: 0 }, now)).toBe(false);
});
