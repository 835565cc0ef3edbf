import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.ts';

const writes = 240;
const bytesEach = 2 * 1024 * 1024;
const readers = 4;
/** Writes during which a reader keeps its snapshot; the readers begin one write apart. */
const heldFor = 4;
const logBytesMax = 400 * 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
let server: EmbeddedMongo;
let client: MongoClient;
beforeAll(async () => {
  server = await startEmbeddedMongo({ path: folder });
  client = await new MongoClient(server.uri).connect();
});
afterAll(async () => {
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('begins the log anew although some transaction is open at every moment', async () => {
  const documents = client.db('test').collection<{ _id: number; filler: Buffer }>('documents');
  await documents.insertOne({ _id: -1, filler: Buffer.alloc(1) });
  let written = 0;
  const reader = (first: number) =>
    client.withSession(async (session) => {
      for (let end = first; written < writes; end = written + heldFor) {
        session.startTransaction({ readConcern: { level: 'snapshot' } });
        await documents.findOne({ _id: -1 }, { session });
        while (written < Math.min(end, writes)) await progress();
        await session.abortTransaction();
      }
    });
  let wake = () => {};
  let next = Promise.resolve();
  const progress = () => next;
  const writer = async () => {
    let largest = 0;
    for (; written < writes; written++) {
      next = new Promise((resolve) => {
        wake = resolve;
      });
      await documents.insertOne({ _id: written, filler: Buffer.alloc(bytesEach, written) });
      largest = Math.max(largest, statSync(join(folder, 'mongo.sqlite-wal')).size);
      wake();
    }
    return largest;
  };
  const [largest] = await Promise.all([writer(), ...Array.from({ length: readers }, (_, at) => reader(at + 1))]);
  expect(largest).toBeGreaterThan(bytesEach);
  expect(largest).toBeLessThan(logBytesMax);
});
