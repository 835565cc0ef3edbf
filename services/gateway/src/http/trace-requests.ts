import type { RequestHandler } from 'express';
import { startSpan } from '../tracing/traced.ts';
import { routeOf } from './log-requests.ts';

/** Creates one span per request, within the client's trace if the request names one. */
export function traceRequests(): RequestHandler {
  return (req, res, next) => {
    const { method, path } = req;
    const attributes = { 'http.request.method': method, 'outbound.request_id': res.locals.requestId };
    const { span, traceparent } = startSpan(`${method} ${routeOf(path)}`, req.get('traceparent'), attributes);
    res.locals.traceparent = traceparent;
    res.once('close', () => span.setAttribute('http.response.status_code', res.statusCode).end());
    next();
  };
}
