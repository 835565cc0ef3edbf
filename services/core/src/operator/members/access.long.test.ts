import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { checkCredentials } from '../../engine/members/check-credentials.ts';
import { parseKeyRing } from '../../secrets/key-ring.ts';
import { connectStore, disconnectStore, dropStore } from '../../store/connection/connect.ts';
import { listAudit } from '../../store/events/audit/audit-store.ts';
import { findActiveApiKey } from '../../store/members/api-key-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { testStoreUri } from '../../testing/test-store.ts';
import { runOperator } from '../run.ts';

const uri = await testStoreUri();
const databaseName = `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
const keyRing = parseKeyRing(Buffer.alloc(32, 3).toString('base64'));

async function run(line: string, typed = '') {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runOperator(line.split(' '), {
    uri,
    databaseName,
    trialCredits: 200,
    keyRing,
    input: Readable.from([typed]),
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  });
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

afterAll(() => withStore(dropStore));

async function create(name: string): Promise<string> {
  const line = `workspace create --name ${name} --email ${name}@example.org --password-stdin --json`;
  const { out, err } = await run(line, 'correct horse battery\nanother line\n');
  expect(err).toBe('');
  return JSON.parse(out).workspaceId;
}

test('reads a password from the first line of standard input, and rejects two sources or none', async () => {
  await create('typed');
  const check = (password: string) => checkCredentials('typed@example.org', password, '127.0.0.1', new Date());
  expect(await withStore(() => check('correct horse battery'))).toMatchObject({ email: 'typed@example.org' });
  const set = 'password set --email typed@example.org';
  expect((await run(`${set} --password-stdin`, 'a-second-long-one\n')).code).toBe(0);
  expect(await withStore(() => check('a-second-long-one'))).toMatchObject({ email: 'typed@example.org' });
  expect((await run(`${set} --password-stdin --password abcdefghij`, 'x')).err).toContain('exclude each other');
  expect(await run(set)).toMatchObject({ code: 2, err: expect.stringContaining('give it by --password-stdin') });
  expect(await run(`${set} --password-stdin`)).toMatchObject({ code: 2, err: expect.stringContaining('no password') });
});

test('lists workspaces with their owners, and erases one only with its name', async () => {
  const [first, second] = [await create('first'), await create('second')];
  const listed = JSON.parse((await run('workspace list --json')).out).workspaces;
  expect(listed).toContainEqual(
    expect.objectContaining({ workspaceId: first, name: 'first', owner: 'first@example.org', credits: 200 }),
  );
  expect((await run('workspace list')).out).toContain(`200 credits  second@example.org  second`);

  expect(await run(`workspace erase --workspace ${first} --confirm second`)).toMatchObject({ code: 2 });
  expect(await withStore(() => findWorkspace(first))).not.toBeNull();
  expect(await run(`workspace erase --workspace wsp_none --confirm second`)).toMatchObject({ code: 1 });
  expect(await run(`workspace erase --workspace ${first} --confirm first`)).toMatchObject({ code: 0, err: '' });
  expect(await withStore(() => findWorkspace(first))).toBeNull();
  expect(await withStore(() => findWorkspace(second))).not.toBeNull();
});

test('lists keys without secrets, and revokes one immediately with an audit entry', async () => {
  const workspaceId = await create('keys');
  const made = JSON.parse((await run('key create --email keys@example.org --scopes all --name Agent --json')).out);
  const listed = (await run('key list --email keys@example.org')).out;
  expect(listed).toContain(`${made.id}  …${made.key.slice(-4)}`);
  expect(listed).not.toContain(made.key);

  expect(await run(`key revoke --id ${made.id}`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('is revoked'),
  });
  expect((await run(`key revoke --id ${made.id}`)).out).toContain('was revoked before');
  expect(await run('key revoke --id key_none')).toMatchObject({ code: 1 });
  expect((await run('key list --email keys@example.org')).out).toBe('keys has no API key.');
  await withStore(async () => {
    expect(await findActiveApiKey(made.key, new Date())).toBeNull();
    const page = { limit: 10, cursor: null, sort: '-createdAt' } as Parameters<typeof listAudit>[2];
    const { items } = await listAudit(workspaceId, { action: 'revoke_api_key' }, page);
    expect(items).toMatchObject([{ via: 'operator', subjectIds: [made.id], effect: 'destroy' }]);
  });
});
