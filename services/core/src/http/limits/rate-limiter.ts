import type { RateWindow, TakenTokens, takeTokens } from '../../store/idempotency/rate-limit-store.ts';
import type { RateLimiter } from '../request-state.ts';

/** How long an instance may use tokens taken in advance, in milliseconds. */
const leaseMs = 1_000;
/** Inverse share: at most 1/leaseShare of the quota is taken in advance. */
const leaseShare = 100;
const leasesMax = 10_000;

interface Lease {
  tokens: number;
  until: number;
  last: TakenTokens;
  refill?: Promise<void>;
}

/** Takes several tokens from the store at a time, so that most requests need no write. Correct across instances. */
export function createRateLimiter(take: typeof takeTokens, now: () => Date): RateLimiter {
  const leases = new Map<string, Lease>();

  const refill = async (id: string, lease: Lease, window: RateWindow): Promise<void> => {
    const chunk = Math.max(1, Math.floor(window.quota / leaseShare));
    const many = await take(id, chunk, window);
    const taken = many.isGranted || chunk === 1 ? many : await take(id, 1, window);
    lease.tokens = taken.isGranted ? (many.isGranted ? chunk : 1) : 0;
    lease.until = now().getTime() + leaseMs;
    lease.last = taken;
  };

  const leaseOf = (id: string): Lease => {
    const known = leases.get(id);
    if (known !== undefined) return known;
    if (leases.size >= leasesMax) leases.clear();
    const fresh: Lease = { tokens: 0, until: 0, last: { isGranted: false, remaining: 0, resetMs: 0 } };
    leases.set(id, fresh);
    return fresh;
  };

  return {
    async take(id, window) {
      const lease = leaseOf(id);
      for (;;) {
        if (lease.tokens > 0 && lease.until > now().getTime()) {
          lease.tokens -= 1;
          return { isGranted: true, remaining: lease.last.remaining + lease.tokens, resetMs: lease.last.resetMs };
        }
        const isMine = lease.refill === undefined;
        lease.refill ??= refill(id, lease, window).finally(() => {
          lease.refill = undefined;
        });
        await lease.refill;
        if (isMine && lease.tokens === 0) return lease.last;
      }
    },
  };
}
