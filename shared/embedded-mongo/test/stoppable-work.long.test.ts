import type { Document } from 'mongodb';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  filtered,
  hostileDocument,
  hostilePatterns,
  memoryExceeded,
  nested,
  pipelines,
  timeExceeded,
} from './hostile-work.ts';
import { useServer } from './use-server.ts';

const running = useServer();
const limited = useServer({ timeLimitMs: 1_000 });
const documentTooLarge = 10334;
const documents = 2_000;
/** Limit of processor time, so that the load of the machine does not matter. A wait of 50 ms is two such turns. */
const turnMsMax = 120;

beforeAll(async () => {
  const made = Array.from({ length: documents }, (_, id) => hostileDocument(id));
  await running.db.collection<{ _id: number }>('some').insertMany(made);
});

function run(pipeline: Document[], maxTimeMS: number): Promise<unknown> {
  return running.db
    .collection('some')
    .aggregate(pipeline, { maxTimeMS })
    .toArray()
    .catch((error: { code: number }) => error.code);
}

describe('endless work', () => {
  test.each(pipelines)('in %s is stopped', async (_name, pipeline, code) => {
    const limitMs = code === memoryExceeded ? 30_000 : 500;
    expect(await run(pipeline, limitMs)).toBe(code);
  });

  test('in a result that is too large is stopped', async () => {
    const all = [{ $group: { _id: null, s: { $push: '$$ROOT' } } }, { $set: { t: '$s', u: '$s' } }];
    expect(await run(all, 30_000)).toBe(documentTooLarge);
  });

  test('in an update is stopped and changes nothing', async () => {
    const some = running.db.collection('some');
    await expect(some.updateMany({}, [{ $set: { z: nested } }])).rejects.toMatchObject({ code: timeExceeded });
    expect(await some.countDocuments({ z: { $exists: true } })).toBe(0);
  });

  test.each(hostilePatterns)('in the pattern %s ends', async (pattern) => {
    expect(await running.db.collection('some').countDocuments({ text: pattern })).toBe(0);
    const matching = { $regexMatch: { input: '$text', regex: pattern } };
    expect(await running.db.collection('some').countDocuments({ $expr: matching })).toBe(0);
  });

  test('gives others their turn', async () => {
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

test('a sort of many documents returns them in order, and equal ones in their original order', async () => {
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

test('the time limit of the server applies to commands without their own limit', async () => {
  const loop = [{ $match: { $expr: { $eq: [{ $size: filtered }, 1] } } }];
  const some = limited.db.collection<{ _id: number }>('some');
  // Ten times what a fast machine can do within the limit.
  await some.insertMany(Array.from({ length: 10_000 }, (_, id) => ({ _id: id })));
  await expect(some.aggregate(loop).toArray()).rejects.toMatchObject({ code: timeExceeded });
  await expect(some.aggregate(loop, { maxTimeMS: 60_000 }).toArray()).rejects.toMatchObject({ code: timeExceeded });
});
