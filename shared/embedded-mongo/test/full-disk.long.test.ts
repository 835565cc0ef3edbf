import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkFolder } from '../src/check.ts';
import { Server } from '../src/server.ts';

interface Item {
  _id: number;
  text: string;
}

const outOfDiskSpace = 14031;
const pages = 200;
const text = 'x'.repeat(5_000);

let folder: string;
let server: Server;
let client: MongoClient;
let items: Collection<Item>;
let broken: Error[];
let isOpen: boolean;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  broken = [];
  isOpen = true;
  server = new Server({ path: folder, onBroken: (error) => broken.push(error) });
  await server.listen(0, '127.0.0.1');
  client = await new MongoClient(`mongodb://127.0.0.1:${server.port}/?replicaSet=rs0`).connect();
  items = client.db('full').collection('items');
  await items.createIndex({ text: 1, _id: 1 });
});

async function close(): Promise<void> {
  if (!isOpen) return;
  isOpen = false;
  await client.close();
  await server.close();
}

afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

/** Simulates a disk with room for only this many pages. */
function limitPages(count: number): void {
  server.engine.store.writer.exec(`PRAGMA max_page_count = ${count}`);
}

async function idsStored(): Promise<number[]> {
  return (await items.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
}

/** Inserts until the first rejection, which must name the reason. Returns the acknowledged IDs. */
async function insertUntilFull(first: number): Promise<number[]> {
  const acknowledged: number[] = [];
  for (let _id = first; ; _id++) {
    const error = await items.insertOne({ _id, text: `${_id}${text}` }).catch((reason) => reason);
    if (error instanceof Error) {
      expect(error).toMatchObject({ code: outOfDiskSpace, message: expect.stringContaining('disk is full') });
      return acknowledged;
    }
    acknowledged.push(_id);
  }
}

async function expectSound(ids: number[]): Promise<void> {
  expect(await idsStored()).toEqual(ids);
  expect(await items.estimatedDocumentCount()).toBe(ids.length);
  await close();
  expect(checkFolder(folder)).toMatchObject({ documents: ids.length, problems: [] });
}

describe('a server on a full disk', () => {
  test('rejects writes, loses no acknowledged write, and resumes when there is room', async () => {
    limitPages(pages);
    const first = await insertUntilFull(0);
    expect(first.length).toBeGreaterThan(10);
    expect(await idsStored()).toEqual(first);
    limitPages(1_000_000);
    const last = 10_000;
    await items.insertOne({ _id: last, text });
    await expectSound([...first, last]);
  });

  test('keeps the acknowledged writes of many writers', async () => {
    limitPages(pages);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 500 }, (_, _id) => items.insertOne({ _id, text: `${_id}${text}` })),
    );
    const acknowledged = outcomes.flatMap((outcome, id) => (outcome.status === 'fulfilled' ? [id] : []));
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(acknowledged.length).toBeLessThan(500);
    limitPages(1_000_000);
    const stored = await idsStored();
    expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([]);
    await expectSound(stored);
  });

  test('fails a long command if a part of it was lost', async () => {
    limitPages(pages);
    const many = Array.from({ length: 500 }, (_, _id) => ({ _id, text: `${_id}${text}` }));
    await expect(items.insertMany(many)).rejects.toMatchObject({ code: outOfDiskSpace });
    limitPages(1_000_000);
    await items.insertOne({ _id: 501, text });
    const ids = await idsStored();
    expect(ids).toEqual([...ids.slice(0, -1).map((_, at) => at), 501]);
    await expectSound(ids);
  });

  test('leaves no half-created collection or index', async () => {
    await insertInto(60);
    limitPages(1);
    const other = client.db('full').collection('other');
    await expect(other.insertOne({ a: 1 })).rejects.toMatchObject({ code: outOfDiskSpace });
    await expect(items.createIndex({ text: -1 })).rejects.toMatchObject({ code: outOfDiskSpace });
    expect((await client.db('full').listCollections().toArray()).map(({ name }) => name)).toEqual(['items']);
    expect((await items.indexes()).map(({ name }) => name)).toEqual(['_id_', 'text_1__id_1']);
    limitPages(1_000_000);
    await items.createIndex({ text: -1 });
    await other.insertOne({ a: 1 });
    await other.drop();
    await expectSound(Array.from({ length: 60 }, (_, at) => at));
  });

  test('ends a transaction without a trace', async () => {
    await insertInto(10);
    limitPages(1);
    const session = client.startSession();
    session.startTransaction();
    await items.insertOne({ _id: 20, text }, { session });
    await items.updateOne({ _id: 1 }, { $set: { text: 'changed' } }, { session });
    await expect(session.commitTransaction()).rejects.toMatchObject({ code: outOfDiskSpace });
    await session.endSession();
    limitPages(1_000_000);
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, text: `1${text}` });
    await items.updateOne({ _id: 1 }, { $set: { text: 'free again' } });
    await expectSound(Array.from({ length: 10 }, (_, at) => at));
  });

  async function insertInto(count: number): Promise<void> {
    await items.insertMany(Array.from({ length: count }, (_, _id) => ({ _id, text: `${_id}${text}` })));
  }
});

describe('a server whose log cannot be synced', () => {
  test('ends all writing, because the extent of the loss is unknown, but still serves reads', async () => {
    await items.insertOne({ _id: 1, text: 'kept' });
    const unsyncable = openSync('/dev/null', 'r');
    Object.assign(Reflect.get(server.engine.store.queue, 'log'), { log: unsyncable });
    await expect(items.insertOne({ _id: 2, text: 'unknown' })).rejects.toThrow(/EINVAL|restart the server/);
    expect(broken).toHaveLength(1);
    expect(broken[0]!.message).toContain('restart the server');
    await expect(items.insertOne({ _id: 3, text: 'refused' })).rejects.toThrow('restart the server');
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, text: 'kept' });
    expect(await items.findOne({ _id: 3 })).toBeNull();
  });
});
