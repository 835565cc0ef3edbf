/** Target of this process's traces. Without an endpoint, nothing is loaded or measured. */
export interface TracingOptions {
  /** URL of an OpenTelemetry collector: OTLP over HTTP. */
  endpoint: string | undefined;
  service: string;
}

/** Returns a function that sends the last spans when the process ends. */
export async function startTracing({ endpoint, service }: TracingOptions): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined;
  const [api, hooks, core, sdk, exporter, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.namespace': 'outbound', 'service.name': service }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) }),
    ],
  });
  api.context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  api.trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown().catch(() => undefined);
}
