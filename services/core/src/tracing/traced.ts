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

// Without a collector (start-tracing.ts) all of this is the API's own doing nothing.
const tracer = trace.getTracer('outbound');

/** Where in a trace the present work stands, by W3C Trace Context; undefined where nothing is traced. */
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
  /** What the work was asked for in, in another process or earlier; otherwise it is part of what runs already. */
  traceparent?: string;
  attributes?: Attributes;
}

/** A span around the work. Ids and codes only: no address, no text of mail. */
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
