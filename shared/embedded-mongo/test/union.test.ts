import { expect, test } from 'vitest';
import { useServer } from './use-server.ts';

const server = useServer();

interface Entry {
  _id: number;
  owner: string;
  own?: string;
  others?: string[];
  n?: number;
}

async function filled() {
  const entries = server.client.db('union').collection<Entry>('entries');
  await entries.drop();
  await entries.createIndex({ owner: 1, own: 1 });
  await entries.createIndex({ owner: 1, others: 1 }, { partialFilterExpression: { others: { $exists: true } } });
  await entries.insertMany(
    Array.from({ length: 500 }, (_, i) => ({
      _id: i,
      owner: i % 2 === 0 ? 'a' : 'b',
      own: `k${i}`,
      ...(i % 5 === 0 && { others: [`k${i + 1}`, `k${i + 2}`] }),
    })),
  );
  return entries;
}

function either(...keys: string[]) {
  return { owner: 'a', $or: [{ own: { $in: keys } }, { others: { $in: keys } }] };
}
function idsOf(found: Entry[]): number[] {
  return found.map(({ _id }) => _id).toSorted((left, right) => left - right);
}

test('examines only the entries that an index of each branch names, and returns each once', async () => {
  const entries = await filled();
  const explained = await entries.find(either('k10', 'k11', 'k12')).explain('executionStats');
  expect(explained.queryPlanner.winningPlan.stage).toBe('OR');
  expect(explained.executionStats.totalDocsExamined).toBeLessThan(10);
  expect(idsOf(await entries.find(either('k10', 'k11', 'k12')).toArray())).toEqual([10, 12]);
  expect(await entries.countDocuments(either('k10', 'k11', 'k12'))).toBe(2);
  expect(
    await entries
      .find(either('k10', 'k20', 'k30'))
      .limit(2)
      .toArray(),
  ).toHaveLength(2);
});

test('sorts by the usual plan, and scans if a branch has no index', async () => {
  const entries = await filled();
  expect((await entries.find(either('k10', 'k12')).sort({ _id: -1 }).toArray()).map(({ _id }) => _id)).toEqual([
    12, 10,
  ]);
  const found = await entries.find({ owner: 'a', $or: [{ own: 'k10' }, { n: { $exists: true } }] }).toArray();
  expect(idsOf(found)).toEqual([10]);
});

test('updates and deletes each entry once, also if a change moves it to another branch', async () => {
  const entries = await filled();
  const changed = await entries.updateMany(either('k20'), { $set: { own: 'moved', others: ['k20'] }, $inc: { n: 1 } });
  expect(changed.modifiedCount).toBe(1);
  expect(await entries.findOne({ _id: 20 })).toMatchObject({ own: 'moved', n: 1 });
  expect((await entries.deleteMany(either('k20', 'moved'))).deletedCount).toBe(1);
});

test('sees the uncommitted writes of its own transaction, and no others', async () => {
  const entries = await filled();
  const session = server.client.startSession();
  session.startTransaction();
  await entries.updateOne({ _id: 30 }, { $set: { own: 'other' }, $unset: { others: '' } }, { session });
  await entries.insertOne({ _id: 1_000, owner: 'a', others: ['k30'] }, { session });
  expect(idsOf(await entries.find(either('k30'), { session }).toArray())).toEqual([1_000]);
  expect(idsOf(await entries.find(either('k30')).toArray())).toEqual([30]);
  await session.abortTransaction();
  await session.endSession();
});
