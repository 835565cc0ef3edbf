import { type Attributes, propagation, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api';

// Without a collector (start-tracing.ts) all of this is the API's own doing nothing.
const tracer = trace.getTracer('outbound');

export interface StartedSpan {
  span: Span;
  /** Of the span, for what it calls; that of the caller where nothing is traced here. By W3C Trace Context. */
  traceparent: string | undefined;
}

/** A span below the caller's. Ids and codes only: no arguments, no results. */
export function startSpan(name: string, caller: string | undefined, attributes: Attributes): StartedSpan {
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent: caller });
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(parent, span), carrier);
  return { span, traceparent: carrier.traceparent ?? caller };
}
