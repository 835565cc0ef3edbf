import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import mongoose from 'mongoose';
import { expect, test } from 'vitest';

// Covers the driver fix in `patches/`. Node destroys a socket that the store closed before reporting it, so a command
// written in between never completed. If the monitor's socket was affected, the driver never found the store again.
test('resends a command on another connection when its connection has just ended', { timeout: 10_000 }, async () => {
  const sockets: Socket[] = [];
  const keep = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
  subscribe('net.client.socket', keep);
  const client = new mongoose.mongo.MongoClient(process.env.MONGODB_URI ?? process.env.TEST_MONGODB_URI!, {
    maxPoolSize: 1,
    monitorCommands: true,
  });
  try {
    const admin = client.db('admin');
    await admin.command({ ping: 1 });
    let ended = 0;
    client.once('commandStarted', () => {
      for (const socket of sockets) socket.destroy();
      ended = sockets.length;
    });
    expect(await admin.collection('nothing').findOne({})).toBeNull();
    expect(ended).toBeGreaterThan(1);
    expect(sockets.length).toBeGreaterThan(ended);
  } finally {
    unsubscribe('net.client.socket', keep);
    await client.close();
  }
});
