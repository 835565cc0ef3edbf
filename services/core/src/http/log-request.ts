import type { Middleware } from 'koa';
import { requestDuration } from './metrics.ts';
import type { RequestState } from './request-state.ts';

/** Paths of one-time and personal links. Readers of the log must not be able to open them. */
const secretPath = /^(\/app\/join\/|\/u\/).+$/;

/** Polled every few seconds, by load balancers and other parts. */
const polledPaths = new Set(['/healthz', '/readyz']);

/** Logs one line per request, without query, body, or credentials. */
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
  else ctx.state.log[polledPaths.has(ctx.path) ? 'debug' : 'info'](line, 'request');
};
