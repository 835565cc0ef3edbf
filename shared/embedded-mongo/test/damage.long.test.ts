import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkFolder } from '../src/check.ts';
import { DataFolderError, startEmbeddedMongo } from '../src/index.ts';
import { startProcess } from './server-process.ts';

const documents = 500;
const filler = 'x'.repeat(500);

let root: string;
/** One folder that was closed normally, and one whose server was killed with everything still in the log. */
let closed: string;
let killed: string;
let path: string;
let copies = 0;

async function fill(uri: string, count: number): Promise<void> {
  const client = await new MongoClient(uri).connect();
  const items = client.db('damage').collection<{ _id: number; filler: string }>('items');
  await items.createIndex({ filler: 1, _id: 1 });
  for (let _id = 0; _id < count; _id++) await items.insertOne({ _id, filler });
  await client.close();
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  closed = join(root, 'closed');
  killed = join(root, 'killed');
  const first = await startEmbeddedMongo({ path: closed });
  await fill(first.uri, documents);
  await first.stop();
  const second = await startProcess(killed);
  await fill(second.uri, documents);
  await second.kill();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function copyOf(folder: string): string {
  const copy = join(root, `copy${copies++}`);
  mkdirSync(copy);
  copyFileSync(join(folder, 'mongo.sqlite'), join(copy, 'mongo.sqlite'));
  if (folder === killed) copyFileSync(join(folder, 'mongo.sqlite-wal'), join(copy, 'mongo.sqlite-wal'));
  return copy;
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, at);
  closeSync(descriptor);
}

async function refusal(): Promise<string> {
  const outcome = await startEmbeddedMongo({ path }).catch((error) => error);
  expect(outcome).toBeInstanceOf(DataFolderError);
  return outcome.message;
}

describe('an unusable data folder', () => {
  beforeEach(() => {
    path = copyOf(closed);
  });

  const file = () => join(path, 'mongo.sqlite');

  test.each([
    ['cut in half', () => truncateSync(file(), statSync(file()).size >> 1), 'damaged'],
    ['cut within its first page', () => truncateSync(file(), 1_000), 'damaged'],
    [
      'not a database',
      () => writeFileSync(file(), 'a letter to a friend, longer than any header'.repeat(50)),
      'damaged',
    ],
    ['with garbage for its first page', () => overwrite(file(), 16, Buffer.alloc(4_000, 0xa5)), 'damaged'],
    ['of another program', () => changeHeader('PRAGMA application_id = 7'), 'belongs to another program'],
    ['of a newer version', () => changeHeader('PRAGMA user_version = 99'), 'newer version (format 99)'],
  ])('is rejected if its file is %s', async (_name, damage, reason) => {
    damage();
    const message = await refusal();
    expect(message).toContain(reason);
    expect(message).not.toContain('\n');
    expect(() => checkFolder(path)).toThrow(reason);
  });

  function changeHeader(sql: string): void {
    const database = new DatabaseSync(file());
    database.exec(sql);
    database.close();
  }

  test('is rejected while another process uses it', async () => {
    const server = await startEmbeddedMongo({ path });
    expect(await refusal()).toContain('in use by another process');
    await server.stop();
    expect(checkFolder(path).problems).toEqual([]);
  });

  test('is rejected if it contains something else', async () => {
    path = join(root, 'foreign');
    mkdirSync(path);
    writeFileSync(join(path, 'letter.txt'), 'to a friend');
    expect(await refusal()).toContain('letter.txt');
  });

  test('is detected by check if pages in the middle are garbage', () => {
    const { size } = statSync(file());
    const garbage = Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * 7919) % 251));
    overwrite(file(), (size >> 1) + 3_000, garbage);
    const { problems } = checkFolder(path);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join('\n')).toMatch(/malformed|cannot be read|lacks a key|holds \d+ keys/);
  });
});

/** Truncation points in all parts of the log: in its header, in the middle of frames, and one byte before the end. */
const places = [0, 1, 31, 32, 33, 5_000, 0.1, 0.25, 0.33, 0.5, 0.61, 0.75, 0.9, 0.999];

describe('a log that lost its end', () => {
  test.each(places)('keeps the earliest writes, and nothing partial (%d)', async (place) => {
    path = copyOf(killed);
    const log = join(path, 'mongo.sqlite-wal');
    const { size } = statSync(log);
    truncateSync(log, place < 1 ? Math.floor(size * place) : place);
    await isBeginning(place >= 0.1 && place < 1);
  });

  test('ends at a wrong byte', async () => {
    path = copyOf(killed);
    const log = join(path, 'mongo.sqlite-wal');
    const at = statSync(log).size >> 1;
    overwrite(log, at, Buffer.from([readFileSync(log)[at]! ^ 0xff]));
    await isBeginning(true);
  });

  test('contains everything if it is intact', async () => {
    path = copyOf(killed);
    expect(await isBeginning(true)).toBe(documents);
  });

  /** Checks that the stored documents are those inserted first. Returns their number. */
  async function isBeginning(hasSome: boolean): Promise<number> {
    const server = await startEmbeddedMongo({ path });
    const client = await new MongoClient(server.uri).connect();
    const items = client.db('damage').collection<{ _id: number }>('items');
    const found = await items.find().sort({ _id: 1 }).project({ _id: 1 }).toArray();
    await client.close();
    await server.stop();
    expect(found.map(({ _id }) => _id)).toEqual(found.map((_, at) => at));
    if (hasSome) expect(found.length).toBeGreaterThan(0);
    expect(checkFolder(path).problems).toEqual([]);
    return found.length;
  }
});
