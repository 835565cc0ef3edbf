import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Settings, StartError } from '../settings.ts';
import { getText } from './get-text.ts';
import { mergeMetrics } from './merge-metrics.ts';
import type { ReadinessReport } from './readiness.ts';

const readMs = 2_000;

/** Serves the metrics of all parts on one loopback port. `urls` returns the metrics address of each part. */
export async function serveMetrics(
  { metricsPort, isMetricsPortChosen }: Pick<Settings, 'metricsPort' | 'isMetricsPortChosen'>,
  urls: () => Record<string, string>,
  own: { metrics?: () => string; readiness?: () => Promise<ReadinessReport> } = {},
): Promise<Server> {
  const server = createServer(async (request, response) => {
    // Here too, where connections to the public port cannot get in the way.
    if (request.url === '/readyz' && own.readiness) {
      const report = await own.readiness();
      return response
        .writeHead(report.ok ? 200 : 503, { 'content-type': 'application/json' })
        .end(JSON.stringify(report));
    }
    if (request.url !== '/metrics') return response.writeHead(404).end();
    const found = await Promise.all(Object.entries(urls()).map(async ([part, url]) => [part, await read(url)]));
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(`${mergeMetrics(Object.fromEntries(found))}${own.metrics?.() ?? ''}`);
  });
  try {
    await listen(server, metricsPort);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (isMetricsPortChosen)
      throw new StartError(
        `METRICS_PORT ${metricsPort} is already in use. Choose another port, or 0 for any free one.`,
      );
    await listen(server, 0);
  }
  return server;
}

/** Undefined after the server is closed. */
export function portOf(server: Server): number | undefined {
  return (server.address() as AddressInfo | null)?.port;
}

/** A part that is down has no metrics. */
async function read(url: string): Promise<string> {
  try {
    const { isOk, body } = await getText(`${url}/metrics`, AbortSignal.timeout(readMs));
    return isOk ? body : '';
  } catch {
    return '';
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}
