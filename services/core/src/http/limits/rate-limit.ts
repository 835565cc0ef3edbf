import type { Middleware } from 'koa';
import { AppError } from '../../errors/errors.ts';
import type { Deps, RequestState } from '../request-state.ts';

const minuteMs = 60_000;
/**
 * Limits requests per key and per workspace. Reports the remaining quota in IETF draft headers
 * (draft-ietf-httpapi-ratelimit-headers-11).
 */
export function limitRate({ limiter, config }: Deps): Middleware<RequestState> {
  return async (ctx, next) => {
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
}
