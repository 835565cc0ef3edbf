import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pack } from '../pack/pack.ts';

const dependencies = ['bson', 'mingo', 're2js', 'mongodb'];
const own = join(import.meta.dirname, '../node_modules');
const program = `
  import { startEmbeddedMongo } from '@outbound/embedded-mongo';
  import { MongoClient } from 'mongodb';
  const server = await startEmbeddedMongo({ path: './data' });
  const client = await new MongoClient(server.uri).connect();
  const items = client.db('app').collection('items');
  await items.insertOne({ _id: 1, n: 2 });
  console.log(JSON.stringify(await items.findOne({ n: { $gt: 1 } })));
  await client.close();
  await server.stop();
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-pack-'));
  mkdirSync(join(folder, 'node_modules/@outbound'), { recursive: true });
  pack(join(folder, 'node_modules/@outbound/embedded-mongo'));
  for (const name of dependencies) symlinkSync(join(own, name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'program.mjs'), program);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('works from node_modules in a program outside this repository', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['program.mjs'], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({ _id: 1, n: 2 });
});

test('provides a command line there', async () => {
  const main = join(folder, 'node_modules/@outbound/embedded-mongo/lib/main.js');
  const { stdout } = await promisify(execFile)(process.execPath, [main, '--help'], { cwd: folder });
  expect(stdout).toContain('embedded-mongo --path');
});
