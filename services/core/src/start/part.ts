import { type NeededPart, Readiness } from '@outbound/node-service/http/readiness';
import { startMetricsServer, startServer } from '@outbound/node-service/http/server';
import { startTracing } from '@outbound/node-service/tracing/start-tracing';
import type Koa from 'koa';
import { type Logger, pino } from 'pino';
import type { Ports } from '../engine/context/ports.ts';
import { createMetricsApp } from '../http/health-app.ts';
import type { Config } from '../settings/config.ts';
import { connectStore, isStoreReady } from '../store/connection/connect.ts';
import { wasDiskFull } from '../store/documents/full-disk.ts';
import { createPorts } from './ports.ts';

/** Startup context shared by API and worker. */
interface Part {
  config: Config;
  log: Logger;
  now: () => Date;
  ports: Ports;
  readiness: Readiness;
  /** Sends the last spans. */
  endTracing(): Promise<void>;
}

export async function startPart(config: Config, service: string, peer?: NeededPart): Promise<Part> {
  const now = () => new Date();
  const log = pino({ level: config.logLevel, base: { service } });
  const endTracing = await startTracing({ endpoint: config.traceEndpoint, service: `outbound-${service}` });
  await connectStore(config.mongodbUri, config.databaseName, {
    keyRing: config.keyRing,
    log: (text) => log.info(text),
  });
  const readiness = new Readiness({ name: service, isStoreReady, now, isDiskFull: wasDiskFull, peer });
  return { config, log, now, ports: createPorts(config), readiness, endTracing };
}

/** Fits the longest query that the contract allows. Node's default is 16 KiB. */
const limits = { maxHeaderSize: 64 * 1024 };
const othersShutdownMs = 1_000;

interface Apps {
  main: Koa;
  internal?: Koa;
}

/** Listens with every app. Returns a function that stops them: /readyz first, then the main port, the others last. */
export async function serve({ main, internal }: Apps, { config, log, readiness }: Part): Promise<() => Promise<void>> {
  const { host, port, internalPort, metrics, drainMs, shutdownMs } = config;
  const metricsServer = await startMetricsServer(createMetricsApp().callback(), metrics);
  const internalServer = internal && (await startServer(internal.callback(), { host, port: internalPort, limits }));
  const server = await startServer(main.callback(), { host, port, limits });
  const addresses = { address: server.server.address(), internal: internalServer?.server.address() };
  log.info({ ...addresses, metrics: metricsServer.server.address() }, 'listening');
  return async () => {
    readiness.stopping();
    await server.stop({ drainMs, shutdownMs });
    const others = [metricsServer, internalServer];
    await Promise.all(others.map((each) => each?.stop({ drainMs: 0, shutdownMs: othersShutdownMs })));
  };
}
