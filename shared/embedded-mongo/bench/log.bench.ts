import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, MongoClient } from 'mongodb';
import { startProcess } from '../test/server-process.ts';
import { type Contact, contact, contactIndexes } from './contacts.ts';
import { Stalls } from './stalls.ts';

/**
 * How large the log becomes and how long others wait: BENCH_SECONDS (60) of each pattern from 1, 8 and 64 clients, ten
 * times as long of all mixed, and BENCH_DOCUMENTS (a million) inserts with what follows them. And how much of the log
 * one small insert with four indexes takes, and how many syncs.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const documents = Number(process.env.BENCH_DOCUMENTS ?? 1_000_000);
const clientCounts = [1, 8, 64];
const logMegabytesMax = 64;
const stallMsMax = 250;
const quietSeconds = 30;
const bulk = 1_000;
const perInsertCount = 3_000;
const frameBytes = 4096 + 24;
const large = Buffer.alloc(4_000_000, 'x');

type Pattern = (items: Collection<Contact>, turn: number, client: MongoClient) => Promise<unknown>;

const insert: Pattern = (items, turn) => items.insertOne(contact(turn));
const insertMany: Pattern = (items, turn) =>
  items.insertMany(Array.from({ length: bulk }, (_, at) => contact(1e9 + turn * bulk + at)));

async function snapshot(items: Collection<Contact>, turn: number, client: MongoClient): Promise<void> {
  await client.withSession(async (session) => {
    session.startTransaction();
    await items.findOne({}, { session });
    for (let at = 0; at < 20; at++) await items.insertOne(contact(4e8 + turn * 20 + at));
    await session.abortTransaction();
  });
}

async function cursor(items: Collection<Contact>, turn: number): Promise<void> {
  const open = items.find({}, { batchSize: 10 });
  await open.next();
  for (let at = 0; at < 20; at++) await items.insertOne(contact(5e8 + turn * 20 + at));
  await open.next();
  await open.close();
}

async function buildIndex(items: Collection<Contact>, turn: number): Promise<void> {
  const name = `built${turn}`;
  await items.createIndex({ email: 1, [`extra${turn}`]: 1 }, { name });
  await items.dropIndex(name);
}

const patterns: Record<string, Pattern> = {
  inserts: insert,
  updates: (items, turn) => items.updateMany({ score: turn % 101 }, { $set: { turn } }),
  deletes: async (items, turn) => {
    await items.insertOne(contact(6e8 + turn));
    await items.deleteOne({ _id: 6e8 + turn });
  },
  bulk: insertMany,
  'index builds': buildIndex,
  'large documents': (items, turn) => items.replaceOne({ _id: turn % 20 }, { ...contact(turn % 20), large }),
  'open cursors': cursor,
  'open snapshots': snapshot,
};

const mixed: Pattern = (items, turn, client) => {
  const all = Object.values(patterns);
  return all[turn % all.length]!(items, turn, client);
};

function show(name: string, stalls: Stalls, turns: number): void {
  const isMet = stalls.logMegabytes < logMegabytesMax;
  process.stdout.write(
    `${name}: ${turns} times, log at most ${stalls.logMegabytes.toFixed(1)} MB (aim: under ${logMegabytesMax}, ${isMet ? 'reached' : 'missed'}), ${stalls.text(stallMsMax)}\n`,
  );
}

/** Codes of conflicts and of ended snapshots are part of the work; anything else ends the bench. */
const expected = new Set([112, 239, 11000, 85, 86, 27, 12587, 117]);

async function repeat(uri: string, clients: number, isOver: (turn: number) => boolean, work: Pattern): Promise<number> {
  const client = await new MongoClient(uri, { maxPoolSize: clients }).connect();
  const items = client.db('bench').collection<Contact>('contacts');
  let turn = 0;
  const one = async () => {
    while (!isOver(turn)) {
      await work(items, turn++, client).catch((error: { code?: number }) => {
        if (!expected.has(error.code ?? 0)) throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: clients }, one));
  await client.close();
  return turn;
}

async function withServer(work: (uri: string, stalls: Stalls) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-log-'));
  const server = await startProcess(folder);
  const logBytes = () => statSync(join(folder, 'mongo.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0;
  const stalls = await Stalls.watch(server.uri, server.child.pid!, logBytes);
  await stalls.items.createIndexes(contactIndexes.map((index) => ({ ...index })));
  await stalls.items.insertMany(Array.from({ length: 5_000 }, (_, at) => contact(7e8 + at)));
  await work(server.uri, stalls);
  await stalls.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function forSeconds(name: string, clients: number, length: number, pattern: Pattern): Promise<void> {
  await withServer(async (uri, stalls) => {
    const end = performance.now() + length * 1000;
    const turns = await repeat(uri, clients, () => performance.now() > end, pattern);
    show(`${name}, ${clients} clients, ${length} s`, stalls, turns);
  });
}

async function insertAll(): Promise<void> {
  await withServer(async (uri, stalls) => {
    const turns = await repeat(uri, 32, (turn) => turn >= documents, insert);
    show('inserts, 32 clients', stalls, turns);
    stalls.begin();
    await new Promise((resolve) => setTimeout(resolve, quietSeconds * 1000));
    show(`the ${quietSeconds} s after them`, stalls, 0);
  });
}

function small(id: number): Contact {
  const spread = (id * 7919) % 1_000_003;
  const email = `person${spread}@mail.example`;
  return { _id: id, email, score: spread, workspaceId: `w${id % 10}`, createdAt: new Date(id) };
}

/** What the server counts; frames of pages in the log, and syncs. */
async function counted(client: MongoClient): Promise<{ syncs: number; frames: number }> {
  const { log } = await client.db('admin').command({ serverStatus: 1 });
  return log;
}

async function showPerInsert(clients: number, kilobytesMax: number, syncsMax: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-log-'));
  const server = await startProcess(folder);
  const client = await new MongoClient(server.uri, { maxPoolSize: clients }).connect();
  const items = client.db('bench').collection<Contact>('small');
  await items.createIndexes([...contactIndexes.map((index) => ({ ...index })), { key: { score: 1 } }]);
  await items.insertMany(Array.from({ length: 2_000 }, (_, at) => small(at)));
  const before = await counted(client);
  let next = 10_000;
  const last = next + perInsertCount;
  const one = async () => {
    while (next < last) await items.insertOne(small(next++));
  };
  await Promise.all(Array.from({ length: clients }, one));
  const after = await counted(client);
  const kilobytes = ((after.frames - before.frames) * frameBytes) / 1024 / perInsertCount;
  const syncs = (after.syncs - before.syncs) / perInsertCount;
  const isMet = kilobytes < kilobytesMax && syncs <= syncsMax;
  process.stdout.write(
    `small inserts, ${clients} clients: ${kilobytes.toFixed(1)} KB of log and ${syncs.toFixed(2)} syncs each (aim: under ${kilobytesMax} KB, at most ${syncsMax} syncs, ${isMet ? 'reached' : 'missed'})\n`,
  );
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

const only = process.env.BENCH_ONLY;

async function main(): Promise<void> {
  if (!only || only === 'each') {
    await showPerInsert(1, 24, 1.1);
    await showPerInsert(32, 12, 0.2);
  }
  if (!only || only === 'million') await insertAll();
  for (const [name, pattern] of Object.entries(patterns)) {
    if (only && only !== 'patterns' && only !== name) continue;
    for (const clients of clientCounts) await forSeconds(name, clients, seconds, pattern);
  }
  if (!only || only === 'mixed') await forSeconds('all mixed', 8, 10 * seconds, mixed);
}

await main();
