import type { Server } from 'node:http';

const connectionsPerAddressMax = 50;

/** Limits the open connections of each address, except reverse proxies, which carry those of many clients. */
export function limitConnections(server: Server, isTrusted: (address: string) => boolean): void {
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
