import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterEach, expect, test } from 'vitest';
import { createOutbound, type Outbound } from '../shared/client/src/index.ts';
import { operate, type Product, startProduct } from './harness/product.ts';

// Operator commands through the launcher, on an embedded store of their own.
const passphrase = 'a passphrase of some length';
let product: Product | undefined;
let dataDir = '';

afterEach(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Installation {
  env: Record<string, string>;
  key: string;
  run(...args: string[]): Promise<string>;
}

async function startInstallation(): Promise<Installation> {
  dataDir = mkdtempSync(join(tmpdir(), 'outbound-operate-'));
  product = await startProduct({
    MONGODB_URI: '',
    OUTBOUND_DATA_DIR: dataDir,
    OUTBOUND_BACKUP_PASSPHRASE: passphrase,
    // The doctor warns about the test setting.
    ALLOW_RESERVED_RECIPIENTS: 'false',
  });
  const { env } = product;
  const run = (...args: string[]) => operate(args, env);
  await run(
    'workspace',
    'create',
    '--name',
    'Moved',
    '--email',
    'ada@example.org',
    '--password',
    'correct horse battery',
  );
  const key = await run('key', 'create', '--email', 'ada@example.org', '--scopes', 'all', '--unattended');
  const outbound = createOutbound({ baseUrl: product.url, apiKey: key });
  for (let i = 0; i < 12; i += 1)
    await outbound.call('post', '/contacts', { body: { email: `person${i}@moved.example` } });
  await suppress(outbound, 'no@moved.example');
  return { env, key, run };
}

async function suppress(outbound: Outbound, value: string): Promise<void> {
  await outbound.call('post', '/suppressions', { body: { value, reason: 'manual' } });
}

async function isSuppressed(outbound: Outbound, value: string): Promise<boolean> {
  return (await outbound.call('get', '/suppressions/check', { query: { value } })).isSuppressed;
}

/** The output follows the lines of progress. */
function lastLine(output: string): string {
  return output.split('\n').at(-1)!;
}

async function restart(env: Record<string, string>): Promise<Product> {
  product = await startProduct(env);
  return product;
}

test('backs up, restores, and checks the installation while it runs and after it stopped', async () => {
  const { env, key, run } = await startInstallation();
  const file = join(dataDir, 'all.backup');
  expect(await run('backup', '--file', file)).toContain('verified the file');
  expect(JSON.parse(await run('doctor', '--json'))).toMatchObject({
    isHealthy: true,
    errors: 0,
    findings: [{ about: 'journal' }],
  });
  await expect(run('restore', '--file', file, '--replace')).rejects.toThrow('Stop Outbound first');
  await suppress(createOutbound({ baseUrl: product!.url, apiKey: key }), 'late@moved.example');
  await product!.process.stop();

  const restored = lastLine(await run('restore', '--file', file, '--replace', '--yes', '--json'));
  expect(JSON.parse(restored)).toMatchObject({ replayedSuppressions: 1, keysFile: null });
  const again = await restart(env);
  const outbound = createOutbound({ baseUrl: again.url, apiKey: key });
  expect(await isSuppressed(outbound, 'late@moved.example')).toBe(true);
  expect((await outbound.call('get', '/sending', {})).stops).toMatchObject([{ reason: 'restore' }]);
  expect(await run('doctor')).toMatch(/^warning +sending +sending of everything is stopped/);
}, 600_000);

test('moves everything to another, empty store, and continues an interrupted move', async () => {
  const { env, key, run } = await startInstallation();
  const to = process.env.MONGODB_URI || process.env.TEST_MONGODB_URI!;
  await expect(run('move', '--to', to)).rejects.toThrow('Stop Outbound first');
  await product!.process.stop();

  const target = new MongoClient(to);
  const core = target.db(env.CORE_DATABASE!);
  await core.collection<{ _id: string }>('contacts').insertOne({ _id: 'con_foreign' });
  await expect(run('move', '--to', to)).rejects.toThrow('already holds data (contacts)');
  // The state of an interrupted move: marked, with the first documents of a collection and one changed since.
  await core
    .collection<{ _id: string; startedAt: Date }>('schema_versions')
    .insertOne({ _id: 'move', startedAt: new Date() });
  await expect(startProduct({ ...env, MONGODB_URI: to })).rejects.toThrow(
    'The move to this store has not come to its end',
  );
  const moved = JSON.parse(lastLine(await run('move', '--to', to, '--json')));
  expect(moved.documents).toBeGreaterThan(40);
  expect(await core.collection<{ _id: string }>('contacts').findOne({ _id: 'con_foreign' })).toBeNull();
  await expect(run('move', '--to', to)).rejects.toThrow('already holds data');

  const there = await restart({ ...env, MONGODB_URI: to });
  const outbound = createOutbound({ baseUrl: there.url, apiKey: key });
  expect(await Array.fromAsync(outbound.each('/contacts'))).toHaveLength(12);
  expect(await isSuppressed(outbound, 'no@moved.example')).toBe(true);
  expect(await operate(['verify'], { ...env, MONGODB_URI: to })).toContain('each ledger is its balance');
  await there.process.stop();
  expect(JSON.parse(await run('verify', '--json'))).toMatchObject({ workspaces: 1, problems: [] });
  await Promise.all([core.dropDatabase(), target.db(env.GATEWAY_DATABASE!).dropDatabase()]);
  await target.close();
}, 600_000);
