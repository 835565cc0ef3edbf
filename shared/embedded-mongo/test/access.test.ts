import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedMongo, startEmbeddedMongo } from '../src/index.ts';
import { defaultSocket } from '../src/network/socket-path.ts';
import { sendCommand } from './raw-client.ts';
import { startProcess } from './server-process.ts';

let root: string;
let folders = 0;
const servers: EmbeddedMongo[] = [];
const clients: MongoClient[] = [];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'embedded-mongo-access-'));
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const server of servers.splice(0)) await server.stop();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function newFolder() {
  return join(root, `Data${folders++}`);
}
function modeOf(path: string) {
  return (statSync(path).mode & 0o777).toString(8);
}

async function start(options: Parameters<typeof startEmbeddedMongo>[0]): Promise<EmbeddedMongo> {
  const server = await startEmbeddedMongo(options);
  servers.push(server);
  return server;
}

async function connect(uri: string): Promise<MongoClient> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  clients.push(client);
  return client.connect();
}

describe('the socket', () => {
  test('serves reads, retryable writes, and transactions, and is open only to its owner', async () => {
    const path = newFolder();
    const server = await start({ path });
    expect(server).toMatchObject({ port: 0, uri: expect.stringContaining('mongo.sock/?directConnection=true') });
    const client = await connect(server.uri);
    const items = client.db('access').collection<{ _id: number }>('items');
    await items.insertOne({ _id: 1 });
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await items.insertOne({ _id: 2 }, { session });
      }),
    );
    expect(await items.find().toArray()).toEqual([{ _id: 1 }, { _id: 2 }]);
    expect(modeOf(path)).toBe('700');
    for (const name of readdirSync(path)) expect(`${name} ${modeOf(join(path, name))}`).toBe(`${name} 600`);
  });

  test('closes a folder of an earlier version to others', async () => {
    const path = newFolder();
    const first = await startEmbeddedMongo({ path });
    await first.stop();
    chmodSync(path, 0o755);
    chmodSync(join(path, 'mongo.sqlite'), 0o644);
    await start({ path });
    expect([modeOf(path), modeOf(join(path, 'mongo.sqlite'))]).toEqual(['700', '600']);
  });

  test('replaces the socket of a killed server, and nothing else', async () => {
    const path = newFolder();
    const killed = await startProcess(path);
    await killed.kill();
    const server = await start({ path });
    await (await connect(server.uri)).db('admin').command({ ping: 1 });
    const socket = join(path, 'mongo.sock');
    await expect(startEmbeddedMongo({ path: newFolder(), socket })).rejects.toThrow('in use by another process');
    const file = join(root, 'letter.sock');
    chmodSync(root, 0o700);
    writeFileSync(file, 'to a friend');
    await expect(startEmbeddedMongo({ path: newFolder(), socket: file })).rejects.toThrow('is not a socket');
  });

  test('is rejected in a folder that others can enter, and under a name that drivers do not recognize', async () => {
    const open = join(root, 'open');
    mkdirSync(open);
    chmodSync(open, 0o755);
    const refusal = startEmbeddedMongo({ path: newFolder(), socket: join(open, 'mongo.sock') });
    await expect(refusal).rejects.toThrow('must belong to this user alone');
    await expect(startEmbeddedMongo({ path: newFolder(), socket: join(root, 'mongo') })).rejects.toThrow('.sock');
    const long = join(root, 'x'.repeat(100), 'mongo.sock');
    await expect(startEmbeddedMongo({ path: newFolder(), socket: long })).rejects.toThrow('longer than 103 bytes');
  });

  test('is in the runtime folder if the path of the data folder is too long', () => {
    expect(defaultSocket('/srv/data/mongo', '/run/user/1000')).toBe('/srv/data/mongo/mongo.sock');
    const long = `/srv/${'x'.repeat(100)}`;
    expect(defaultSocket(long, '/run/user/1000')).toMatch(
      /^\/run\/user\/1000\/embedded-mongo-[0-9a-f]{16}\/mongo\.sock$/,
    );
    expect(defaultSocket(long, '/run/user/1000')).not.toBe(defaultSocket(`${long}y`, '/run/user/1000'));
    expect(defaultSocket(long, undefined)).toBe(`${long}/mongo.sock`);
  });
});

describe('TCP', () => {
  test('serves clients that know the generated password', async () => {
    const path = newFolder();
    const server = await start({ path, port: 0 });
    const password = readFileSync(join(path, 'password'), 'utf8').trim();
    expect(modeOf(join(path, 'password'))).toBe('600');
    expect(server.shownUri).not.toContain(password);
    const client = await connect(server.uri);
    await client.db('access').collection('items').insertOne({ a: 1 });
    const { authInfo } = await client.db('admin').command({ connectionStatus: 1 });
    expect(authInfo.authenticatedUsers).toEqual([{ user: 'root', db: 'admin' }]);
  });

  test('keeps the password across restarts', async () => {
    const path = newFolder();
    const first = await startEmbeddedMongo({ path, port: 0 });
    await first.stop();
    const second = await start({ path, port: 0 });
    expect(new URL(second.uri).password).toBe(new URL(first.uri).password);
  });

  test('rejects everything else, with the same reply for a wrong password and an unknown user', async () => {
    const server = await start({ path: newFolder(), port: 0 });
    const { host, password } = new URL(server.uri);
    for (const credentials of ['root:wrong', `nobody:${password}`]) {
      const refused = connect(`mongodb://${credentials}@${host}/?replicaSet=rs0`);
      await expect(refused).rejects.toMatchObject({ code: 18, message: 'Authentication failed.' });
    }
    const stranger = await connect(server.shownUri);
    await expect(stranger.db('access').collection('items').findOne()).rejects.toMatchObject({ code: 13 });
    const plain = { saslStart: 1, mechanism: 'PLAIN', $db: '$external' };
    expect(await sendCommand(server.shownUri, plain)).toMatchObject({ ok: 0, code: 334 });
    const early = { saslContinue: 1, conversationId: 1, $db: 'admin' };
    expect(await sendCommand(server.shownUri, early)).toMatchObject({ ok: 0, code: 17 });
  });

  test('rejects addresses other than loopback without authentication', async () => {
    const options = { path: newFolder(), port: 0, host: '0.0.0.0', authentication: 'none' } as const;
    await expect(startEmbeddedMongo(options)).rejects.toThrow('loopback only, not on 0.0.0.0');
  });

  test('leaves the folder free if its port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const path = newFolder();
    const { port } = taken.address() as { port: number };
    await expect(startEmbeddedMongo({ path, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await start({ path });
    taken.close();
  });
});

test('a folder below a pseudo file system is rejected immediately', () => {
  const main = join(import.meta.dirname, '../src/main.ts');
  const { status, stderr } = spawnSync(process.execPath, [main, '--path', '/proc/mongo/data'], { timeout: 10_000 });
  expect([status, String(stderr)]).toEqual([1, expect.stringContaining('cannot be created')]);
});
