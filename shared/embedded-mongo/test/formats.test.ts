import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Long, MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkFolder } from '../src/check.ts';
import { Server } from '../src/server.ts';

/** Written by the version with format 1: 40 people, a unique index, and an index on an array. */
const formatOne = join(import.meta.dirname, 'format-1.sqlite.gz');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  writeFileSync(join(folder, 'mongo.sqlite'), gunzipSync(readFileSync(formatOne)));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function withPeople<T>(work: (client: MongoClient) => Promise<T>): Promise<T> {
  const server = new Server({ path: folder });
  await server.listen(0, '127.0.0.1');
  const client = await new MongoClient(`mongodb://127.0.0.1:${server.port}/?replicaSet=rs0`).connect();
  const result = await work(client);
  await client.close();
  await server.close();
  return result;
}

function person(id: number) {
  return { _id: id, email: `person${id}@mail.example`, tags: [`t${id % 3}`], size: Long.fromNumber(2 ** 40 + id) };
}

test('reads a folder of the first format, changes it, and reads it again', async () => {
  const all = Array.from({ length: 40 }, (_, id) => (id === 3 ? { ...person(id), name: 'Ada' } : person(id)));
  await withPeople(async (client) => {
    const people = client.db('old').collection<ReturnType<typeof person>>('people');
    expect(await people.find({}, { promoteLongs: false }).sort({ _id: 1 }).toArray()).toEqual(all);
    expect(await people.countDocuments({ tags: 't1' })).toBe(13);
    await expect(people.insertOne({ ...person(99), email: 'person1@mail.example' })).rejects.toMatchObject({
      code: 11000,
    });
    await people.insertOne(person(40));
    await people.deleteOne({ _id: 0 });
    await people.updateOne({ _id: 1 }, { $set: { tags: ['changed'] } });
  });
  expect(checkFolder(folder)).toMatchObject({ problems: [], documents: 40 });
  await withPeople(async (client) => {
    const people = client.db('old').collection<ReturnType<typeof person>>('people');
    expect(await people.findOne({ _id: 40 }, { promoteLongs: false })).toEqual(person(40));
    expect(await people.distinct('_id', { tags: 'changed' })).toEqual([1]);
    expect(await people.countDocuments()).toBe(40);
  });
});
