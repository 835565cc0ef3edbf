import type { Middleware } from 'koa';
import { AppError } from '../errors.ts';
import type { RateWindow, TakenTokens, takeTokens } from '../store/requests/rate-limit-store.ts';
import type { Deps, RequestState } from './request-state.ts';

const minuteMs = 60_000;
/** How long an instance may use up tokens it took in advance. */
const leaseMs = 1_000;
/** At most this share of the quota is taken in advance. */
const leaseShare = 100;
const leasesMax = 10_000;

interface Lease {
  tokens: number;
  until: number;
  last: TakenTokens;
  refill?: Promise<void>;
}

export interface RateLimiter {
  take(id: string, window: RateWindow): Promise<TakenTokens>;
}

/** Takes several tokens from the store at a time, so that most requests cost no write; right across instances. */
export const createRateLimiter = (take: typeof takeTokens, now: () => Date): RateLimiter => {
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
};

/** Per key and per workspace; says what is left by the IETF draft headers (draft-ietf-httpapi-ratelimit-headers-11). */
export const limitRate =
  ({ limiter, config }: Deps): Middleware<RequestState> =>
  async (ctx, next) => {
    const { actor, workspace } = ctx.state.principal!;
    const perKey = { quota: config.rateLimit.perKeyPerMinute, windowMs: minuteMs };
    const perWorkspace = { quota: config.rateLimit.perWorkspacePerMinute, windowMs: minuteMs };
    const key = await limiter.take(`key:${actor.id}:${workspace.id}`, perKey);
    const whole = key.isGranted ? await limiter.take(`workspace:${workspace.id}`, perWorkspace) : undefined;
    const tight =
      whole !== undefined && whole.remaining < key.remaining
        ? { ...whole, name: 'workspace' }
        : { ...key, name: 'key' };
    const resetSeconds = Math.max(1, Math.ceil(tight.resetMs / 1000));
    ctx.set('RateLimit-Policy', `"key";q=${perKey.quota};w=60, "workspace";q=${perWorkspace.quota};w=60`);
    ctx.set('RateLimit', `"${tight.name}";r=${tight.remaining};t=${resetSeconds}`);
    if (!tight.isGranted) {
      throw new AppError('rate_limited', `Too many requests: wait ${resetSeconds} s.`, {
        retryAfterSeconds: resetSeconds,
      });
    }
    await next();
  };
