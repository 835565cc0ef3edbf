import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDirectory } from '../providers/prospects/directory/directory.ts';
import { moveBalance, readBalance } from '../store/credits/balance-store.ts';
import { openTransaction } from '../store/documents/open-transaction.ts';
import { inTransaction } from '../store/documents/transaction.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { testStoreUri } from '../testing/test-store.ts';

let core: TestCore;
let commands: string[] = [];
let insertsOf: (...collections: string[]) => string[];

/** Callers and their request rates are read at most once a second. */
const remembered = ['api_keys', 'memberships', 'workspaces', 'rate_limits'];

beforeAll(async () => {
  const uri = await testStoreUri();
  const MONGODB_URI = `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
  core = await startTestCore({ environment: { MONGODB_URI } });
  const { maxWireVersion } = await mongoose.connection.db!.admin().command({ hello: 1 });
  const isTogether = maxWireVersion >= 25;
  insertsOf = (...collections) => (isTogether ? ['bulkWrite'] : collections.map((name) => `insert ${name}`));
  mongoose.connection.getClient().on('commandStarted', ({ commandName, command }) => {
    const collection = command[commandName];
    if (commandName === 'ping' || commandName === 'endSessions' || remembered.includes(collection)) return;
    commands.push(typeof collection === 'string' ? `${commandName} ${collection}` : commandName);
  });
});
afterAll(() => core.stop());

async function commandsOf(method: string, path: string, body?: object, idempotencyKey?: string): Promise<string[]> {
  commands = [];
  const { status } = await core.request(method, path, { body, idempotencyKey });
  expect(status).toBeLessThan(300);
  return commands;
}

const kept = ['events', 'audit', 'idempotency'];
const reads = ['find idempotency', 'find companies', 'find contacts', 'find suppressions'];

test('a keyed create takes 6 commands, with the company of its address', async () => {
  const ada = { email: 'ada@commands.example', declaredBasis: 'consent' };
  expect(await commandsOf('POST', '/contacts', ada, 'one')).toEqual([
    ...reads,
    ...insertsOf('companies', 'events', 'contacts', 'audit', 'idempotency'),
    'commitTransaction',
  ]);
  expect(await commandsOf('POST', '/contacts', ada, 'one'), 'sent again').toEqual(['find idempotency']);
});

test('a named company takes no more, whether it is new or known', async () => {
  const atCompany = (name: string) => ({ email: `${name}@new.example`, companyDomain: 'new.example' });
  expect(await commandsOf('POST', '/contacts', atCompany('ada'), 'two')).toEqual([
    ...reads,
    ...insertsOf('companies', 'events', 'contacts', 'audit', 'idempotency'),
    'commitTransaction',
  ]);
  expect(await commandsOf('POST', '/contacts', atCompany('bob'), 'three')).toEqual([
    ...reads,
    ...insertsOf('companies', 'contacts', ...kept).map((name) => name.replace('insert companies', 'update companies')),
    'commitTransaction',
  ]);
});

test('a list takes one command', async () => {
  expect(await commandsOf('GET', '/contacts?limit=50')).toEqual(['find contacts']);
});

test('concurrent reads of a balance share a command; a transaction reads its own', async () => {
  const { workspaceId } = core;
  const balance = await readBalance(workspaceId);
  commands = [];
  const asked = await Promise.all(Array.from({ length: 20 }, () => readBalance(workspaceId)));
  expect(new Set(asked)).toEqual(new Set([balance]));
  expect(commands).toEqual(['find balances']);
  await inTransaction(async () => {
    await moveBalance(workspaceId, -1);
    expect(await readBalance(workspaceId)).toBe(balance - 1);
    await moveBalance(workspaceId, 1);
  });
});

test('a reveal takes at most 22 commands', async () => {
  const people = openDirectory().people.filter(({ emailStatus }) => emailStatus === 'valid');
  const [first, second] = people.map(({ id }) => ({ ids: [id] }));
  await commandsOf('POST', '/search/people/reveal', first, 'four');
  const commands = await commandsOf('POST', '/search/people/reveal', second, 'five');
  // A store that supports it writes all inserts in one command.
  const most = insertsOf('ledger', 'audit').length === 1 ? 22 : 31;
  expect(commands.length, commands.join('\n')).toBeLessThanOrEqual(most);
});

test('does not store undefined properties in any collection', async () => {
  await inTransaction(async () => {
    for (const name of ['left', 'right'])
      openTransaction()!.add(name, [{ _id: 'one', n: 1, none: undefined }], () => []);
  });
  for (const name of ['left', 'right']) {
    expect(await mongoose.connection.db!.collection(name).findOne()).toEqual({ _id: 'one', n: 1 });
    expect(await mongoose.connection.db!.collection(name).countDocuments({ none: { $exists: true } })).toBe(0);
  }
});
