import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClientBulkWriteModel, type Document, MongoClient, MongoServerError } from 'mongodb';
import { describe, expect, test, vi } from 'vitest';
import { Server } from '../src/server.ts';
import { useServer } from './use-server.ts';

type Stored = Record<string, { _id: number; n?: number }>;
type Write = ClientBulkWriteModel<Stored>;

const running = useServer();

function bulkWrite(fields: Document): Promise<Document> {
  return running.client.db('admin').command({ bulkWrite: 1, ...fields });
}

async function refusal(fields: Document, database = 'admin'): Promise<unknown> {
  const error = await running.client
    .db(database)
    .command({ bulkWrite: 1, ...fields })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MongoServerError);
  return (error as MongoServerError).code;
}

describe('bulkWrite', () => {
  test('writes to several collections and returns each outcome in a cursor', async () => {
    const reply = await bulkWrite({
      nsInfo: [{ ns: 'test.left' }, { ns: 'other.right' }],
      ops: [
        { insert: 0, document: { _id: 1, n: 1 } },
        { insert: 1, document: { _id: 2, n: 1 } },
        { update: 0, filter: { _id: 1 }, updateMods: { $inc: { n: 1 } } },
        { update: 1, filter: { _id: 3 }, updateMods: { $set: { n: 3 } }, upsert: true },
        { update: 1, filter: {}, updateMods: [{ $set: { seen: true } }], multi: true },
        { delete: 0, filter: { n: 2 } },
      ],
    });
    expect(reply).toMatchObject({
      ok: 1,
      nErrors: 0,
      nInserted: 2,
      nMatched: 3,
      nModified: 3,
      nUpserted: 1,
      nDeleted: 1,
    });
    expect(Number(reply.cursor.id)).toBe(0);
    expect(reply.cursor.ns).toBe('admin.$cmd.bulkWrite');
    expect(reply.cursor.firstBatch).toEqual([
      { ok: 1, idx: 0, n: 1 },
      { ok: 1, idx: 1, n: 1 },
      { ok: 1, idx: 2, n: 1, nModified: 1 },
      { ok: 1, idx: 3, n: 1, nModified: 0, upserted: { _id: 3 } },
      { ok: 1, idx: 4, n: 2, nModified: 2 },
      { ok: 1, idx: 5, n: 1 },
    ]);
    expect(await running.db.collection('left').countDocuments()).toBe(0);
    const right = running.client.db('other').collection('right');
    expect(await right.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 2, n: 1, seen: true },
      { _id: 3, n: 3, seen: true },
    ]);
  });

  test('works with the driver, inside and outside a transaction', async () => {
    const { client } = running;
    const insert = (namespace: string, id: number): Write => ({ name: 'insertOne', namespace, document: { _id: id } });
    const outside = await client.bulkWrite<Stored>([insert('test.first', 1), insert('other.second', 1)]);
    expect(outside).toMatchObject({ insertedCount: 2 });
    const session = client.startSession();
    session.startTransaction();
    const [filter, update] = [{ _id: 1 }, { $set: { n: 1 } }];
    const change: Write = { name: 'updateOne', namespace: 'test.first', filter, update };
    const within = await client.bulkWrite<Stored>([insert('other.second', 2), change], {
      session,
      verboseResults: true,
    });
    expect(within.updateResults?.get(1)).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
    await session.abortTransaction();
    await session.endSession();
    expect(await client.db('other').collection('second').countDocuments()).toBe(1);
    expect(await running.db.collection('first').findOne()).toEqual({ _id: 1 });
  });

  test('changes the first document in the sort order of an update', async () => {
    const ordered = running.db.collection<{ _id: number; n: number }>('by_order');
    await ordered.insertMany([3, 1, 2].map((n, at) => ({ _id: at, n })));
    await ordered.updateOne({}, { $set: { n: 10 } }, { sort: { n: -1 } });
    const ops = [{ update: 0, filter: {}, updateMods: { $set: { n: 20 } }, sort: { n: -1 } }];
    expect(await bulkWrite({ nsInfo: [{ ns: 'test.by_order' }], ops })).toMatchObject({ nModified: 1 });
    expect((await ordered.find().toArray()).map(({ n }) => n)).toEqual([20, 1, 2]);
  });

  const threeWithDuplicate = (collection: string) => ({
    nsInfo: [{ ns: `test.${collection}` }],
    ops: [1, 1, 2].map((id) => ({ insert: 0, document: { _id: id } })),
  });

  test('stops at the first failure if ordered', async () => {
    const reply = await bulkWrite(threeWithDuplicate('ordered'));
    expect(reply).toMatchObject({ ok: 1, nErrors: 1, nInserted: 1 });
    expect(reply.cursor.firstBatch).toMatchObject([
      { ok: 1, idx: 0, n: 1 },
      { ok: 0, idx: 1, n: 0, code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 1 } },
    ]);
  });

  test('continues after a failure if unordered, and returns only failures with errorsOnly', async () => {
    const reply = await bulkWrite({ ...threeWithDuplicate('unordered'), ordered: false, errorsOnly: true });
    expect(reply).toMatchObject({ nErrors: 1, nInserted: 2 });
    expect(reply.cursor.firstBatch).toMatchObject([{ ok: 0, idx: 1, code: 11000 }]);
  });

  test('returns long results through getMore', async () => {
    const ops = Array.from({ length: 5 }, (_, id) => ({ insert: 0, document: { _id: id } }));
    const reply = await bulkWrite({ nsInfo: [{ ns: 'test.paged' }], ops, cursor: { batchSize: 2 } });
    expect(reply.cursor.firstBatch).toHaveLength(2);
    const rest = await running.client.db('admin').command({ getMore: reply.cursor.id, collection: '$cmd.bulkWrite' });
    expect(rest.cursor.nextBatch.map((result: Document) => result.idx)).toEqual([2, 3, 4]);
  });

  test('takes effect only with its transaction', async () => {
    const ops = [{ insert: 0, document: { _id: 1 } }];
    await running.db.createCollection('transactional');
    await running.client.withSession(async (session) => {
      session.startTransaction();
      await running.client
        .db('admin')
        .command({ bulkWrite: 1, nsInfo: [{ ns: 'test.transactional' }], ops }, { session });
      expect(await running.db.collection('transactional').countDocuments()).toBe(0);
      await session.commitTransaction();
    });
    expect(await running.db.collection('transactional').countDocuments()).toBe(1);
  });

  test('rejects malformed requests before writing anything', async () => {
    const nsInfo = [{ ns: 'test.malformed' }];
    const good = { insert: 0, document: { _id: 1 } };
    expect(await refusal({ nsInfo, ops: [good] }, 'test')).toBe(13);
    expect(await refusal({ nsInfo, ops: [good, { insert: 1, document: {} }] })).toBe(2);
    expect(await refusal({ nsInfo, ops: [good, { replace: 0 }] })).toBe(2);
    expect(await refusal({ nsInfo, ops: [good, { delete: 0, filter: {}, surprise: 1 }] })).toBe(40415);
    expect(await refusal({ nsInfo, ops: [] })).toBe(16);
    expect(await refusal({ nsInfo: [{ ns: 'nothing' }], ops: [good] })).toBe(73);
    expect(await running.db.collection('malformed').countDocuments()).toBe(0);
  });
});

test('keeps only its outcome when it is done, and no progress notes', async () => {
  const path = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  const server = new Server({ path });
  await server.listen(0, '127.0.0.1');
  const client = await new MongoClient(`mongodb://127.0.0.1:${server.port}/?directConnection=true`).connect();
  const { store } = server.engine;
  const noted = vi.spyOn(store.outcomes, 'rememberPart');
  const models = Array.from(
    { length: 5_000 },
    (_, _id): Write => ({
      name: 'insertOne',
      namespace: 'test.many',
      document: { _id },
    }),
  );
  const result = await client.bulkWrite<Stored>(models, { verboseResults: true });
  expect(result.insertResults?.size).toBe(models.length);
  expect(noted.mock.calls.length).toBeGreaterThan(0);
  expect(store.writer.all('SELECT session FROM retries WHERE length(session) > 16')).toEqual([]);
  await client.close();
  await server.close();
  rmSync(path, { recursive: true, force: true });
});
