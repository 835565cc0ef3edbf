import { createServer, type RequestListener, type Server } from 'node:http';

const keepAliveMs = 65_000;
const headersMaxMs = 10_000;
const requestMaxMs = 30_000;
const checkEveryMs = 2_000;
const connectionsPerAddressMax = 50;

export interface StopOptions {
  /** How long it goes on accepting while /readyz says 503 already, when there are connections. */
  drainMs: number;
  /** How long running requests may take to their end. */
  shutdownMs: number;
}

export interface RunningServer {
  server: Server;
  /** While connections are open: each response closes its own; then accepts no more and lets requests finish. */
  stop(options: StopOptions): Promise<void>;
}

/** `isTrusted`: proxies in front, which carry the connections of many. */
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

/** One address holds so many connections open at most. */
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

/** Stops accepting, lets running requests finish, and cuts what is left after a while. */
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
