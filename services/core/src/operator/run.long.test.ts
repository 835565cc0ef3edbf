import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { allScopes } from '../actions/definition/scopes.ts';
import { checkCredentials } from '../engine/members/check-credentials.ts';
import { parseKeyRing } from '../secrets/key-ring.ts';
import { connectStore, disconnectStore, dropStore } from '../store/connection/connect.ts';
import { readBalance } from '../store/credits/balance-store.ts';
import { sumLedger } from '../store/credits/ledger-store.ts';
import { findActiveApiKey } from '../store/members/api-key-store.ts';
import { testStoreUri } from '../testing/test-store.ts';
import { runOperator } from './run.ts';

const uri = await testStoreUri();
const databaseName = `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`;

const keyRing = parseKeyRing(Buffer.alloc(32, 3).toString('base64'));

async function run(line: string, more: { uri?: string } = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const options = {
    uri,
    databaseName,
    trialCredits: 200,
    keyRing,
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    ...more,
  };
  const code = await runOperator(line.split(' '), options);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

async function withStore<Result>(look: () => Promise<Result>): Promise<Result> {
  await connectStore(uri, databaseName);
  try {
    return await look();
  } finally {
    await disconnectStore();
  }
}

function create(email: string) {
  return run(`workspace create --name Engines --email ${email} --password correct-horse-battery --json`);
}

afterAll(() => withStore(dropStore));

test('creates a workspace with an owner and trial credits', async () => {
  const { code, out } = await create('ada@example.org');
  expect(code).toBe(0);
  const { workspaceId, credits } = JSON.parse(out);
  expect(credits).toBe(200);
  expect(await withStore(() => readBalance(workspaceId))).toBe(200);
});

test('reports a taken email address and creates nothing', async () => {
  await create('twice@example.org');
  const second = await create('TWICE@example.org');
  expect(second).toMatchObject({ code: 1, out: '' });
  expect(second.err).toBe('outbound: --email: There is an account with this e-mail address already.');
});

test('prints only the key, which works', async () => {
  const { workspaceId } = JSON.parse((await create('key@example.org')).out);
  const { code, out } = await run('key create --email key@example.org --scopes all --name Agent');
  expect(code).toBe(0);
  expect(out).toMatch(/^obk_live_[0-9A-Za-z]{38}$/);
  const found = await withStore(() => findActiveApiKey(out, new Date()));
  expect(found).toMatchObject({ workspaceId, name: 'Agent', scopes: allScopes.map(({ scope }) => scope) });
});

test('creates a key with only the requested scopes and an optional expiration', async () => {
  await create('some@example.org');
  const line = 'key create --email some@example.org --scopes contacts:read,campaigns:write --expires-in-days 7 --json';
  const answer = JSON.parse((await run(line)).out);
  expect(answer.scopes).toEqual(['contacts:read', 'campaigns:write']);
  const inEightDays = new Date(Date.now() + 8 * 24 * 3_600_000);
  expect(await withStore(() => findActiveApiKey(answer.key, inEightDays))).toBeNull();
});

test('grants credits and records them in the ledger', async () => {
  const { workspaceId } = JSON.parse((await create('rich@example.org')).out);
  const { code, out } = await run('credits grant --email rich@example.org --amount 1000');
  expect(code).toBe(0);
  expect(out).toContain('balance is 1200');
  expect(await withStore(() => sumLedger(workspaceId))).toBe(1200);
});

test('sets a new password that replaces the old one at sign-in', async () => {
  await create('forgot@example.org');
  const { code, out } = await run('password set --email forgot@example.org --password another-long-one');
  expect([code, out]).toEqual([0, 'forgot@example.org has a new password.']);
  await withStore(async () => {
    const check = (password: string) => checkCredentials('forgot@example.org', password, '127.0.0.1', new Date());
    expect(await check('correct-horse-battery')).toBeNull();
    expect(await check('another-long-one')).toMatchObject({ email: 'forgot@example.org' });
  });
});

test.each([
  ['workspace', 'there is no command "workspace"'],
  ['key delete', 'there is no command "key delete"'],
  ['key create --scopes all', '--email is missing'],
  ['key create --email a@example.org --scopes nothing:read', 'there is no scope "nothing:read"'],
  ['key create --email a@example.org --scopes ,', 'at least one scope'],
  ['key create --email a@example.org --email b@example.org --scopes all', '--email is given twice'],
  ['credits grant --email ada@example.org --amount -5', '--amount'],
  ['credits grant --email ada@example.org --amount 1.5', '--amount: give a whole number'],
  ['credits grant --email ada@example.org --amount 5 --currency eur', "'--currency'"],
  ['credits grant now --email ada@example.org --amount 5', '"now" is not expected'],
])('rejects "%s" as a usage error in one line', async (line, reason) => {
  if (line.startsWith('key create --email a@')) await create('a@example.org');
  const { code, out, err } = await run(line);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(reason);
  expect(err.split('\n')).toHaveLength(1);
});

test.each([
  ['workspace create --name W --email nonsense --password correct-horse-battery', '--email: Give an e-mail address.'],
  ['workspace create --name W --email short@example.org --password short', '--password: Use at least 10 characters.'],
  [
    'key create --email nobody@example.org --scopes all',
    'There is no user with the e-mail address nobody@example.org.',
  ],
  ['credits grant --email nobody@example.org --amount 5', 'There is no user'],
  ['password set --email nobody@example.org --password another-long-one', 'There is no user'],
  ['password set --email ada@example.org --password short', '--password: Use at least 10'],
])('"%s" fails with its reason in one line', async (line, reason) => {
  const { code, out, err } = await run(line);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(reason);
  expect(err.split('\n')).toHaveLength(1);
});

test.each(['--help', 'workspace --help', 'key create --help', 'credits grant -h'])('"%s" shows help', async (line) => {
  const { code, out } = await run(line, { uri: 'mongodb://127.0.0.1:1/' });
  expect(code).toBe(0);
  expect(out).toContain('usage: outbound');
});

test('names an unresponsive store in one line', async () => {
  const address = 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=200';
  const { code, err } = await run('credits grant --email ada@example.org --amount 5', { uri: address });
  expect(code).toBe(1);
  expect(err).toMatch(/^outbound: the store does not answer/);
}, 15_000);

test('stops and resumes all sending of the installation or one workspace', async () => {
  const { workspaceId } = JSON.parse((await create('stop@example.org')).out);
  expect((await run('sending stop')).out).toContain('All sending of the installation is stopped');
  expect((await run(`sending stop --workspace ${workspaceId} --note why --json`)).code).toBe(0);
  const status = JSON.parse((await run('sending status --json')).out);
  expect(status).toMatchObject({ state: 'stopped', stops: [{ id: 'installation' }, { id: workspaceId, note: 'why' }] });
  expect((await run('sending resume')).out).toContain('Stops still in force: 1');
  expect((await run(`sending resume --workspace ${workspaceId}`)).out).toBe('Sending of Engines goes on.');
  expect((await run('sending status')).out).toBe('Sending is running.');
  expect((await run('sending stop --workspace wks_nobody')).code).toBe(1);
});
