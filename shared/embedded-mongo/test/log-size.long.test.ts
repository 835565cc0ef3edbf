import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClientSession, type Collection, type Document, MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Server } from '../src/server.ts';

const megabyte = 1024 * 1024;
const logBytesMax = 64 * megabyte;
const insertBytesMax = 24 * 1024;
const sharedInsertBytesMax = 12 * 1024;

let folder: string;
let server: Server;
let client: MongoClient;
let items: Collection<Document>;
let watching: NodeJS.Timeout;
let largest: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  server = new Server({ path: folder });
  await server.listen(0, '127.0.0.1');
  client = await new MongoClient(`mongodb://127.0.0.1:${server.port}/?replicaSet=rs0`).connect();
  items = client.db('log').collection('items');
  await items.createIndexes([
    { key: { email: 1 }, unique: true },
    { key: { score: 1 } },
    { key: { group: 1, at: -1 } },
  ]);
  largest = 0;
  watching = setInterval(() => {
    largest = Math.max(largest, logBytes());
  }, 1);
});

afterEach(async () => {
  clearInterval(watching);
  await client.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function logBytes(): number {
  return statSync(join(folder, 'mongo.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0;
}

/** Spread over the indexes, so that each insert changes different leaves. */
function small(id: number): Document {
  const spread = (id * 7919) % 1_000_003;
  return { email: `person${spread}@mail.example`, score: spread, group: id % 10, at: id, text: 'x'.repeat(60) };
}

/** Repeats the work until the log would exceed its limit if it were never moved. */
async function write(clients: number, bytesEach: number, work: (id: number) => Promise<unknown>): Promise<void> {
  const count = Math.ceil((1.2 * logBytesMax) / bytesEach);
  let next = 0;
  const one = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: clients }, one));
}

async function wasBounded(): Promise<void> {
  expect(largest).toBeGreaterThan(0);
  expect(largest).toBeLessThan(logBytesMax);
  await server.engine.emptyLog();
  expect(logBytes()).toBe(0);
}

describe('the log stays small', () => {
  const insertMany = (id: number) => items.insertMany(Array.from({ length: 500 }, (_, at) => small(id * 500 + at)));

  test.each([
    ['small inserts', 64, 16_000, (id: number) => items.insertOne(small(id))],
    ['bulk inserts', 8, 2_000_000, insertMany],
    [
      'large documents',
      8,
      5_000_000,
      (id: number) => items.insertOne({ ...small(id), filler: Buffer.alloc(5_000_000) }),
    ],
  ])('with %s from %d clients', async (_name, clients, bytesEach, work) => {
    await write(clients, bytesEach, work);
    await wasBounded();
  });

  test('with updates and deletes', async () => {
    await insertMany(0);
    await write(8, 20_000, (id) =>
      id % 5 === 0
        ? items.deleteOne({ group: id % 10 })
        : items.updateMany({ group: id % 10 }, { $set: { score: id, email: `again${id}` } }).catch(() => undefined),
    );
    await wasBounded();
  });

  test('while indexes are built', async () => {
    for (let turn = 0; turn < 10; turn++) await insertMany(turn);
    await write(2, 8_000_000, async (id) => {
      await items.createIndex({ text: 1, score: -1, [`extra${id}`]: 1 });
    });
    await wasBounded();
  });

  test('with transactions of which at least one is always open', async () => {
    await write(8, 30_000, (id) =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          await items.insertOne(small(id * 2), { session });
          await items.insertOne(small(id * 2 + 1), { session });
        }),
      ),
    );
    await wasBounded();
  });
});

test('a snapshot that would enlarge the log is ended with its own error, and can be retried', async () => {
  await items.insertOne(small(0));
  const { dbName, collectionName } = items;
  const writing = [
    (session: ClientSession) => items.findOne({}, { session }),
    (session: ClientSession) => items.insertOne(small(-1), { session }),
    (session: ClientSession) => items.updateOne({ score: 0 }, { $set: { text: 'lost' } }, { session }),
    (session: ClientSession) => items.deleteOne({ score: 0 }, { session }),
    (session: ClientSession) =>
      client.bulkWrite([{ namespace: `${dbName}.${collectionName}`, name: 'insertOne', document: small(-2) }], {
        session,
      }),
  ];
  const sessions = writing.map(() => client.startSession());
  for (const session of sessions) {
    session.startTransaction();
    await items.findOne({}, { session });
  }
  await write(8, 2_000_000, (id) => items.insertMany(Array.from({ length: 500 }, (_, at) => small(1 + id * 500 + at))));
  for (const [at, session] of sessions.entries()) {
    const error = await writing[at]!(session).then(
      () => undefined,
      (reason) => reason.cause ?? reason,
    );
    expect(error).toMatchObject({ code: 239, codeName: 'SnapshotTooOld' });
    expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
    await session.abortTransaction();
  }
  const [session] = sessions as [ClientSession];
  await session.withTransaction(() => items.updateOne({ score: 0 }, { $set: { text: 'kept' } }, { session }));
  for (const each of sessions) await each.endSession();
  expect(await items.findOne({ score: 0 })).toMatchObject({ text: 'kept' });
  await wasBounded();
});

test('an open cursor keeps nothing in the log', async () => {
  await items.insertMany(Array.from({ length: 300 }, (_, at) => small(at)));
  const cursor = items.find({}, { batchSize: 10 });
  await cursor.next();
  await write(8, 2_000_000, (id) =>
    items.insertMany(Array.from({ length: 500 }, (_, at) => small(1000 + id * 500 + at))),
  );
  await wasBounded();
  expect(await cursor.next()).not.toBeNull();
  await cursor.close();
});

test('the log is empty after a stop', async () => {
  await items.insertMany(Array.from({ length: 300 }, (_, at) => small(at)));
  await client.close();
  await server.close();
  expect(existsSync(join(folder, 'mongo.sqlite-wal'))).toBe(false);
  server = new Server({ path: folder });
});

test.each([
  [1, 200, insertBytesMax],
  [32, 1_600, sharedInsertBytesMax],
])('%d clients write little to the log for each of %d inserts', async (clients, count, bytesMax) => {
  await items.insertMany(Array.from({ length: 2_000 }, (_, at) => small(at)));
  await server.engine.emptyLog();
  let next = 10_000;
  const last = next + count;
  const one = async () => {
    while (next < last) await items.insertOne(small(next++));
  };
  await Promise.all(Array.from({ length: clients }, one));
  expect(logBytes() / count).toBeLessThan(bytesMax);
});
