import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Document, MongoClient } from 'mongodb';
import { expect, test } from 'vitest';
import { expireDocuments } from '../src/commands/expire-documents.ts';
import { socketUri } from '../src/network/socket-path.ts';
import { Server } from '../src/server.ts';
import { useServer } from './use-server.ts';

const running = useServer();

function admin(command: Document): Promise<Document> {
  return running.client.db('admin').command(command);
}

/** Polls until the copy is served. */
async function served(): Promise<Document> {
  for (;;) {
    const status = await admin({ backupStatus: 1 });
    if (status.uri !== undefined) return status;
    await wait(10);
  }
}

interface Numbered {
  _id: number;
  filler: string;
}

test('a copy is the state of one moment, however much is written meanwhile', async () => {
  const items = running.db.collection<Numbered>('items');
  const filler = 'x'.repeat(200_000);
  let number = 0;
  for (; number < 200; number++) await items.insertOne({ _id: number, filler });
  // The log ends a transaction's snapshot after 32 MB. This writes several times as much.
  let isWriting = true;
  const acknowledged: { _id: number; at: number }[] = [];
  const write = async () => {
    while (isWriting) {
      const _id = number++;
      await items.insertOne({ _id, filler });
      acknowledged.push({ _id, at: Date.now() });
    }
  };
  const writers = [write(), write()];
  while (number < 250) await wait(5);
  const begun = await admin({ beginBackup: 1 });
  const numberThen = number;
  const status = await served();
  while (number < numberThen + 300) await wait(5);
  isWriting = false;
  await Promise.all(writers);

  const copy = await new MongoClient(status.uri).connect();
  const ids = (
    await copy
      .db('test')
      .collection<Numbered>('items')
      .find({}, { projection: { _id: 1 } })
      .toArray()
  ).map(({ _id }) => _id);
  await copy.close();
  expect(ids.length).toBe(new Set(ids).size);
  const at = (begun.at as Date).getTime();
  const before = acknowledged.filter((one) => one.at < at).map(({ _id }) => _id);
  expect(before.filter((_id) => !ids.includes(_id))).toEqual([]);
  expect(ids.length).toBeLessThanOrEqual(numberThen);
  expect(await items.countDocuments()).toBe(acknowledged.length + 200);
  await admin({ endBackup: 1 });
  await expect(new MongoClient(status.uri, { serverSelectionTimeoutMS: 200 }).connect()).rejects.toThrow();
});

test('allows one copy at a time, and a new one after the last has ended', async () => {
  await admin({ beginBackup: 1 });
  await expect(admin({ beginBackup: 1 })).rejects.toMatchObject({ code: 117 });
  await admin({ endBackup: 1 });
  await expect(admin({ backupStatus: 1 })).rejects.toMatchObject({ code: 20 });
  expect(await admin({ beginBackup: 1 })).toMatchObject({ ok: 1, at: expect.any(Date) });
  await admin({ endBackup: 1 });
});

test('removes the copy from the disk at its end', async () => {
  await admin({ beginBackup: 1 });
  const { uri } = await served();
  const socket = decodeURIComponent(/^mongodb:\/\/([^/?]+)/.exec(uri)![1]!);
  expect(existsSync(socket)).toBe(true);
  await admin({ endBackup: 1 });
  expect(existsSync(dirname(socket))).toBe(false);
});

test('a server on a past state deletes no expired documents', async () => {
  const path = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  const server = new Server({ path, keepsExpired: true });
  const socket = join(path, 'mongo.sock');
  await server.listenOnSocket(socket);
  const client = await new MongoClient(socketUri(socket)).connect();
  const things = client.db('test').collection('things');
  await things.createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
  await things.insertOne({ at: new Date(0) });
  await expireDocuments(server.engine);
  expect(await things.countDocuments()).toBe(1);
  Object.assign(server.engine, { keepsExpired: false });
  await expireDocuments(server.engine);
  expect(await things.countDocuments()).toBe(0);
  await client.close();
  await server.close();
  rmSync(path, { recursive: true });
});

test('accepts the backup commands only on the database "admin"', async () => {
  await expect(running.db.command({ beginBackup: 1 })).rejects.toMatchObject({ code: 13 });
});
