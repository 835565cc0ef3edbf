import { hashApiKey } from '../../domain/members/api-key-format.ts';
import { AppError } from '../../errors/errors.ts';
import type { RateLimiter } from '../request-state.ts';

const minuteMs = 60_000;
const rememberedMax = 10_000;

type SetHeaders = (headers: Record<string, string>) => void;

/** Limits requests without a valid key, by address. The remaining quota goes into the headers. */
export interface UnknownCallers {
  /** Throws before the store is queried if the address is over its limit. Keys that were valid before still pass. */
  expectRoom(address: string, key: string, setHeaders: SetHeaders): void;
  /** Counts a rejected request. Throws `rate_limited` past the limit. */
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
      // A longer wait comes from a clock that was since set back.
      if (waitMs <= 0 || waitMs > minuteMs || valid.has(hashApiKey(key))) return;
      setHeaders(headersOf(quota, 0, waitMs));
      throw refusal(waitMs);
    },
    async countRefused(address, setHeaders) {
      const { isGranted, remaining, resetMs } = await limiter.take(`unknown:${address}`, { quota, windowMs: minuteMs });
      setHeaders(headersOf(quota, remaining, resetMs));
      if (isGranted) return;
      // Close the address for the rest of the minute. Otherwise, it could send another request after a fraction of it.
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
