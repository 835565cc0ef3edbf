import { createServer, type RequestListener, type Server } from 'node:http';

const keepAliveMs = 65_000;
const headersMaxMs = 10_000;
const requestMaxMs = 30_000;
const checkEveryMs = 2_000;
const connectionsPerAddressMax = 50;

export interface StopOptions {
  /** Time to keep accepting connections after /readyz starts returning 503, if any connections are open. */
  drainMs: number;
  /** Time limit for running requests to finish. */
  shutdownMs: number;
}

export interface RunningServer {
  server: Server;
  /**
   * Closes each connection with its next response, then stops accepting connections and lets running requests finish.
   */
  stop(options: StopOptions): Promise<void>;
}

/** `isTrusted`: true for reverse proxies, which carry the connections of many clients. */
export async function startServer(
  listener: RequestListener,
  host: string,
  port: number,
  isTrusted: (address: string) => boolean = () => true,
): Promise<RunningServer> {
  let isStopping = false;
  const limits = {
    headersTimeout: headersMaxMs,
    requestTimeout: requestMaxMs,
    connectionsCheckingInterval: checkEveryMs,
  };
  const server = createServer(limits, (request, response) => {
    if (isStopping) response.setHeader('Connection', 'close');
    listener(request, response);
  });
  server.keepAliveTimeout = keepAliveMs;
  limitConnections(server, isTrusted);
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

/** Limits the open connections of each address. */
function limitConnections(server: Server, isTrusted: (address: string) => boolean): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (isTrusted(address)) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > connectionsPerAddressMax) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
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
