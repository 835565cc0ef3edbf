import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Document, Long, MongoClient, UUID } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendCommand } from './raw-client.ts';
import { type ServerProcess, startProcess } from './server-process.ts';

let folder: string;
let server: ServerProcess;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  server = await startProcess(folder);
});

afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function crash(): Promise<void> {
  await server.kill();
  server = await startProcess(folder);
}

async function contents(): Promise<Document[]> {
  const client = await new MongoClient(server.uri).connect();
  const found = await client.db('retry').collection('counters').find().sort({ _id: 1 }).toArray();
  await client.close();
  return found;
}

const increment = { q: { _id: 1 }, u: { $inc: { n: 1 } } };
const writes: [string, Document][] = [
  ['insert', { insert: 'counters', documents: [{ _id: 2, n: 0 }] }],
  ['update', { update: 'counters', updates: [increment, increment] }],
  ['upsert', { update: 'counters', updates: [{ q: { _id: 3 }, u: { $inc: { n: 1 } }, upsert: true }] }],
  ['delete', { delete: 'counters', deletes: [{ q: { _id: 1 }, limit: 1 }] }],
  ['findAndModify', { findAndModify: 'counters', query: { _id: 1 }, update: { $inc: { n: 1 } }, new: true }],
];

describe('a write that is retried after the server was killed', () => {
  test('gets its stored result and does not run again, whatever it was', async () => {
    const first: Document[] = [];
    const numbered = writes.map(([name, command]) => [
      name,
      { ...command, lsid: { id: new UUID().toBinary() }, txnNumber: Long.fromNumber(7), $db: 'retry' },
    ]) as [string, Document][];
    await sendCommand(server.uri, { insert: 'counters', documents: [{ _id: 1, n: 0 }], $db: 'retry' });
    for (const [, command] of numbered) first.push(await sendCommand(server.uri, command));
    const before = await contents();
    await crash();
    const second: Document[] = [];
    for (const [, command] of numbered) second.push(await sendCommand(server.uri, command));
    expect(second).toEqual(first);
    expect(first.map((reply) => reply.ok)).toEqual(numbered.map(() => 1));
    expect(await contents()).toEqual(before);
  });

  test('runs as if for the first time if it had found nothing, which needs no sync', async () => {
    const logSyncs = async (): Promise<unknown> =>
      (await sendCommand(server.uri, { serverStatus: 1, $db: 'admin' })).log;
    await sendCommand(server.uri, { insert: 'counters', documents: [{ _id: 5, n: 0 }], $db: 'retry' });
    // One statement each, because a command with several stores its progress whenever others get a turn.
    const update = { update: 'counters', updates: [increment] };
    const numbered = [
      update,
      ...writes.filter(([name]) => /^(delete|find)/.test(name)).map(([, command]) => command),
    ].map((command) => ({ ...command, lsid: { id: new UUID().toBinary() }, txnNumber: Long.fromNumber(7) }));
    const before = await logSyncs();
    for (const command of numbered) expect(await sendCommand(server.uri, { ...command, $db: 'retry' })).toBeDefined();
    expect(await logSyncs()).toEqual(before);
    await sendCommand(server.uri, { insert: 'counters', documents: [{ _id: 1, n: 0 }], $db: 'retry' });
    const [first] = numbered;
    for (const _again of [1, 2]) {
      expect(await sendCommand(server.uri, { ...first, $db: 'retry' })).toMatchObject({ n: 1, nModified: 1 });
      expect(await contents()).toMatchObject([{ _id: 1, n: 1 }, { _id: 5 }]);
    }
  });

  test('runs with a new number, and is rejected with an old one', async () => {
    const lsid = { id: new UUID().toBinary() };
    const send = (id: number, number: number) =>
      sendCommand(server.uri, {
        insert: 'counters',
        documents: [{ _id: id }],
        lsid,
        txnNumber: Long.fromNumber(number),
        $db: 'retry',
      });
    await send(1, 5);
    await crash();
    expect(await send(2, 6)).toMatchObject({ ok: 1, n: 1 });
    expect(await send(3, 4)).toMatchObject({ ok: 0, code: 225 });
    expect(await contents()).toEqual([{ _id: 1 }, { _id: 2 }]);
  });

  test('does not run again if its inserted document was changed or deleted meanwhile', async () => {
    const inserts = [1, 2].map((_id) => ({
      insert: 'counters',
      documents: [{ _id, n: 0 }],
      lsid: { id: new UUID().toBinary() },
      txnNumber: Long.fromNumber(7),
      $db: 'retry',
    }));
    for (const insert of inserts) expect(await sendCommand(server.uri, insert)).toMatchObject({ ok: 1, n: 1 });
    await sendCommand(server.uri, { update: 'counters', updates: [increment], $db: 'retry' });
    await sendCommand(server.uri, { delete: 'counters', deletes: [{ q: { _id: 2 }, limit: 1 }], $db: 'retry' });
    await crash();
    for (const insert of inserts) {
      expect(await sendCommand(server.uri, insert)).toMatchObject({ ok: 1, n: 1 });
      expect(await sendCommand(server.uri, insert)).toMatchObject({ ok: 1, n: 1 });
      const other = { ...insert, txnNumber: Long.fromNumber(8), documents: [{ _id: 1 }] };
      expect(await sendCommand(server.uri, other)).toMatchObject({ writeErrors: [{ code: 11000 }] });
    }
    expect(await contents()).toEqual([{ _id: 1, n: 1 }]);
  });
});
