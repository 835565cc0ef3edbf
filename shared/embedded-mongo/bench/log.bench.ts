import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { startProcess } from '../test/server-process.ts';
import { type Contact, contactIndexes } from './contacts.ts';
import { patterns } from './patterns.ts';
import { runApart, withWatchedServer } from './watched-server.ts';

/**
 * Measures the size of the log and the waits of other clients. Each pattern runs for BENCH_SECONDS (60) with 1, 8, and
 * 64 clients, and the mix of all patterns runs ten times as long. Also measures the log bytes and the syncs of one
 * small insert with four indexes.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const clientCounts = [1, 8, 64];
const logMegabytesMax = 64;
const perInsertCount = 3_000;
const frameBytes = 4096 + 24;

async function forSeconds(name: string, clients: number, length: number): Promise<void> {
  await withWatchedServer(async ({ uri, prober, largestLogMegabytes }) => {
    process.stdout.write(`${name}, ${clients} clients, ${length} s: `);
    await runApart('pattern-load.ts', uri, name, clients, length);
    const megabytes = largestLogMegabytes();
    const isMet = megabytes < logMegabytesMax;
    process.stdout.write(
      `log at most ${megabytes.toFixed(1)} MB (aim: under ${logMegabytesMax}, ${isMet ? 'reached' : 'missed'}), load ${loadavg()[0]!.toFixed(1)}: ${prober.report()}`,
    );
  });
}

function small(id: number): Contact {
  const spread = (id * 7919) % 1_000_003;
  const email = `person${spread}@mail.example`;
  return { _id: id, email, score: spread, workspaceId: `w${id % 10}`, createdAt: new Date(id) };
}

/** The server's counters: syncs, and frames (pages) in the log. */
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
    `small inserts, ${clients} clients: ${kilobytes.toFixed(1)} KB of log and ${syncs.toFixed(2)} syncs ` +
      `each (aim: under ${kilobytesMax} KB, at most ${syncsMax} syncs, ${isMet ? 'reached' : 'missed'})\n`,
  );
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

const only = process.env.BENCH_ONLY;
const onlyClients = Number(process.env.BENCH_CLIENTS ?? 0);

async function main(): Promise<void> {
  if (!only || only === 'each') {
    await showPerInsert(1, 24, 1.1);
    await showPerInsert(32, 12, 0.2);
  }
  for (const name of Object.keys(patterns)) {
    if (only && only !== 'patterns' && only !== name) continue;
    for (const clients of onlyClients ? [onlyClients] : clientCounts) await forSeconds(name, clients, seconds);
  }
  if (!only || only === 'mixed') await forSeconds('mixed', 8, 10 * seconds);
}

await main();
