import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkFolder } from '../src/check.ts';
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.ts';
import { startProcess } from './server-process.ts';

interface Item {
  _id: number;
  key: number | number[];
  group: string;
}

/** Enough documents for dozens of slices. */
const documents = 20_000;
const timeoutMs = 120_000;

let folder: string;
let server: EmbeddedMongo;
let client: MongoClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  server = await startEmbeddedMongo({ path: folder });
  client = await new MongoClient(server.uri).connect();
});

afterAll(async () => {
  await client.close();
  await server.stop();
  const { problems } = checkFolder(folder);
  rmSync(folder, { recursive: true, force: true });
  expect(problems).toEqual([]);
});

function item(id: number): Item {
  return { _id: id, key: id, group: `g${id % 100}` };
}

async function filled(from: MongoClient, name: string): Promise<Collection<Item>> {
  const collection = from.db('build').collection<Item>(name);
  await collection.insertMany(Array.from({ length: documents }, (_, id) => item(id)));
  return collection;
}

async function indexNames(collection: Collection<Item>): Promise<string[]> {
  return (await collection.indexes()).map((index) => index.name!);
}

/** Repeats an action until the build ends. Returns the number of repetitions. */
async function whileBuilding(building: Promise<unknown>, work: (turn: number) => Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = building.catch(() => undefined).then(() => (isOver = true));
  let turns = 0;
  while (!isOver) await work(turns++);
  await over;
  return turns;
}

function stageOf(plan: Document): string {
  return plan.queryPlanner.winningPlan.stage;
}

describe('building an index on a large collection', { timeout: timeoutMs }, () => {
  test('lets others read and write, and indexes all of their writes', async () => {
    const collection = await filled(client, 'busy');
    const stages = new Set<string>();
    const turns = await whileBuilding(collection.createIndex({ key: -1, group: 1 }), async (turn) => {
      const [front, back] = [turn * 2, documents - 1 - turn * 2];
      stages.add(stageOf(await collection.find({ key: front }).explain('queryPlanner')));
      await collection.updateOne({ _id: front }, { $set: { key: -front - 1 } });
      await collection.updateOne({ _id: back }, { $set: { key: [back, -back - 1] } });
      await collection.deleteOne({ _id: back - 1 });
      await collection.insertOne(item(documents + turn));
    });
    expect(turns).toBeGreaterThan(0);
    expect(stages).toContain('COLLSCAN');
    const last = turns - 1;
    for (const key of [-last * 2 - 1, -(documents - 1 - last * 2) - 1, documents + last]) {
      const cursor = collection.find({ key });
      expect(await cursor.toArray()).toHaveLength(1);
      expect(stageOf(await cursor.explain('queryPlanner'))).toBe('FETCH');
    }
    expect(await collection.countDocuments({ key: { $gte: -1e9 } })).toBe(documents);
  });

  test('fails and leaves nothing if documents have the same unique key', async () => {
    const collection = await filled(client, 'doubles');
    await collection.updateOne({ _id: documents - 1 }, { $set: { key: 7 } });
    const both = collection.createIndexes([{ key: { group: 1 } }, { key: { key: 1 }, unique: true }]);
    await expect(both).rejects.toMatchObject({ code: 11000, keyValue: { key: 7 } });
    expect(await indexNames(collection)).toEqual(['_id_']);
    await collection.updateOne({ _id: documents - 1 }, { $set: { key: -7 } });
    await collection.createIndex({ key: 1 }, { unique: true });
    await expect(collection.insertOne({ ...item(documents), key: -7 })).rejects.toMatchObject({ code: 11000 });
  });

  test('ends if the index or the collection is dropped', async () => {
    const collection = await filled(client, 'dropped');
    const first = expect(collection.createIndex({ key: 1 })).rejects.toMatchObject({ code: 276 });
    // Its reply arrives after the server has received the build request, so the build is running.
    await collection.findOne();
    await collection.dropIndexes();
    await first;
    expect(await indexNames(collection)).toEqual(['_id_']);
    const second = expect(collection.createIndex({ key: 1 })).rejects.toMatchObject({ code: 276 });
    await collection.findOne();
    await collection.drop();
    await second;
    expect(await collection.countDocuments()).toBe(0);
  });

  test('runs only once, and stays hidden until it is done', async () => {
    const collection = await filled(client, 'twice');
    const shown = new Set<number>();
    const building = collection.createIndex({ key: 1 });
    await whileBuilding(building, async () => shown.add((await indexNames(collection)).length));
    expect(shown).toContain(1);
    const again = await Promise.all([collection.createIndex({ group: 1 }), collection.createIndex({ group: 1 })]);
    expect(again).toEqual(['group_1', 'group_1']);
    expect(await indexNames(collection)).toEqual(['_id_', 'key_1', 'group_1']);
    const same = { key: { key: -1 }, name: 'same' };
    await client.db('build').command({ createIndexes: 'twice', indexes: [same, same] });
    expect(await indexNames(collection)).toEqual(['_id_', 'key_1', 'group_1', 'same']);
  });

  test('ends at its time limit', async () => {
    const collection = await filled(client, 'limited');
    await expect(collection.createIndex({ key: 1 }, { maxTimeMS: 5 })).rejects.toMatchObject({ code: 50 });
    expect(await indexNames(collection)).toEqual(['_id_']);
  });

  test('waits for transactions that have written', async () => {
    const collection = client.db('build').collection<Item>('waited');
    await collection.insertOne(item(1));
    const session = client.startSession();
    session.startTransaction();
    await collection.insertOne({ _id: 2, key: 1, group: '' }, { session });
    const creating = expect(collection.createIndex({ key: 1 }, { unique: true })).rejects.toMatchObject({
      code: 11000,
    });
    const other = client.db('build').collection('other');
    await other.createIndex({ group: 1 });
    await session.commitTransaction();
    await creating;
    await session.endSession();
    expect(await indexNames(collection)).toEqual(['_id_']);
  });

  test('leaves nothing behind if the server is killed meanwhile', async () => {
    const path = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
    const killed = await startProcess(path);
    const before = await new MongoClient(killed.uri, { serverSelectionTimeoutMS: 2_000 }).connect();
    const building = expect((await filled(before, 'killed')).createIndex({ key: 1 })).rejects.toThrow();
    await before.db('build').command({ ping: 1 });
    await killed.kill();
    await before.close(true);
    await building;
    expect(checkFolder(path)).toMatchObject({ collections: 1, documents, problems: [] });
    const again = await startEmbeddedMongo({ path });
    const after = await new MongoClient(again.uri).connect();
    const collection = after.db('build').collection<Item>('killed');
    expect(await indexNames(collection)).toEqual(['_id_']);
    await collection.createIndex({ key: 1 });
    expect(await collection.find({ key: 5 }).toArray()).toEqual([item(5)]);
    await after.close();
    await again.stop();
    expect(checkFolder(path).problems).toEqual([]);
    rmSync(path, { recursive: true, force: true });
  });
});
