import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedMongo } from '../src/index.ts';

let path: string;
beforeAll(() => {
  path = mkdtempSync(join(tmpdir(), 'embedded-mongo-deleted-'));
});
afterAll(() => rmSync(path, { recursive: true, force: true }));

const filesWith = (text: string): string[] =>
  readdirSync(path).filter((name) => readFileSync(join(path, name)).includes(text));

it('leaves no byte of what was deleted or overwritten in its files once it is closed', async () => {
  const server = await startEmbeddedMongo({ path, port: 0 });
  const client = await new MongoClient(server.uri).connect();
  const items = client.db('deleted').collection<{ _id: number; name: string; more?: string }>('items');
  await items.createIndex({ name: 1 });
  const long = 'x'.repeat(20_000);
  for (let _id = 0; _id < 50; _id++) await items.insertOne({ _id, name: `Unverwechselbar ${_id}`, more: long });
  await items.insertOne({ _id: 100, name: 'Stays' });
  await items.updateMany({ _id: { $lt: 25 } }, { $set: { name: 'Renamed' } });
  await items.deleteMany({ name: /^Unverwechselbar/ });
  await client.close();
  await server.stop();
  expect(filesWith('Stays')).not.toEqual([]);
  expect(filesWith('Unverwechselbar')).toEqual([]);
});
