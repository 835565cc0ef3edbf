import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, MongoClient } from 'mongodb';
import { type HostileDocument, hostileDocument, hostilePatterns, nested, pipelines } from '../test/hostile-work.ts';
import { startProcess } from '../test/server-process.ts';
import { Stalls } from './stalls.ts';

/**
 * Measures how long other clients wait while 20 endless operations run repeatedly for BENCH_SECONDS (30), and before
 * they start.
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 30);
const documents = 2_000;
const quietMs = 5_000;
const waitMsMax = 50;
const maxTimeMS = 5_000;

type Work = (items: Collection<HostileDocument>) => Promise<unknown>;

const hostile: Work[] = [
  ...pipelines.map(
    ([, pipeline]): Work =>
      (items) =>
        items.aggregate(pipeline, { maxTimeMS }).toArray(),
  ),
  ...hostilePatterns.flatMap((regex): Work[] => [
    (items) => items.countDocuments({ text: regex }, { maxTimeMS }),
    (items) => items.countDocuments({ $expr: { $regexMatch: { input: '$text', regex } } }, { maxTimeMS }),
  ]),
  (items) => items.updateMany({}, [{ $set: { z: nested } }], { maxTimeMS }),
  (items) => items.find({}, { maxTimeMS }).sort({ long: 1, text: -1 }).toArray(),
];

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-hostile-'));
  const server = await startProcess(folder);
  const client = await new MongoClient(server.uri, { maxPoolSize: hostile.length }).connect();
  const items = client.db('bench').collection<HostileDocument>('some');
  await items.insertMany(Array.from({ length: documents }, (_, id) => hostileDocument(id)));
  const stalls = await Stalls.watch(server.uri, server.child.pid!, () => 0);
  await new Promise((resolve) => setTimeout(resolve, quietMs));
  process.stdout.write(`without them: ${stalls.text(waitMsMax, 0.99)}\n`);
  stalls.begin();
  const end = performance.now() + seconds * 1000;
  let turns = 0;
  const repeat = async (work: Work) => {
    for (; performance.now() < end; turns++) await work(items).catch(() => undefined);
  };
  await Promise.all(hostile.map(repeat));
  await stalls.stop();
  process.stdout.write(`${hostile.length} hostile operations, ${turns} times: ${stalls.text(waitMsMax, 0.99)}\n`);
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

await main();
