import { expect, test } from 'vitest';
import { useServer } from './use-server.ts';

const running = useServer();

test('counts all matches, up to a limit, with and without an index, in and outside of transactions', async () => {
  const { client, db } = running;
  const items = db.collection<{ _id: number; kind: number; tags: number[] }>('items');
  await items.insertMany(
    Array.from({ length: 300 }, (_, at) => ({ _id: at, kind: at % 3, tags: [at % 2, at % 5], other: at % 4 })),
  );
  await items.createIndexes([{ key: { kind: 1, _id: 1 } }, { key: { tags: 1 } }]);
  const filters = [{}, { kind: 1 }, { kind: { $in: [0, 2] } }, { tags: { $in: [0, 1] } }, { other: 2 }, { kind: 7 }];
  for (const filter of filters) {
    const all = (await items.find(filter).toArray()).length;
    for (const [skip, limit] of [
      [0, 0],
      [0, 1],
      [0, 100],
      [0, 101],
      [0, 1_000],
      [50, 0],
      [50, 30],
      [400, 10],
    ] as const) {
      const left = Math.max(0, all - skip);
      const expected = limit > 0 ? Math.min(left, limit) : left;
      const options = { skip, ...(limit > 0 && { limit }) };
      expect(await items.countDocuments(filter, options), JSON.stringify({ filter, skip, limit })).toBe(expected);
    }
  }
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await items.insertOne({ _id: 999, kind: 1, tags: [] }, { session });
      expect(await items.countDocuments({ kind: 1 }, { session, limit: 1_000 })).toBe(101);
      expect(await items.countDocuments({ kind: 1 }, { session, limit: 20 })).toBe(20);
      expect(await items.countDocuments({}, { session, limit: 1_000 })).toBe(301);
    }),
  );
});
