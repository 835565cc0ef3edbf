import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';

/**
 * Longer than proxies and clients keep idle connections. They close first, so no request meets a closing connection.
 */
const keepAliveMs = 75_000;
const timeouts = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 };

export interface ListenOptions {
  host: string;
  port: number;
  /** More limits of Node's server, such as `maxHeaderSize` in bytes. */
  limits?: ServerOptions;
}

export interface StopOptions {
  /** Milliseconds to keep accepting requests after /readyz returns 503, if connections are open. */
  drainMs: number;
  /** Maximum milliseconds for running requests to finish. */
  shutdownMs: number;
}

export interface RunningServer {
  server: Server;
  /**
   * While connections are open, each response closes its own. Then the server stops accepting and lets requests finish.
   */
  stop(options: StopOptions): Promise<void>;
}

export async function startServer(
  listener: RequestListener,
  { host, port, limits }: ListenOptions,
): Promise<RunningServer> {
  let isStopping = false;
  const server = createServer({ ...timeouts, ...limits }, (request, response) => {
    if (isStopping) response.setHeader('Connection', 'close');
    listener(request, response);
  });
  server.keepAliveTimeout = keepAliveMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    server,
    async stop({ drainMs, shutdownMs }) {
      isStopping = true;
      if (drainMs > 0 && (await countConnections(server)) > 0)
        await new Promise((resolve) => setTimeout(resolve, drainMs));
      await close(server, shutdownMs);
    },
  };
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}

/** Stops accepting connections, lets running requests finish, and cuts the rest after the time limit. */
function close(server: Server, shutdownMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), shutdownMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

export interface MetricsListenOptions extends ListenOptions {
  /** True if the operator chose the port. If false, a port in use is replaced with a free one. */
  isPortChosen: boolean;
}

export async function startMetricsServer(
  listener: RequestListener,
  { host, port, isPortChosen }: MetricsListenOptions,
): Promise<RunningServer> {
  try {
    return await startServer(listener, { host, port });
  } catch (error) {
    if (isPortChosen || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return startServer(listener, { host, port: 0 });
  }
}
