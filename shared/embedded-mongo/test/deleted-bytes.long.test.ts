import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkFolder } from '../src/check.ts';
import { startEmbeddedMongo } from '../src/index.ts';
import { Server } from '../src/server.ts';

let path: string;
beforeAll(() => {
  path = mkdtempSync(join(tmpdir(), 'embedded-mongo-deleted-'));
});
afterAll(() => rmSync(path, { recursive: true, force: true }));

function contents(): Buffer[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
}

function isFound(text: string, files = contents()): boolean {
  return files.some((file) => file.includes(text));
}

test('leaves no byte of deleted or overwritten data in its files after closing', async () => {
  const server = await startEmbeddedMongo({ path, port: 0 });
  const client = await new MongoClient(server.uri).connect();
  const items = client.db('deleted').collection<{ _id: number; name: string; more?: string }>('items');
  await items.createIndex({ name: 1 });
  const long = 'x'.repeat(20_000);
  for (let _id = 0; _id < 50; _id++) await items.insertOne({ _id, name: `Distinctive ${_id}`, more: long });
  await items.insertOne({ _id: 100, name: 'Stays' });
  await items.updateMany({ _id: { $lt: 25 } }, { $set: { name: 'Renamed' } });
  await items.deleteMany({ name: /^Distinctive/ });
  await client.close();
  await server.stop();
  expect(isFound('Stays')).toBe(true);
  expect(isFound('Distinctive')).toBe(false);
});

function nameOf(i: number): string {
  return createHash('sha256').update(`person ${i}`).digest('hex').slice(0, 24);
}

function parts(ids: number[]): number[][] {
  return Array.from({ length: ids.length / 20 }, (_, at) => ids.slice(at * 20, at * 20 + 20));
}

test('leaves no deleted bytes after rows move between pages, while it runs', async () => {
  const server = new Server({ path: join(path, 'moved') });
  await server.listen(0, '127.0.0.1');
  const client = await new MongoClient(`mongodb://127.0.0.1:${server.port}/?directConnection=true`).connect();
  const items = client.db('moved').collection<{ _id: number; name: string; times: number; more: string }>('items');
  await items.createIndex({ name: 1 });
  const ids = Array.from({ length: 1000 }, (_, i) => i);
  const more = (i: number) => 'x'.repeat((i * 7919) % 1300);
  for (const some of parts(ids))
    await items.insertMany(some.map((_id) => ({ _id, name: nameOf(_id), times: 0, more: more(_id) })));
  for (const some of parts(ids)) {
    await items.bulkWrite(
      some.map((_id) => ({ updateOne: { filter: { _id }, update: { $set: { more: more(_id + 3) } } } })),
    );
  }
  const erased = ids.filter((i) => i % 3 === 0);
  const found = (files = contents()) => erased.filter((i) => isFound(nameOf(i), files));
  await items.deleteMany({ _id: { $in: erased } });
  await server.engine.emptyLog();
  expect(found()).toEqual([]);
  // Writing to the remaining pages must not bring deleted bytes back.
  await items.updateMany({}, { $inc: { times: 1 } });
  const later = Array.from({ length: 100 }, (_, i) => ({
    _id: 10_000 + i,
    name: nameOf(10_000 + i),
    times: 0,
    more: '',
  }));
  await items.insertMany(later);
  expect(found()).toEqual([]);
  await client.close();
  await server.close();
  expect(found()).toEqual([]);
  expect(checkFolder(join(path, 'moved')).problems).toEqual([]);
});
