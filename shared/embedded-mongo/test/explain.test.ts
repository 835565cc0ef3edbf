import type { Document, FindOptions } from 'mongodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { useServer } from './use-server.ts';

const running = useServer();
const contacts = 300;
const pageSize = 10;

function collection() {
  return running.db.collection<{ _id: number }>('contacts');
}

beforeAll(async () => {
  await collection().createIndexes([
    { key: { workspace: 1, created: -1, _id: 1 }, name: 'newest' },
    { key: { workspace: 1, email: 1 }, name: 'email', unique: true },
    { key: { tags: 1 }, name: 'tags' },
    { key: { status: 1 }, name: 'open', partialFilterExpression: { status: 'open' } },
  ]);
  const documents = Array.from({ length: contacts }, (_, id) => ({
    _id: id,
    workspace: id % 3,
    created: id,
    email: `c${id}@example.org`,
    tags: [id % 5, id % 7],
    status: id % 2 === 0 ? 'open' : 'closed',
  }));
  await collection().insertMany(documents);
});

interface Explained {
  stages: string[];
  index: string | undefined;
  direction: string;
  returned: number;
  keys: number;
  documents: number;
}

async function explain(filter: Document, options: FindOptions = {}): Promise<Explained> {
  const reply = await collection().find(filter, options).explain('executionStats');
  const stages: Document[] = [];
  for (let stage = reply.queryPlanner.winningPlan as Document | undefined; stage; stage = stage.inputStage)
    stages.push(stage);
  const { nReturned, totalKeysExamined, totalDocsExamined } = reply.executionStats;
  return {
    stages: stages.map((stage) => stage.stage as string),
    index: stages.at(-1)!.indexName,
    direction: stages.at(-1)!.direction,
    returned: nReturned,
    keys: totalKeysExamined,
    documents: totalDocsExamined,
  };
}

describe('explain shows', () => {
  test('no examined key or document for an empty list', async () => {
    const found = await explain({ workspace: 1, _id: { $in: [] } });
    expect(found).toMatchObject({ stages: ['FETCH', 'IXSCAN'], returned: 0, keys: 0, documents: 0 });
  });

  test('a unique index for an equality on all of its fields, with one examined key', async () => {
    const found = await explain({ workspace: 1, email: 'c1@example.org' });
    expect(found).toMatchObject({ stages: ['FETCH', 'IXSCAN'], index: 'email', returned: 1, keys: 1, documents: 1 });
  });

  test('the _id index for a lookup by _id', async () => {
    expect(await explain({ _id: 7 })).toMatchObject({ index: '_id_', returned: 1, keys: 1 });
  });

  test('an index for $in, with no other keys examined', async () => {
    const emails = ['c0@example.org', 'c3@example.org', 'nobody@example.org'];
    const found = await explain({ workspace: 0, email: { $in: emails } });
    expect(found).toMatchObject({ stages: ['FETCH', 'IXSCAN'], index: 'email', returned: 2, keys: 2 });
  });

  test('an index for a range after an equality', async () => {
    const found = await explain({ workspace: 0, created: { $gte: 90, $lt: 120 } });
    expect(found).toMatchObject({ index: 'newest', returned: 10, keys: 10, documents: 10 });
  });

  test('an index for the sort order, without a sort, forward and backward', async () => {
    const sort = { created: -1, _id: 1 } as const;
    const forwards = await explain({ workspace: 2 }, { sort });
    expect(forwards).toMatchObject({ stages: ['FETCH', 'IXSCAN'], index: 'newest', direction: 'forward' });
    const backwards = await explain({ workspace: 2 }, { sort: { created: 1, _id: -1 } });
    expect(backwards).toMatchObject({ stages: ['FETCH', 'IXSCAN'], index: 'newest', direction: 'backward' });
  });

  test('a sort if no index has the order', async () => {
    const found = await explain({ workspace: 2 }, { sort: { created: -1, _id: -1 } });
    expect(found.stages).toEqual(['SORT', 'FETCH', 'IXSCAN']);
  });

  test('that a page reads no more than itself', async () => {
    const sort = { created: -1, _id: 1 } as const;
    const found = await explain({ workspace: 0, created: { $lt: 200 } }, { sort, limit: pageSize });
    expect(found).toMatchObject({ stages: ['LIMIT', 'FETCH', 'IXSCAN'], index: 'newest', returned: pageSize });
    expect(found.documents).toBeLessThanOrEqual(4 * pageSize);
  });

  test('a multikey index for one element of an array, with each document once', async () => {
    const found = await explain({ tags: { $in: [1, 2] } });
    const expected = Array.from({ length: contacts }, (_, id) => [id % 5, id % 7]);
    const matching = expected.filter((tags) => tags.includes(1) || tags.includes(2));
    expect(found).toMatchObject({ index: 'tags', returned: matching.length });
  });

  test('a partial index only for queries that its filter covers', async () => {
    expect((await explain({ status: 'open' })).index).toBe('open');
    expect((await explain({ status: 'closed' })).stages).toEqual(['COLLSCAN']);
  });

  test('the index that a hint names', async () => {
    expect((await explain({ workspace: 1 }, { hint: 'email' })).index).toBe('email');
  });
});

describe('explain rejects', () => {
  const pipeline = [{ $match: {} }];
  const aggregate = { aggregate: 'contacts', pipeline, cursor: {} };

  test.each([
    ['a write concern', { explain: aggregate, writeConcern: { w: 1 } }, 72],
    ['a write concern of the pipeline', { explain: { ...aggregate, writeConcern: { j: true } } }, 9],
    ['a verbosity that there is not', { explain: aggregate, verbosity: 'all' }, 2],
  ])('%s', async (_name, command, code) => {
    await expect(running.db.command(command)).rejects.toMatchObject({ code });
    await expect(running.db.command({ explain: aggregate })).resolves.toMatchObject({ ok: 1 });
  });
});

test('a sparse index named by a hint returns fewer documents', async () => {
  const items = running.db.collection('sparse');
  await items.insertMany([{ i: 1 }, { i: 2, x: 1 }]);
  await items.createIndex({ x: 1 }, { sparse: true });
  expect(await items.countDocuments({ i: 1 })).toBe(1);
  expect(await items.find({ i: 1 }, { hint: 'x_1' }).toArray()).toEqual([]);
  expect(await items.find({ i: 2 }, { hint: 'x_1' }).toArray()).toHaveLength(1);
  expect(await running.db.command({ count: 'sparse', query: { i: 1 }, hint: 'x_1' })).toMatchObject({ n: 0 });
});
