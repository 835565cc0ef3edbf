import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

// Without a collector (start-tracing.ts), the tracing API does nothing.
const tracer = trace.getTracer('outbound');

/** Current trace context (W3C Trace Context). Undefined if tracing is off. */
export function currentTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

function parentOf(traceparent: string | undefined): Context {
  return traceparent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent });
}

interface Work {
  kind: keyof typeof SpanKind;
  /** Context of the original request, in another process or earlier. Otherwise, the span is part of the current one. */
  traceparent?: string;
  attributes?: Attributes;
}

/** Runs the work in a span. Attributes are only IDs and codes: no email addresses, and no text of mail. */
export function traced<T>(
  name: string,
  { kind, traceparent, attributes }: Work,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { kind: SpanKind[kind], attributes }, parentOf(traceparent), async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setAttribute('error.type', String((error as { code?: unknown }).code ?? (error as Error).name));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
