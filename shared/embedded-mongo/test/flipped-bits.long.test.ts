import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkFolder } from '../src/check.ts';
import { startEmbeddedMongo } from '../src/index.ts';
import { backUpFolder, restoreFolder } from '../src/maintenance/backup.ts';
import { repairFolder } from '../src/maintenance/repair.ts';
import { startProcess } from './server-process.ts';

/** The full test uses 200 flips. */
const flips = Number(process.env.FLIPPED_BITS ?? 20);
const documents = 400;
const timeoutMs = 20_000 + flips * 3_000;

let root: string;
/** One folder that was closed normally, and one whose server was killed with everything still in the log. */
let closed: string;
let killed: string;
let copies = 0;

interface Item {
  _id: number;
  name: string;
  tags: number[];
  text: string;
}

function item(_id: number): Item {
  return {
    _id,
    name: `name ${(_id * 7919) % 1_000_003}`,
    tags: [_id % 7, _id % 11],
    text: `text ${_id} `.repeat(1 + (_id % 40)),
  };
}

async function fill(uri: string): Promise<void> {
  const client = await new MongoClient(uri).connect();
  const items = client.db('flips').collection<Item>('items');
  await items.createIndexes([{ key: { name: 1 }, unique: true }, { key: { tags: 1, name: -1 } }]);
  for (let _id = 0; _id < documents; _id += 4)
    await Promise.all([0, 1, 2, 3].map((at) => items.insertOne(item(_id + at))));
  await items.deleteMany({ _id: { $gte: documents - 20 } });
  await client.close();
}

const expected = Array.from({ length: documents - 20 }, (_, at) => item(at));

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'embedded-mongo-flips-'));
  closed = join(root, 'closed');
  killed = join(root, 'killed');
  const first = await startEmbeddedMongo({ path: closed });
  await fill(first.uri);
  await first.stop();
  const second = await startProcess(killed);
  await fill(second.uri);
  await second.kill();
}, timeoutMs);

afterAll(() => rmSync(root, { recursive: true, force: true }));

function copyOf(folder: string): string {
  const copy = join(root, `copy${copies++}`);
  cpSync(folder, copy, { recursive: true, filter: (source) => !/\.sock$|-shm$|^lock/.test(source) });
  return copy;
}

/** Flips a reproducible bit. The turns are spread over the whole file. */
function flip(file: string, turn: number): void {
  const bytes = readFileSync(file);
  const bit = Math.floor(((turn * 0.618_033_988_75 + 0.1) % 1) * bytes.length * 8);
  bytes[bit >> 3]! ^= 1 << (bit & 7);
  writeFileSync(file, bytes);
}

/** All documents by each index, as a client sees them. */
async function answers(path: string): Promise<unknown[]> {
  const server = await startEmbeddedMongo({ path });
  const client = await new MongoClient(server.uri).connect();
  try {
    const items = client.db('flips').collection<Item>('items');
    const all = await items.find().sort({ _id: 1 }).toArray();
    const byName = await items
      .find({ name: { $gte: '' } }, { projection: { _id: 1 } })
      .sort({ name: 1 })
      .toArray();
    const byTag = await items.countDocuments({ tags: 3 });
    return [all, byName.map(({ _id }) => _id), byTag];
  } finally {
    await client.close();
    await server.stop();
  }
}

const byName = expected.toSorted((left, right) => (left.name < right.name ? -1 : 1)).map(({ _id }) => _id);
const right = [expected, byName, expected.filter(({ tags }) => tags.includes(3)).length];

/** Response of a server and of check: either of them reports the flip, or nothing has changed. */
async function outcomeOf(path: string): Promise<'harmless' | 'reported'> {
  const given = await answers(path).catch((error: Error) => error);
  if (given instanceof Error) return 'reported';
  expect(given).toEqual(right);
  return 'harmless';
}

describe.each([
  ['file', 'mongo.sqlite', () => closed],
  ['file of a server that was killed', 'mongo.sqlite', () => killed],
  ['log', 'mongo.sqlite-wal', () => killed],
])('a flipped bit in the %s', (_name, file, folder) => {
  test(
    'is either reported or harmless, and a repair keeps the rest',
    async () => {
      const counts = { harmless: 0, reported: 0 };
      for (let turn = 0; turn < flips; turn++) {
        const path = copyOf(folder());
        flip(join(path, file), turn);
        const checked = copyOf(path);
        const outcome = await outcomeOf(path);
        counts[outcome]++;
        if (outcome === 'reported') await expectRepaired(checked);
        rmSync(path, { recursive: true, force: true });
        rmSync(checked, { recursive: true, force: true });
      }
      process.stdout.write(`${file}: ${JSON.stringify(counts)}\n`);
    },
    timeoutMs,
  );
});

/** A repair lists everything it cannot keep, and leaves the rest unchanged. */
async function expectRepaired(path: string): Promise<void> {
  const repaired = await repairFolder(path).catch((error: Error) => error);
  if (repaired instanceof Error) return expect(repaired.message).toMatch(/damaged|malformed|not a database|belongs/);
  expect(checkFolder(path).problems).toEqual([]);
  const [all] = (await answers(path)) as [Item[]];
  if (repaired.lost.length === 0) expect(all).toEqual(expected);
  else for (const found of all) expect(found).toEqual(item(found._id));
}

describe('backup and restore', () => {
  test('copy the state of a running server at one moment', async () => {
    const path = copyOf(closed);
    const server = await startEmbeddedMongo({ path });
    const client = await new MongoClient(server.uri).connect();
    const items = client.db('flips').collection<Item>('items');
    const backup = join(root, 'online.backup');
    let next = 10_000;
    while (next < 10_010) await items.insertOne(item(next++));
    const before = next;
    let isDone = false;
    const writing = (async () => {
      while (!isDone) await items.insertOne(item(next++));
    })();
    expect((await backUpFolder(path, backup)).problems).toEqual([]);
    isDone = true;
    await writing;
    await client.close();
    await server.stop();
    const restored = join(root, 'restored');
    const report = restoreFolder(restored, backup);
    expect(report.documents).toBeGreaterThanOrEqual(expected.length + before - 10_000);
    const [all] = (await answers(restored)) as [Item[]];
    expect(all.map(({ _id }) => _id)).toEqual([
      ...expected.map(({ _id }) => _id),
      ...Array.from({ length: all.length - expected.length }, (_, at) => 10_000 + at),
    ]);
    await expect(backUpFolder(path, backup)).rejects.toThrow('is there already');
    expect(() => restoreFolder(restored, backup)).toThrow('holds data already');
  });

  test('copy the log of a killed server, and reject a damaged one', async () => {
    const path = copyOf(killed);
    const backup = join(root, 'killed.backup');
    expect((await backUpFolder(path, backup)).documents).toBe(expected.length);
    const damaged = copyOf(killed);
    const log = join(damaged, 'mongo.sqlite-wal');
    const bytes = readFileSync(log);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(log, bytes);
    await expect(backUpFolder(damaged, join(root, 'none'))).rejects.toThrow('the log is damaged');
    const copy = readFileSync(backup);
    copy[copy.length - 100]! ^= 1;
    writeFileSync(backup, copy.subarray(0, copy.length - 5_000));
    expect(() => restoreFolder(join(root, 'refused'), backup)).toThrow('damaged');
  });
});

test('a deleted log is reported', () => {
  const path = copyOf(killed);
  rmSync(join(path, 'mongo.sqlite-wal'));
  expect(checkFolder(path).problems).toEqual([
    expect.stringMatching(/the log is damaged: of \d+ pages .* 0 can be read/),
  ]);
});
