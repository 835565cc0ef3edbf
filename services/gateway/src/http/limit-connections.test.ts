import { type AddressInfo, connect, type Socket } from 'node:net';
import { type RunningServer, startServer } from '@outbound/node-service/http/server';
import { afterEach, test } from 'vitest';
import { limitConnections } from './limit-connections.ts';

let running: RunningServer;
afterEach(() => running.stop({ drainMs: 0, shutdownMs: 0 }));

function open(): Promise<Socket> {
  const { port } = running.server.address() as AddressInfo;
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', () => undefined);
  });
}

test('limits an address to 50 connections, unless it is a trusted proxy', async () => {
  running = await startServer((_req, res) => res.end(), { host: '127.0.0.1', port: 0 });
  limitConnections(running.server, () => false);
  const sockets = await Promise.all(Array.from({ length: 50 }, open));
  const refused = await open();
  await new Promise((resolve) => refused.once('close', resolve));
  const [first] = sockets;
  const isClosed = new Promise((resolve) => first!.once('close', resolve));
  first!.end('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  first!.resume();
  await isClosed;
  const next = await open();
  const answered = new Promise((resolve) => next.once('data', resolve));
  next.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await answered;
  for (const socket of [...sockets, next]) socket.destroy();
});
