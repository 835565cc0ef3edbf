import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { newId } from '../domain/values/ids.ts';
import type { RequestState } from './request-state.ts';

const acceptable = /^[\w.:-]{1,100}$/;

/** Uses the caller's X-Request-Id if valid, or creates one. Returns it in the response. */
export function assignRequestId(log: Logger): Middleware<RequestState> {
  return async (ctx, next) => {
    const given = ctx.get('x-request-id');
    ctx.state.requestId = acceptable.test(given) ? given : newId('req');
    ctx.state.log = log.child({ requestId: ctx.state.requestId });
    ctx.set('X-Request-Id', ctx.state.requestId);
    await next();
  };
}
