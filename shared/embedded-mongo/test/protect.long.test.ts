import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkFolder } from '../src/check.ts';
import { DataFolderError, startEmbeddedMongo } from '../src/index.ts';
import { maintenanceCommands } from '../src/maintenance/commands.ts';
import { startProcess } from './server-process.ts';

/** Written by the version with format 1, with 8 KB pages: 40 people, a unique index, and an index on an array. */
const formatOne = gunzipSync(readFileSync(join(import.meta.dirname, 'format-1.sqlite.gz')));

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  file = join(folder, 'mongo.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function peopleIn(): Promise<object[]> {
  const server = await startEmbeddedMongo({ path: folder });
  const client = await new MongoClient(server.uri).connect();
  const people = await client.db('old').collection('people').find({}).sort({ _id: 1 }).toArray();
  await client.close();
  await server.stop();
  return people;
}

async function check(): Promise<{ isWell: boolean; lines: string[] }> {
  const lines: string[] = [];
  const isWell = await maintenanceCommands.check!({ path: folder }, (line) => void lines.push(line));
  return { isWell, lines };
}

function flip(text: string): void {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(text);
  expect(at).toBeGreaterThan(0);
  bytes[at] = bytes[at]! ^ 1;
  writeFileSync(file, bytes);
}

test('the first start adds a checksum to every document of an earlier version, and uses small pages', async () => {
  writeFileSync(file, formatOne);
  const people = await peopleIn();
  expect(people).toHaveLength(40);
  expect(checkFolder(folder)).toMatchObject({ documents: 40, unverified: 0, problems: [] });
  const database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare('PRAGMA page_size').get()).toEqual({ page_size: 4096 });
  database.close();
  expect(existsSync(join(folder, '.protect'))).toBe(false);
  // Damage from now on is detected.
  flip('person7@mail');
  await expect(peopleIn()).rejects.toThrow('is damaged');
});

test('a second start changes nothing', async () => {
  writeFileSync(file, formatOne);
  await peopleIn();
  const before = statSync(file).ino;
  await peopleIn();
  expect(statSync(file).ino).toBe(before);
});

test('check reports a problem while documents lack a checksum', async () => {
  writeFileSync(file, formatOne);
  const { isWell, lines } = await check();
  expect(isWell).toBe(false);
  expect(lines).toEqual([
    expect.stringContaining('40 documents without a checksum'),
    '1 collection, 40 documents, 1 problem',
  ]);
  await peopleIn();
  expect(await check()).toEqual({ isWell: true, lines: ['1 collection, 40 documents, 0 problems'] });
});

test('an old file with damage that its indexes reveal is rejected, not sealed', async () => {
  writeFileSync(file, formatOne);
  // The first match is in a document or in its index. Either way, the two now differ.
  flip('person7@mail');
  const damaged = readFileSync(file);
  await expect(startEmbeddedMongo({ path: folder })).rejects.toThrow(/of an earlier version, is damaged/);
  expect(readFileSync(file).length).toBe(damaged.length);
});

test('work left unfinished by a killed start is repeated', async () => {
  writeFileSync(file, formatOne);
  const work = join(folder, '.protect');
  mkdirSync(work);
  writeFileSync(join(work, 'mongo.sqlite'), 'half a file');
  expect(await peopleIn()).toHaveLength(40);
  expect(existsSync(work)).toBe(false);
});

test('writes acknowledged by a killed server survive every restart', async () => {
  writeFileSync(file, formatOne);
  for (let round = 0; round < 3; round += 1) {
    const server = await startProcess(folder);
    const client = await new MongoClient(server.uri).connect();
    const people = client.db('old').collection<{ _id: number; email: string }>('people');
    expect(await people.countDocuments()).toBe(40 + 5 * round);
    for (let n = 0; n < 5; n += 1) await people.insertOne({ _id: 1_000 + 10 * round + n, email: `${round}.${n}` });
    await client.close();
    await server.kill();
  }
  expect(await peopleIn()).toHaveLength(55);
});

async function filled(): Promise<void> {
  const server = await startEmbeddedMongo({ path: folder });
  const client = await new MongoClient(server.uri).connect();
  const items = client.db('old').collection('people');
  await items.insertMany(Array.from({ length: 400 }, (_, n) => ({ n, filler: 'x'.repeat(500) })));
  await client.close();
  await server.stop();
}

test.each(['mongo.mark', 'mongo.reserve'])('a folder with %s but without its data file is rejected', async (trace) => {
  await filled();
  rmSync(file);
  for (const other of ['mongo.mark', 'mongo.reserve'])
    if (other !== trace) rmSync(join(folder, other), { force: true });
  await expect(startEmbeddedMongo({ path: folder })).rejects.toThrow(`mongo.sqlite is missing in ${folder}`);
  expect(existsSync(file)).toBe(false);
});

test('a log without its data file is rejected and kept', async () => {
  await filled();
  copyFileSync(file, `${file}-wal`);
  for (const name of ['mongo.sqlite', 'mongo.mark', 'mongo.reserve']) rmSync(join(folder, name));
  await expect(startEmbeddedMongo({ path: folder })).rejects.toThrow('mongo.sqlite-wal is there');
  expect(existsSync(`${file}-wal`)).toBe(true);
});

test('a data file that is empty, or shorter than its header states, is rejected', async () => {
  await filled();
  rmSync(join(folder, 'mongo.mark'));
  truncateSync(file, Math.floor(statSync(file).size / 2));
  await expect(startEmbeddedMongo({ path: folder })).rejects.toThrow(/is damaged: \d+ of its pages are missing/);
  truncateSync(file, 0);
  const attempt = startEmbeddedMongo({ path: folder });
  await expect(attempt).rejects.toThrow(DataFolderError);
  await expect(attempt).rejects.toThrow('mongo.sqlite is empty');
});

test('a file that SQLite reports as malformed while it is served ends the server with code 301', async () => {
  await filled();
  const ended = Promise.withResolvers<Error>();
  const server = await startEmbeddedMongo({ path: folder, onBroken: ended.resolve });
  const client = await new MongoClient(server.uri).connect();
  // Overwrites all pages except the first ones, which the server has already read.
  const bytes = readFileSync(file);
  bytes.fill(0xff, 40 * 4096);
  writeFileSync(file, bytes);
  const found = client.db('old').collection('people').find({}).toArray();
  await expect(found).rejects.toMatchObject({ code: 301, message: expect.stringContaining('restore a backup') });
  expect((await ended.promise).message).toContain('the data file is damaged on the disk');
  await client.close();
  await server.stop().catch(() => {});
});
