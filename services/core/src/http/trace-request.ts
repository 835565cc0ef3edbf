import type { Middleware } from 'koa';
import { traced } from '../tracing/traced.ts';
import type { RequestState } from './request-state.ts';

/** Creates a span per request, in the caller's trace if it names one. */
export const traceRequest: Middleware<RequestState> = (ctx, next) => {
  const { method } = ctx;
  const traceparent = ctx.get('traceparent') || undefined;
  const attributes = { 'http.request.method': method, 'outbound.request_id': ctx.state.requestId };
  return traced(method, { kind: 'SERVER', traceparent, attributes }, async (span) => {
    await next();
    const { action, principal } = ctx.state;
    if (action) span.updateName(`${method} ${action.name}`);
    if (principal) span.setAttribute('outbound.workspace_id', principal.workspace.id);
    span.setAttribute('http.response.status_code', ctx.status);
  });
};
