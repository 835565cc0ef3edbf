import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkFolder } from '../src/check.ts';
import { startProcess } from './server-process.ts';

/** The full test uses 20 kills. The default is lower to keep the tests fast. */
const kills = Number(process.env.CRASH_KILLS ?? 5);
const writesPerKill = 500;
const writes = kills * writesPerKill;
const writers = 16;
/** Interval in writes between transactions over two collections. */
const transactionEvery = 10;
const timeoutMs = 240_000;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ledger {
  next: number;
  acknowledged: Set<number>;
  /** Called once `goal` writes have been acknowledged. */
  goal: number;
  onGoal: () => void;
}

/** Fails if the server is killed meanwhile. An unacknowledged write may or may not be stored. */
async function writeOne(client: MongoClient, id: number): Promise<void> {
  const database = client.db('crash');
  const document = { _id: id, key: `k${id}`, tags: [id % 7, id % 11] };
  if (id % transactionEvery !== 0) {
    await database.collection<{ _id: number }>('left').insertOne(document);
    return;
  }
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await database.collection<{ _id: number }>('left').insertOne(document, { session });
      await database.collection<{ _id: number }>('right').insertOne(document, { session });
    }),
  );
}

async function writeOn(client: MongoClient, ledger: Ledger): Promise<void> {
  const work = async () => {
    for (;;) {
      const id = ledger.next++;
      await writeOne(client, id);
      ledger.acknowledged.add(id);
      if (ledger.acknowledged.size >= ledger.goal) ledger.onGoal();
    }
  };
  await Promise.all(Array.from({ length: writers }, work));
}

async function runUntilKilled(ledger: Ledger): Promise<void> {
  const server = await startProcess(folder);
  const options = { serverSelectionTimeoutMS: 2_000, retryWrites: false };
  const client = await new MongoClient(server.uri, options).connect();
  for (const name of ['left', 'right']) {
    await client
      .db('crash')
      .collection(name)
      .createIndexes([{ key: { key: 1 }, unique: true }, { key: { tags: 1 } }]);
  }
  const left = client.db('crash').collection('left');
  if ((await left.indexes()).some(({ name }) => name === 'late')) await left.dropIndex('late');
  const reached = new Promise<void>((resolve) => {
    ledger.onGoal = resolve;
  });
  const writing = writeOn(client, ledger).catch(() => undefined);
  await reached;
  // At the kill, the index build is either running or just finished.
  const building = left.createIndex({ tags: -1, key: 1 }, { name: 'late' }).catch(() => undefined);
  await client.db('crash').command({ ping: 1 });
  await server.kill();
  await client.close(true);
  await Promise.all([writing, building]);
}

async function idsIn(client: MongoClient, name: string): Promise<Set<number>> {
  const found = await client
    .db('crash')
    .collection<{ _id: number }>(name)
    .find({}, { projection: { _id: 1 } })
    .toArray();
  return new Set(found.map((document) => document._id));
}

describe('a server that is killed during writes', () => {
  test(
    'keeps every acknowledged write and no partial transaction',
    async () => {
      const ledger: Ledger = { next: 1, acknowledged: new Set(), goal: 0, onGoal: () => {} };
      for (let kill = 1; kill <= kills; kill++) {
        ledger.goal = kill * writesPerKill;
        await runUntilKilled(ledger);
      }
      const report = checkFolder(folder);
      expect(report.problems).toEqual([]);
      const server = await startProcess(folder);
      const client = await new MongoClient(server.uri).connect();
      const [left, right] = [await idsIn(client, 'left'), await idsIn(client, 'right')];
      await client.close();
      await server.kill();
      expect([...ledger.acknowledged].filter((id) => !left.has(id))).toEqual([]);
      const pairs = [...left].filter((id) => id % transactionEvery === 0);
      expect(pairs.filter((id) => !right.has(id))).toEqual([]);
      expect([...right].filter((id) => !left.has(id))).toEqual([]);
      expect(ledger.acknowledged.size).toBeGreaterThanOrEqual(writes);
    },
    timeoutMs,
  );
});
