import type { Document } from 'mongodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { useServer } from './use-server.ts';

const running = useServer();
const limited = useServer({ timeLimitMs: 1_000 });
const timeExceeded = 50;
const memoryExceeded = 146;
const documentTooLarge = 10334;
const documents = 2_000;
/** Of processor time, so that the load of the machine does not matter; a wait of 50 ms is two such turns. */
const turnMsMax = 120;

beforeAll(async () => {
  const made = Array.from({ length: documents }, (_, id) => ({
    _id: id,
    text: `${'a'.repeat(28)}!`,
    list: Array.from({ length: 20 }, (_, at) => at),
    long: 'x'.repeat(4_000),
  }));
  await running.db.collection<{ _id: number }>('some').insertMany(made);
});

function range(end: number): Document {
  return { $range: [0, end] };
}

function doubled(times: number): Document {
  let value: unknown = 'text';
  for (let at = 0; at < times; at++) value = { $let: { vars: { s: value }, in: { $concat: ['$$s', '$$s'] } } };
  return value as Document;
}

function project(r: Document): Document[] {
  return [{ $project: { r } }];
}

const growing = {
  $reduce: { input: range(100_000), initialValue: [], in: { $concatArrays: ['$$value', ['$$this']] } },
};
const nested = { $map: { input: range(3_000), in: { $map: { input: range(3_000), in: { $add: ['$$this', 1] } } } } };
const filtered = { $filter: { input: range(5_000), cond: { $gt: ['$$this', 5] } } };

const pipelines: [string, Document[], number][] = [
  ['a range', project(range(1e9)), timeExceeded],
  ['a text that doubles', project(doubled(40)), timeExceeded],
  ['a list that grows', project(growing), timeExceeded],
  ['loops in loops', project(nested), timeExceeded],
  ['a sort in an expression', project({ $sortArray: { input: range(500_000), sortBy: -1 } }), timeExceeded],
  ['unions', project({ $setUnion: [range(500_000), range(500_000)] }), timeExceeded],
  ['differences', project({ $setDifference: [range(50_000), range(90_000)] }), timeExceeded],
  ['a condition', [{ $match: { $expr: { $eq: [{ $size: filtered }, 1] } } }], timeExceeded],
  ['a join', [{ $lookup: { from: 'some', pipeline: [{ $match: { $expr: { $eq: ['$list', 1] } } }], as: 'j' } }], 50],
  ['a group', [...project(range(50_000)), { $unwind: '$r' }, { $group: { _id: null, all: { $push: '$r' } } }], 50],
  ['a set', [{ $unwind: '$list' }, { $group: { _id: null, s: { $push: '$$ROOT' } } }], memoryExceeded],
  ['facets', [{ $facet: { a: [{ $unwind: '$list' }, { $unwind: '$list' }], b: [{ $unwind: '$list' }] } }], 146],
];

function run(pipeline: Document[], maxTimeMS: number): Promise<unknown> {
  return running.db
    .collection('some')
    .aggregate(pipeline, { maxTimeMS })
    .toArray()
    .catch((error: { code: number }) => error.code);
}

describe('work that would not end', () => {
  test.each(pipelines)('in %s is stopped', async (_name, pipeline, code) => {
    const limitMs = code === memoryExceeded ? 30_000 : 500;
    expect(await run(pipeline, limitMs)).toBe(code);
  });

  test('in a result that is too large is stopped', async () => {
    const all = [{ $group: { _id: null, s: { $push: '$$ROOT' } } }, { $set: { t: '$s', u: '$s' } }];
    expect(await run(all, 30_000)).toBe(documentTooLarge);
  });

  test('in an update is stopped, and nothing is changed', async () => {
    const some = running.db.collection('some');
    await expect(some.updateMany({}, [{ $set: { z: nested } }])).rejects.toMatchObject({ code: timeExceeded });
    expect(await some.countDocuments({ z: { $exists: true } })).toBe(0);
  });

  test.each([/^(a+)+$/, /^(a|a)*$/i, /(.*)(.*)(.*)(.*)=/])('in the pattern %s ends', async (pattern) => {
    expect(await running.db.collection('some').countDocuments({ text: pattern })).toBe(0);
    const matching = { $regexMatch: { input: '$text', regex: pattern } };
    expect(await running.db.collection('some').countDocuments({ $expr: matching })).toBe(0);
  });

  test('lets others have their turn', async () => {
    const turns: number[] = [];
    let last = process.threadCpuUsage();
    let isDone = false;
    const watch = () => {
      const now = process.threadCpuUsage();
      turns.push((now.user + now.system - last.user - last.system) / 1000);
      last = now;
      if (!isDone) setImmediate(watch);
    };
    setImmediate(watch);
    await Promise.all([...pipelines, ...pipelines].map(([, pipeline]) => run(pipeline, 1_000)));
    isDone = true;
    turns.sort((left, right) => left - right);
    expect(turns[Math.floor(turns.length * 0.99)]).toBeLessThan(turnMsMax);
  });
});

test('a sort of many documents gives them in order, and those that are equal as they came', async () => {
  const many = running.db.collection<{ _id: number; n: number }>('many');
  await many.insertMany(Array.from({ length: 9_000 }, (_, id) => ({ _id: id, n: (id * 7) % 100 })));
  const inOrder = (found: { _id: number; n: number }[]) =>
    found.every((each, at) => {
      const before = found[at - 1];
      return !before || before.n < each.n || (before.n === each.n && before._id < each._id);
    });
  const all = await many.find().sort({ n: 1 }).toArray();
  expect(all).toHaveLength(9_000);
  expect(inOrder(all)).toBe(true);
  expect(await many.find().sort({ n: 1 }).skip(10).limit(3_000).toArray()).toEqual(all.slice(10, 3_010));
  expect(await many.aggregate([{ $sort: { n: 1 } }, { $limit: 50 }]).toArray()).toEqual(all.slice(0, 50));
});

test('the limit of the server holds where a command has none', async () => {
  const loop = [{ $match: { $expr: { $eq: [{ $size: filtered }, 1] } } }];
  const some = limited.db.collection<{ _id: number }>('some');
  await some.insertMany(Array.from({ length: 1_000 }, (_, id) => ({ _id: id })));
  await expect(some.aggregate(loop).toArray()).rejects.toMatchObject({ code: timeExceeded });
  await expect(some.aggregate(loop, { maxTimeMS: 60_000 }).toArray()).rejects.toMatchObject({ code: timeExceeded });
});
