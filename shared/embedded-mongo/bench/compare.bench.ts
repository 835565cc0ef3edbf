import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Collection, MongoClient } from 'mongodb';
import { type ServerProcess, startProcessOf } from '../test/server-process.ts';
import { type Contact, contact, contactIndexes } from './contacts.ts';
import { increment, median } from './measures.ts';

/**
 * Compares this server with another version of it, alternating between the two in one run. Reports operations per
 * second and the server's processor time per operation, which depends less on other load. BENCH_OTHER is the folder of
 * this package in the other checkout, with its packages installed. BENCH_ROUNDS (9) counts the rounds after one warm-up
 * round. BENCH_ONLY is part of a measure's name.
 */
const other = process.env.BENCH_OTHER;
const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const only = process.env.BENCH_ONLY;
const documents = 20_000;

interface Side {
  server: ServerProcess;
  folder: string;
  client: MongoClient;
  contacts: Collection<Contact>;
  nextId: number;
}

interface Comparison {
  name: string;
  aim: number;
  clients: number;
  operations: number;
  run(side: Side): Promise<unknown>;
}

function stored(side: Side): number {
  return (side.nextId++ * 7919) % documents;
}

function read(side: Side): Promise<unknown> {
  return side.contacts.findOne({ _id: stored(side) });
}

function insert(side: Side): Promise<unknown> {
  return side.contacts.insertOne(contact(documents + side.nextId++));
}

function fiveWrites(side: Side): Promise<unknown> {
  return side.client.withSession((session) =>
    session.withTransaction(async () => {
      for (let at = 0; at < 5; at++) {
        const _id = stored(side);
        await side.contacts.updateOne({ _id }, increment, { session });
      }
    }),
  );
}

const comparisons: Comparison[] = [
  {
    name: 'ping, the floor',
    aim: 1,
    clients: 1,
    operations: 1_500,
    run: ({ client }) => client.db().command({ ping: 1 }),
  },
  { name: 'point read, 1 client', aim: 3, clients: 1, operations: 1_500, run: read },
  { name: 'point read, 32 clients', aim: 3, clients: 32, operations: 3_000, run: read },
  { name: 'insert, 1 client', aim: 1, clients: 1, operations: 800, run: insert },
  { name: 'insert, 32 clients', aim: 2, clients: 32, operations: 3_000, run: insert },
  { name: 'transaction of 5 writes, 1 client', aim: 2, clients: 1, operations: 200, run: fiveWrites },
  { name: 'transaction of 5 writes, 8 clients', aim: 2, clients: 8, operations: 400, run: fiveWrites },
  { name: 'transaction of 5 writes, 32 clients', aim: 2, clients: 32, operations: 600, run: fiveWrites },
];

async function open(folder: string, ...more: string[]): Promise<Side> {
  const data = mkdtempSync(join(tmpdir(), 'embedded-mongo-compare-'));
  const server = await startProcessOf(join(resolve(folder), 'src/main.ts'), data, ...more);
  const client = await new MongoClient(server.uri, { maxPoolSize: 64 }).connect();
  const contacts = client.db('bench').collection<Contact>('contacts');
  await contacts.createIndexes(contactIndexes.map((index) => ({ ...index })));
  for (let first = 0; first < documents; first += 1_000)
    await contacts.insertMany(Array.from({ length: 1_000 }, (_, at) => contact(first + at)));
  return { server, folder: data, client, contacts, nextId: 0 };
}

async function close({ server, client, folder }: Side): Promise<void> {
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Processor time of all threads of the server. */
function processorMs({ server }: Side): number {
  const tasks = `/proc/${server.child.pid}/task`;
  const nanoseconds = (task: string) => Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
  return readdirSync(tasks).reduce((sum, task) => sum + nanoseconds(task), 0) / 1e6;
}

async function syncsOf({ client }: Side): Promise<number> {
  const { log } = await client.db('admin').command({ serverStatus: 1 });
  return log?.syncs ?? Number.NaN;
}

interface Round {
  rate: number;
  processorUs: number;
  syncs: number;
}

async function measure({ clients, operations, run }: Comparison, side: Side): Promise<Round> {
  const syncsBefore = await syncsOf(side);
  const before = processorMs(side);
  const started = performance.now();
  let begun = 0;
  const work = async () => {
    while (begun++ < operations) await run(side);
  };
  await Promise.all(Array.from({ length: clients }, work));
  const passedMs = performance.now() - started;
  return {
    rate: (operations * 1000) / passedMs,
    processorUs: ((processorMs(side) - before) * 1000) / operations,
    syncs: ((await syncsOf(side)) - syncsBefore) / operations,
  };
}

async function compare(comparison: Comparison, own: Side, old: Side): Promise<void> {
  const pairs: [Round, Round][] = [];
  for (const side of [own, old]) await measure(comparison, side);
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0 ? await measure(comparison, own) : undefined;
    const second = await measure(comparison, old);
    pairs.push([first ?? (await measure(comparison, own)), second]);
  }
  const { name, aim } = comparison;
  const ratio = median(pairs.map(([left, right]) => left.rate / right.rate));
  const processorRatio = median(pairs.map(([left, right]) => right.processorUs / left.processorUs));
  const of = (side: 0 | 1, value: keyof Round) => median(pairs.map((pair) => pair[side][value]));
  const rates = `${Math.round(of(0, 'rate'))}/s to ${Math.round(of(1, 'rate'))}/s, ratio ${ratio.toFixed(2)} (aim: ${aim}, ${ratio >= aim ? 'reached' : 'missed'})`;
  const times = `processor ${of(0, 'processorUs').toFixed(0)} to ${of(1, 'processorUs').toFixed(0)} µs, ratio ${processorRatio.toFixed(2)}`;
  process.stdout.write(`${name}: ${rates}; ${times}; ${of(0, 'syncs').toFixed(2)} syncs each\n`);
}

async function main(folder: string): Promise<void> {
  const own = await open(join(import.meta.dirname, '..'));
  const old = await open(folder);
  for (const comparison of comparisons)
    if (!only || comparison.name.includes(only)) await compare(comparison, own, old);
  await close(own);
  await close(old);
}

if (other) await main(other);
else process.stdout.write('compare: BENCH_OTHER names another version to compare with\n');
