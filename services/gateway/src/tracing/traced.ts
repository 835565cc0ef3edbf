import { type Attributes, propagation, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api';

// Without a collector (start-tracing.ts), these calls are the API's own no-ops.
const tracer = trace.getTracer('outbound');

export interface StartedSpan {
  span: Span;
  /** W3C Trace Context to pass to downstream calls: that of the span, or the caller's if tracing is off. */
  traceparent: string | undefined;
}

/** Starts a child span of the caller's. Attributes are only IDs and codes, never arguments or results. */
export function startSpan(name: string, caller: string | undefined, attributes: Attributes): StartedSpan {
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent: caller });
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(parent, span), carrier);
  return { span, traceparent: carrier.traceparent ?? caller };
}
