import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.ts';

const clients = 64;
const incrementsEach = 10;
const timeoutMs = 120_000;

let folder: string;
let server: EmbeddedMongo;
let client: MongoClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  server = await startEmbeddedMongo({ path: folder });
  client = await new MongoClient(server.uri, { maxPoolSize: clients }).connect();
});

afterAll(async () => {
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function everyClient(work: () => Promise<unknown>): Promise<unknown> {
  return Promise.all(Array.from({ length: clients }, work));
}

describe('many clients on one document', () => {
  test(
    'lose no update in transactions that read and then write',
    async () => {
      const counters = client.db('contention').collection<{ _id: string; n: number }>('counters');
      await counters.insertOne({ _id: 'read-then-write', n: 0 });
      await everyClient(async () => {
        for (let time = 0; time < incrementsEach; time++) {
          await client.withSession((session) =>
            session.withTransaction(async () => {
              const counter = await counters.findOne({ _id: 'read-then-write' }, { session });
              await counters.updateOne({ _id: 'read-then-write' }, { $set: { n: counter!.n + 1 } }, { session });
            }),
          );
        }
      });
      expect(await counters.findOne({ _id: 'read-then-write' })).toEqual({
        _id: 'read-then-write',
        n: clients * incrementsEach,
      });
    },
    timeoutMs,
  );

  test(
    'lose no update when transactions and single writes collide',
    async () => {
      const counters = client.db('contention').collection<{ _id: string; n: number }>('counters');
      await counters.insertOne({ _id: 'mixed', n: 0 });
      let turn = 0;
      await everyClient(async () => {
        for (let time = 0; time < incrementsEach; time++) {
          if (turn++ % 2 === 0) {
            await counters.updateOne({ _id: 'mixed' }, { $inc: { n: 1 } });
            continue;
          }
          await client.withSession((session) =>
            session.withTransaction(() => counters.updateOne({ _id: 'mixed' }, { $inc: { n: 1 } }, { session })),
          );
        }
      });
      expect(await counters.findOne({ _id: 'mixed' })).toEqual({ _id: 'mixed', n: clients * incrementsEach });
    },
    timeoutMs,
  );

  test('let one of many inserts of the same unique key succeed', async () => {
    const unique = client.db('contention').collection('unique');
    await unique.createIndex({ key: 1 }, { unique: true });
    const outcomes = await Promise.allSettled(Array.from({ length: clients }, () => unique.insertOne({ key: 'one' })));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    const codes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set([11000]));
  });
});
