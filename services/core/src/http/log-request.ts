import type { Middleware } from 'koa';
import { requestDuration } from './metrics.ts';
import type { RequestState } from './request-state.ts';

/** Links of one-time and personal pages: who reads the log must not open them. */
const secretPath = /^(\/app\/join\/|\/u\/).+$/;

/** One line per request: no query, no body, no credentials. */
export const logRequest: Middleware<RequestState> = async (ctx, next) => {
  const startedAt = performance.now();
  await next();
  const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
  const action = ctx.state.action?.name;
  requestDuration.observe({ action: action ?? 'other', status: String(ctx.status) }, durationMs / 1000);
  const line = {
    method: ctx.method,
    path: ctx.path.replace(secretPath, '$1…'),
    status: ctx.status,
    durationMs,
    action,
    workspaceId: ctx.state.principal?.workspace.id,
  };
  if (ctx.status >= 500) ctx.state.log.error(line, 'request');
  else ctx.state.log.info(line, 'request');
};
