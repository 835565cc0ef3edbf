import type { Request, RequestHandler, Response } from 'express';
import { GatewayError } from '../errors.ts';

const KEYS_MAX = 50_000;

export type RateLimit = {
  perPeriod: number;
  periodMs: number;
  keyOf(req: Request, res: Response): string;
  onLimited?(): void;
  now?: () => number;
};

/**
 * GCRA per key, in this process: a guard for the gateway itself. What holds across instances is the core's limit.
 * `tat` is the theoretical arrival time; a burst of a whole period is allowed.
 */
export function limitRate({ perPeriod, periodMs, keyOf, onLimited, now = Date.now }: RateLimit): RequestHandler {
  const arrival = new Map<string, number>();
  const stepMs = periodMs / perPeriod;
  return (req, res, next) => {
    const at = now();
    const key = keyOf(req, res);
    const tat = Math.max(arrival.get(key) ?? 0, at) + stepMs;
    if (tat - at > periodMs) {
      onLimited?.();
      const retryAfterS = Math.ceil((tat - at - periodMs) / 1_000);
      throw new GatewayError('rate_limited', 'Too many requests; wait and try again.', {
        'Retry-After': String(retryAfterS),
      });
    }
    if (arrival.size >= KEYS_MAX) forgetPast(arrival, at);
    arrival.set(key, tat);
    next();
  };
}

function forgetPast(arrival: Map<string, number>, at: number): void {
  for (const [key, tat] of arrival) if (tat <= at) arrival.delete(key);
  if (arrival.size >= KEYS_MAX) arrival.clear();
}
