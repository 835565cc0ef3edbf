import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { startProcess } from '../test/server-process.ts';
import { type Contact, contact, contactIndexes } from './contacts.ts';
import { measures, median, rateOf, type Target } from './measures.ts';

/**
 * Compares this server with the engine at BENCH_REFERENCE_URI, in one run on one machine; without it only absolute
 * numbers are shown. BENCH_DOCUMENTS contacts of 1 KB lie in each.
 */
const documents = Number(process.env.BENCH_DOCUMENTS ?? 1_000_000);
const referenceUri = process.env.BENCH_REFERENCE_URI;
const rounds = 5;
const batchSize = 1_000;
const importers = 4;
const database = `bench_${process.pid}`;

function show(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function open(uri: string): Promise<Target> {
  const client = await new MongoClient(uri, { maxPoolSize: 64 }).connect();
  return { client, contacts: client.db(database).collection<Contact>('contacts'), documents };
}

async function importInto(target: Target): Promise<number> {
  await target.contacts.createIndexes(contactIndexes.map((index) => ({ ...index })));
  const started = performance.now();
  let next = 0;
  const work = async () => {
    while (next < documents) {
      const first = next;
      next += batchSize;
      const batch = Array.from({ length: Math.min(batchSize, documents - first) }, (_entry, at) => contact(first + at));
      await target.contacts.insertMany(batch, { ordered: false });
    }
  };
  await Promise.all(Array.from({ length: importers }, work));
  return documents / ((performance.now() - started) / 1000);
}

async function latencyMs(target: Target, until: () => boolean): Promise<number> {
  const samples: number[] = [];
  for (let turn = 0; !until(); turn++) {
    const started = performance.now();
    await target.contacts.findOne({ _id: turn % 100 });
    samples.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return median(samples);
}

function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}

async function importWhileReading(target: Target): Promise<void> {
  await target.contacts.insertMany(Array.from({ length: 100 }, (_entry, at) => contact(2_000_000_000 + at)));
  let isDone = false;
  const during = latencyMs(target, () => isDone);
  const rate = await importInto(target);
  isDone = true;
  const duringMs = await during;
  let left = 200;
  const idleMs = await latencyMs(target, () => left-- === 0);
  show(`import: ${Math.round(rate)} documents/s`);
  show(
    `read while importing: ${duringMs.toFixed(2)} ms, idle ${idleMs.toFixed(2)} ms, ratio ${(duringMs / idleMs).toFixed(1)} (aim: under 10)`,
  );
}

async function compare(own: Target, reference: Target | undefined): Promise<void> {
  for (const measure of measures) {
    const rates: number[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const rate = await rateOf(measure, own);
      rates.push(rate);
      if (reference) ratios.push(rate / (await rateOf(measure, reference)));
    }
    const ratio = reference ? `, ratio ${median(ratios).toFixed(2)} (aim: ${measure.aim})` : '';
    show(`${measure.name}: ${Math.round(median(rates))}/s${ratio}`);
  }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-bench-'));
  let server = await startProcess(folder);
  let own = await open(server.uri);
  await importWhileReading(own);
  show(`resident after the import: ${Math.round(residentMegabytes(server.child.pid!))} MB (aim: under 300)`);
  await own.client.close();
  await server.stop();
  show(`on disk: ${(sizeOf(folder) / 1e9).toFixed(2)} GB for ${documents} documents (aim: under 1.5 per million)`);
  const started = performance.now();
  server = await startProcess(folder);
  show(`start: ${((performance.now() - started) / 1000).toFixed(2)} s (aim: under 2)`);
  own = await open(server.uri);
  const reference = referenceUri ? await open(referenceUri) : undefined;
  if (reference) show(`reference import: ${Math.round(await importInto(reference))} documents/s`);
  await compare(own, reference);
  show(`resident at the end: ${Math.round(residentMegabytes(server.child.pid!))} MB (aim: under 300)`);
  await reference?.client.db(database).dropDatabase();
  await reference?.client.close();
  await own.client.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

await main();
