import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { beginMove } from '../../store/backup/restore-mark.ts';
import { connectStore, disconnectStore } from '../../store/connection/connect.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { runOperator } from '../run.ts';

let core: TestCore;
let target: mongoose.mongo.MongoClient;
const made: string[] = [];
beforeAll(async () => {
  core = await startTestCore();
  for (let i = 0; i < 5; i += 1)
    expect((await core.request('POST', '/contacts', { body: { email: `m${i}@move.example` } })).status).toBe(201);
  const body = { value: 'no@move.example', reason: 'manual' };
  expect((await core.request('POST', '/suppressions', { body })).status).toBe(201);
  target = await mongoose.mongo.MongoClient.connect(core.config.mongodbUri);
});
afterEach(async () => {
  for (const name of made.splice(0)) await target.db(name).dropDatabase();
});
afterAll(async () => {
  await target?.close();
  await core?.stop();
});

function newName(): string {
  const name = `moved_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  made.push(name);
  return name;
}

async function move(options: string, config = core.config) {
  const [out, err]: [string[], string[]] = [[], []];
  const { mongodbUri: uri, databaseName, trialCredits, keyRing } = config;
  const log = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const argv = ['move', '--to', uri, ...options.split(' ').filter((word) => word !== '')];
  await disconnectStore();
  const code = await runOperator(argv, { uri, databaseName, trialCredits, config, keyRing, ...log });
  await connectStore(core.config.mongodbUri, core.config.databaseName, { keyRing });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

function namesOf(): { into: string; toCore: string; toGateway: string } {
  const [toCore, toGateway] = [newName(), newName()];
  return { into: `--to-core ${toCore} --to-gateway ${toGateway}`, toCore, toGateway };
}

test('moves to other names at the target, prints both sides by kind, and names the settings to change', async () => {
  const { into, toCore, toGateway } = namesOf();
  const { code, out } = await move(into);
  expect(code).toBe(0);
  expect(out).toMatch(/^workspaces +1 +1$/m);
  expect(out).toMatch(/^contacts +5 +5$/m);
  expect(out).toMatch(/^suppressions +1 +1$/m);
  expect(out).toContain(`Set MONGODB_URI, CORE_DATABASE=${toCore}, GATEWAY_DATABASE=${toGateway} and start.`);
  expect(await target.db(toCore).collection('contacts').countDocuments()).toBe(5);
  const unique = (await target.db(toCore).collection('suppressions').indexes()).filter((index) => index.unique);
  expect(unique.length).toBeGreaterThan(0);
  const expiring = (await target.db(toCore).collection('sessions').indexes()).filter(
    ({ expireAfterSeconds }) => expireAfterSeconds !== undefined,
  );
  expect(expiring).toHaveLength(1);
});

test('a second move to the same target is rejected, and its advice works without touching the source', async () => {
  const first = namesOf();
  expect((await move(first.into)).code).toBe(0);
  const second = await move(first.into);
  expect(second).toMatchObject({ code: 1, out: '' });
  expect(second.err).toContain('already holds data');
  expect(second.err).toContain('--to-core and --to-gateway');
  const other = await move(namesOf().into);
  expect(other.code).toBe(0);
  expect(other.out).toMatch(/^contacts +5 +5$/m);
});

test('rejects a source without a workspace, and names the databases that have one', async () => {
  const empty = newName();
  const { code, out, err } = await move(namesOf().into, { ...core.config, databaseName: empty });
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(`There is nothing to move: the database ${empty} has no workspace.`);
  expect(err).toContain(core.config.databaseName);
  expect(await target.db(empty).listCollections().toArray()).toEqual([]);
});

test('rejects a move onto itself', async () => {
  const { code, err } = await move('');
  expect(code).toBe(1);
  expect(err).toContain('already holds data');
});

test('resumes an interrupted move and replaces copies that differ', async () => {
  const { into, toCore } = namesOf();
  await beginMove(target.db(toCore), new Date());
  const contacts = mongoose.connection.db!.collection<{ _id: string; name?: string }>('contacts');
  const [first, second] = await contacts.find({}).sort({ _id: 1 }).limit(2).toArray();
  await target
    .db(toCore)
    .collection<{ _id: string; name?: string }>('contacts')
    .insertMany([first!, { ...second!, name: 'changed' }]);
  const { code, out } = await move(into);
  expect(code).toBe(0);
  expect(out).toMatch(/^contacts +5 +5$/m);
  const copy = await target.db(toCore).collection<{ _id: string }>('contacts').findOne({ _id: second!._id });
  expect(copy).toEqual(second);
});

test('does not mix in leftovers of an interrupted move from another source', async () => {
  const { into, toCore } = namesOf();
  await beginMove(target.db(toCore), new Date());
  await target.db(toCore).collection('strangers').insertOne({ name: 'left over' });
  const { code, err } = await move(into);
  expect(code).toBe(1);
  expect(err).toContain(`${toCore}.strangers at --to holds documents that are not here`);
});

test.each([
  ['--to-core a/b', '--to-core takes up to 63 letters'],
  ['--to-gateway $x', '--to-gateway takes up to 63 letters'],
])('%s is a usage error', async (options, reason) => {
  const { code, err } = await move(options);
  expect(code).toBe(2);
  expect(err).toContain(reason);
});

test('rejects the same name for both databases at the target', async () => {
  const { code, err } = await move('--to-core same --to-gateway same');
  expect(code).toBe(1);
  expect(err).toContain('name the same database');
});
