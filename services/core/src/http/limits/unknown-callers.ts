import { hashApiKey } from '../../domain/members/api-key-format.ts';
import { AppError } from '../../errors/errors.ts';
import type { RateLimiter } from './rate-limiter.ts';

const minuteMs = 60_000;
const rememberedMax = 10_000;

type SetHeaders = (headers: Record<string, string>) => void;

/** Requests without a valid key, counted by the address that they come from. What is left goes into the headers. */
export interface UnknownCallers {
  /** Throws, before the store is asked, where too many came from there; keys that were good before still pass. */
  expectRoom(address: string, key: string, setHeaders: SetHeaders): void;
  /** Counts one that was refused; throws `rate_limited` past the limit. */
  countRefused(address: string, setHeaders: SetHeaders): Promise<void>;
  noteValid(key: string): void;
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}

function headersOf(quota: number, remaining: number, resetMs: number): Record<string, string> {
  return {
    'RateLimit-Policy': `"address";q=${quota};w=60`,
    RateLimit: `"address";r=${remaining};t=${secondsOf(resetMs)}`,
  };
}

function refusal(waitMs: number): AppError {
  const retryAfterSeconds = secondsOf(waitMs);
  const message = `Too many requests without a valid key from this address: wait ${retryAfterSeconds} s.`;
  return new AppError('rate_limited', message, { retryAfterSeconds });
}

export function createUnknownCallers(limiter: RateLimiter, quota: number, now: () => Date): UnknownCallers {
  const closedUntil = new Map<string, number>();
  const valid = new Set<string>();
  return {
    expectRoom(address, key, setHeaders) {
      const waitMs = (closedUntil.get(address) ?? 0) - now().getTime();
      if (waitMs <= 0 || valid.has(hashApiKey(key))) return;
      setHeaders(headersOf(quota, 0, waitMs));
      throw refusal(waitMs);
    },
    async countRefused(address, setHeaders) {
      const { isGranted, remaining, resetMs } = await limiter.take(`unknown:${address}`, { quota, windowMs: minuteMs });
      setHeaders(headersOf(quota, remaining, resetMs));
      if (isGranted) return;
      // What is left of a minute for all of it: one more would be let in after a fraction of that.
      const waitMs = Math.min(resetMs, minuteMs);
      if (closedUntil.size >= rememberedMax) closedUntil.clear();
      closedUntil.set(address, now().getTime() + waitMs);
      throw refusal(waitMs);
    },
    noteValid(key) {
      if (valid.size >= rememberedMax) valid.clear();
      valid.add(hashApiKey(key));
    },
  };
}
