import { loadavg } from 'node:os';
import { MongoClient } from 'mongodb';
import { contactIndexes } from './contacts.ts';
import { runApart, type WatchedServer, withWatchedServer } from './watched-server.ts';

/**
 * Measures how long another client waits while BENCH_DOCUMENTS (a million) small documents with two indexes are
 * inserted, and afterward. Reports the server's work during each long wait. BENCH_ONLY selects one way of inserting.
 */
const documents = Number(process.env.BENCH_DOCUMENTS ?? 1_000_000);
const ways = ['insertOne', 'insertMany', 'bulkWrite'];
const afterSeconds = 30;

async function measure(way: string, { uri, prober, processorSeconds }: WatchedServer): Promise<void> {
  const client = await new MongoClient(uri).connect();
  await client
    .db('bench')
    .collection('small')
    .createIndexes(contactIndexes.map((index) => ({ ...index })));
  await client.close();
  prober.begin();
  const before = processorSeconds();
  const started = performance.now();
  await runApart('inserter.ts', uri, way, documents);
  const seconds = (performance.now() - started) / 1000;
  const worked = ((processorSeconds() - before) * 1e6) / documents;
  const rate = `${documents} by ${way} in ${seconds.toFixed(0)} s, ${Math.round(documents / seconds)} a second`;
  process.stdout.write(`${rate}, ${worked.toFixed(0)} µs of processor time each, load ${loadavg()[0]!.toFixed(1)}: `);
  process.stdout.write(prober.report());
  prober.begin();
  await new Promise((resolve) => setTimeout(resolve, afterSeconds * 1000));
  process.stdout.write(`the ${afterSeconds} s after them: ${prober.report()}`);
}

const only = process.env.BENCH_ONLY;
for (const way of ways) if (!only || only === way) await withWatchedServer((server) => measure(way, server));
