import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize, Timestamp } from 'bson';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.ts';
import { sendCommand } from './raw-client.ts';

const idleConnections = 1_000;

let folder: string;
let server: EmbeddedMongo;
let client: MongoClient;
let lines: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  server = await startEmbeddedMongo({ path: folder, port: 0, authentication: 'none', log: (line) => lines.push(line) });
  client = await new MongoClient(server.uri).connect();
});

beforeEach(() => {
  lines = [];
});

afterAll(async () => {
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  return socket;
}

function message(
  body: Uint8Array,
  options: { length?: number; operation?: number; flags?: number; kind?: number } = {},
): Buffer {
  const bytes = Buffer.alloc(21 + body.length);
  bytes.writeInt32LE(options.length ?? bytes.length, 0);
  bytes.writeInt32LE(7, 4);
  bytes.writeInt32LE(options.operation ?? 2013, 12);
  bytes.writeUInt32LE(options.flags ?? 0, 16);
  bytes[20] = options.kind ?? 0;
  bytes.set(body, 21);
  return bytes;
}

async function closesAfter(bytes: Uint8Array): Promise<void> {
  const socket = await open();
  const closed = once(socket, 'close');
  socket.write(bytes);
  await closed;
}

async function stillServes(): Promise<void> {
  expect(await client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
}

const ping = serialize({ ping: 1, $db: 'admin' });

describe('a server that receives bad input', () => {
  test.each([
    ['a length below the header', message(ping, { length: 3 })],
    ['a negative length', message(ping, { length: -1 })],
    ['a length beyond the limit', message(ping, { length: 100_000_000 })],
    ['an unknown operation', message(ping, { operation: 2012 })],
    ['unknown required flags', message(ping, { flags: 4 })],
    ['an unknown section', message(ping, { kind: 9 })],
    ['a wrong checksum', Buffer.concat([message(ping, { flags: 1, length: 25 + ping.length }), Buffer.alloc(4)])],
    ['a section longer than its message', message(Buffer.from([255, 0, 0, 0, 0]))],
    ['no section at all', message(Buffer.alloc(0), { length: 21 })],
  ])('closes the connection after %s and logs one line', async (_name, bytes) => {
    await closesAfter(bytes);
    expect(lines).toHaveLength(1);
    await stillServes();
  });

  test.each([
    ['a string without an end', Buffer.from([16, 0, 0, 0, 2, 97, 0, 99, 0, 0, 0, 98, 0, 0, 0, 0])],
    ['an unknown type', Buffer.from([9, 0, 0, 0, 0x55, 97, 0, 0, 0])],
    ['a name without an end', Buffer.from([9, 0, 0, 0, 0x0a, 97, 97, 97, 97])],
  ])('rejects %s with the code for invalid BSON', async (_name, body) => {
    const socket = await open();
    socket.write(message(body));
    const [reply] = (await once(socket, 'data')) as [Buffer];
    expect(reply.includes('InvalidBSON')).toBe(true);
    socket.destroy();
    await stillServes();
  });

  test('continues if a client disappears in the middle of a message', async () => {
    const socket = await open();
    socket.write(message(ping).subarray(0, 20));
    socket.end();
    await once(socket, 'close');
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    await stillServes();
  });

  test('releases the locks of a vanished client in a transaction', async () => {
    const gone = await new MongoClient(server.uri).connect();
    await client.db('bad').collection<{ _id: number; n: number }>('locked').insertOne({ _id: 1, n: 0 });
    const session = gone.startSession();
    session.startTransaction();
    await gone
      .db('bad')
      .collection<{ _id: number; n: number }>('locked')
      .updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session });
    const waiting = client
      .db('bad')
      .collection<{ _id: number; n: number }>('locked')
      .updateOne({ _id: 1 }, { $inc: { n: 10 } });
    await gone.close(true);
    await waiting;
    expect(await client.db('bad').collection('locked').findOne()).toEqual({ _id: 1, n: 10 });
  });

  test('rejects documents that are nested too deeply', async () => {
    let nested: object = {};
    for (let depth = 0; depth < 500; depth++) nested = { a: nested };
    await expect(client.db('bad').collection('deep').insertOne(nested)).rejects.toMatchObject({ code: 15 });
    await stillServes();
  });

  test('rejects a hello with more than 512 bytes of driver metadata', async () => {
    const hello = (bytes: number) => ({ hello: 1, $db: 'admin', client: { name: 'x'.repeat(bytes - emptyName) } });
    const emptyName = serialize({ name: '' }).length;
    expect(await sendCommand(server.uri, hello(512))).toMatchObject({ ok: 1 });
    expect(await sendCommand(server.uri, hello(513))).toMatchObject({ ok: 0, code: 185 });
  });

  test('rejects a document over 16 MB', async () => {
    const large = { text: 'x'.repeat(16 * 1024 * 1024) };
    await expect(client.db('bad').collection('large').insertOne(large)).rejects.toThrow(
      /BSONObj size|larger than|too large/i,
    );
    await stillServes();
  });

  test('names unsupported features', async () => {
    const some = client.db('bad').collection('some');
    await some.insertOne({ a: 1 });
    await expect(some.find({ $where: 'true' }).toArray()).rejects.toThrow('$where');
    await expect(some.aggregate([{ $graphLookup: {} }]).toArray()).rejects.toMatchObject({ code: 238 });
    await expect(some.find({ a: { $nope: 1 } }).toArray()).rejects.toMatchObject({ code: 2 });
    await expect(client.db('bad').command({ nope: 1 })).rejects.toMatchObject({ code: 59 });
    await expect(some.createIndex({ a: 'text' })).rejects.toThrow('text');
  });

  test('serves clients while a thousand connections are idle', async () => {
    const sockets = await Promise.all(Array.from({ length: idleConnections }, open));
    await stillServes();
    for (const socket of sockets) socket.destroy();
    await stillServes();
  });
});

test.each([5, { clusterTime: {} }, { clusterTime: 5 }])(
  'an invalid cluster time is rejected: %o',
  async ($clusterTime) => {
    const reply = await sendCommand(server.uri, { ping: 1, $db: 'test', $clusterTime });
    expect(reply).toMatchObject({ ok: 0, code: 14 });
    const given = { clusterTime: new Timestamp({ t: 1, i: 1 }), signature: { keyId: 0 } };
    expect(await sendCommand(server.uri, { ping: 1, $db: 'test', $clusterTime: given })).toMatchObject({ ok: 1 });
  },
);

test('other indexes keep options of text indexes', async () => {
  const items = client.db('test').collection('languages');
  await items.createIndex({ a: 1 }, { language_override: 'lang', default_language: 'none' });
  expect(await items.indexes()).toMatchObject([{}, { language_override: 'lang', default_language: 'none' }]);
});
