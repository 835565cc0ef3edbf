import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireDocuments } from '../src/commands/expire-documents.ts';
import { Server } from '../src/server.ts';

const minuteMs = 60_000;
const start = Date.UTC(2026, 0, 1);
const many = 450;

let folder: string;
let server: Server;
let client: MongoClient;
let now = start;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  server = new Server({ path: folder, now: () => new Date(now) });
  await server.listen(0, '127.0.0.1');
  client = await new MongoClient(`mongodb://127.0.0.1:${server.port}/?replicaSet=rs0`).connect();
});

afterAll(async () => {
  await client.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A collection whose documents expire one minute after `at`. */
async function expiring(name: string, direction: 1 | -1 = 1) {
  const collection = client.db('expiry').collection<{ _id: number; at?: unknown; kind?: string }>(name);
  await collection.createIndex({ at: direction }, { expireAfterSeconds: 60 });
  return collection;
}

interface Numbered {
  find(): { sort(by: { _id: 1 }): { toArray(): Promise<{ _id: number }[]> } };
}

async function idsAfter(collection: Numbered, passedMs: number): Promise<number[]> {
  now = start + passedMs;
  await expireDocuments(server.engine);
  const left = await collection.find().sort({ _id: 1 }).toArray();
  return left.map(({ _id }) => _id);
}

function minutes(count: number) {
  return new Date(start + count * minuteMs);
}

describe('a TTL index', () => {
  test.each([1, -1] as const)('deletes only expired documents (direction %i)', async (direction) => {
    const collection = await expiring(`plain${direction}`, direction);
    await collection.insertMany([
      { _id: 1, at: minutes(0) },
      { _id: 2, at: minutes(5) },
      { _id: 3, at: 'yesterday' },
      { _id: 4 },
      { _id: 5, at: 0 },
      { _id: 6, at: [minutes(9), minutes(0)] },
      { _id: 7, at: null },
    ]);
    expect(await idsAfter(collection, minuteMs / 2)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await idsAfter(collection, 2 * minuteMs)).toEqual([2, 3, 4, 5, 7]);
    expect(await idsAfter(collection, 7 * minuteMs)).toEqual([3, 4, 5, 7]);
  });

  test('deletes more documents than fit in one batch', async () => {
    const collection = await expiring('many');
    await collection.insertMany(Array.from({ length: many }, (_, id) => ({ _id: id, at: minutes(0) })));
    expect(await idsAfter(collection, 2 * minuteMs)).toEqual([]);
  });

  test('follows a changed time', async () => {
    const collection = await expiring('changed');
    await collection.insertOne({ _id: 1, at: minutes(0) });
    const index = { keyPattern: { at: 1 }, expireAfterSeconds: 600 };
    await client.db('expiry').command({ collMod: 'changed', index });
    expect(await idsAfter(collection, 5 * minuteMs)).toEqual([1]);
    expect(await idsAfter(collection, 11 * minuteMs)).toEqual([]);
  });

  test('deletes only documents that its partial filter covers', async () => {
    const collection = client.db('expiry').collection<{ _id: number; at: Date; kind: string }>('partial');
    const partialFilterExpression = { kind: 'draft' };
    await collection.createIndex({ at: 1 }, { expireAfterSeconds: 60, partialFilterExpression });
    await collection.insertMany([
      { _id: 1, at: minutes(0), kind: 'draft' },
      { _id: 2, at: minutes(0), kind: 'sent' },
    ]);
    expect(await idsAfter(collection, 2 * minuteMs)).toEqual([2]);
  });
});
