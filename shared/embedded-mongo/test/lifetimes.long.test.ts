import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'bson';
import { type Collection, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Server } from '../src/server.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const headBytes = 21;

let folder: string;
let server: Server;
let client: MongoClient;
let items: Collection<{ _id: number; text?: string }>;
let now = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  server = new Server({ path: folder, now: () => new Date(now) });
  await server.listen(0, '127.0.0.1');
  client = await new MongoClient(`mongodb://127.0.0.1:${server.port}/?replicaSet=rs0`).connect();
  items = client.db('lifetimes').collection('items');
  await items.insertMany(Array.from({ length: 1_000 }, (_, _id) => ({ _id })));
});

afterAll(async () => {
  await client.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function pass(ms: number): void {
  now += ms;
  server.sweep();
}

describe('a cursor', () => {
  test('stays open while it is used, and ends after ten idle minutes', async () => {
    const cursor = items.find({}, { batchSize: 2, sort: { _id: 1 } });
    for (const _id of [0, 1, 2]) expect(await cursor.next()).toEqual({ _id });
    pass(9 * minuteMs);
    for (const _id of [3, 4]) expect(await cursor.next()).toEqual({ _id });
    pass(9 * minuteMs);
    for (const _id of [5, 6]) expect(await cursor.next()).toEqual({ _id });
    pass(11 * minuteMs);
    expect(await cursor.next()).toEqual({ _id: 7 });
    await expect(cursor.next()).rejects.toMatchObject({ code: 43 });
  });

  test('stays open if its client requested it, until it is killed', async () => {
    const cursor = items.find({}, { batchSize: 2, noCursorTimeout: true });
    await cursor.next();
    const before = server.engine.cursors.count;
    pass(24 * 60 * minuteMs);
    expect(server.engine.cursors.count).toBe(before);
    await cursor.close();
    await vi.waitFor(() => expect(server.engine.cursors.count).toBe(before - 1));
  });
});

describe('a transaction', () => {
  test('ends after a minute, and loses its writes and locks', async () => {
    const session = client.startSession();
    session.startTransaction();
    await items.updateOne({ _id: 1 }, { $set: { text: 'lost' } }, { session });
    const waiting = items.updateOne({ _id: 1 }, { $set: { text: 'kept' } });
    pass(59 * secondMs);
    expect(server.engine.transactions.open.size).toBe(1);
    pass(2 * secondMs);
    expect(server.engine.transactions.open.size).toBe(0);
    await waiting;
    await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251 });
    await session.endSession();
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, text: 'kept' });
  });

  test('ends when its client disconnects', async () => {
    const other = await new MongoClient(`mongodb://127.0.0.1:${server.port}/?replicaSet=rs0`).connect();
    const session = other.startSession();
    session.startTransaction();
    const same = other.db('lifetimes').collection<{ _id: number }>('items');
    await same.updateOne({ _id: 2 }, { $set: { text: 'lost' } }, { session });
    expect(server.engine.transactions.open.size).toBe(1);
    await other.close(true);
    await vi.waitFor(() => expect(server.engine.transactions.open.size).toBe(0));
    expect(await items.findOne({ _id: 2 })).toEqual({ _id: 2 });
  });
});

describe('a session', () => {
  test('is removed after half an hour without use', async () => {
    const session = client.startSession();
    await items.findOne({ _id: 1 }, { session });
    expect(server.engine.sessions.count).toBeGreaterThan(0);
    pass(31 * minuteMs);
    expect(server.engine.sessions.count).toBe(0);
    expect(await items.findOne({ _id: 3 }, { session })).toEqual({ _id: 3 });
    await session.endSession();
  });
});

describe('a client that sends requests and does not read', () => {
  const asked = 200;
  const replyBytes = 1_000_000;

  async function askAndIgnore(): Promise<Socket> {
    const socket = connect(server.port, '127.0.0.1').pause();
    await once(socket, 'connect');
    const body = serialize({ find: 'items', filter: { _id: -1 }, $db: 'lifetimes' });
    const head = Buffer.alloc(headBytes);
    head.writeInt32LE(headBytes + body.length, 0);
    head.writeInt32LE(2013, 12);
    for (let sent = 0; sent < asked; sent++) socket.write(Buffer.concat([head, body]));
    await vi.waitFor(() => expect(otherEnd(socket)?.writableNeedDrain).toBe(true));
    return socket;
  }

  function otherEnd(socket: Socket): Socket | undefined {
    return [...server.connections].find((one) => one.socket.remotePort === socket.localPort)?.socket;
  }

  beforeAll(() => items.insertOne({ _id: -1, text: 'x'.repeat(replyBytes) }));

  test('gets no more than it accepts, and gets everything once it reads', async () => {
    const socket = await askAndIgnore();
    for (let ping = 0; ping < asked; ping++) await client.db('admin').command({ ping: 1 });
    expect(otherEnd(socket)!.writableLength).toBeLessThan(2 * replyBytes);
    let received = 0;
    for await (const chunk of socket) {
      received += (chunk as Buffer).length;
      if (received > asked * replyBytes) break;
    }
    expect(received).toBeGreaterThan(asked * replyBytes);
    socket.destroy();
  });

  test('leaves nothing behind when it disconnects', async () => {
    const socket = await askAndIgnore();
    const other = otherEnd(socket);
    socket.destroy();
    await vi.waitFor(() => expect([...server.connections].map((one) => one.socket)).not.toContain(other));
    expect(await client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
  });
});

test('an incomplete message is dropped after half a minute', async () => {
  const idle = connect(server.port, '127.0.0.1');
  const stalled = connect(server.port, '127.0.0.1');
  await Promise.all([once(idle, 'connect'), once(stalled, 'connect')]);
  const closed = once(stalled, 'close');
  stalled.write(Buffer.from([200, 0, 0, 0, 1]));
  await vi.waitFor(() => expect(server.engine.unfinishedBytes).toBe(5));
  pass(29 * secondMs);
  expect(server.engine.unfinishedBytes).toBe(5);
  pass(2 * secondMs);
  await closed;
  await vi.waitFor(() => expect(server.engine.unfinishedBytes).toBe(0));
  expect(idle.destroyed).toBe(false);
  idle.destroy();
});
