import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { type ServerProcess, startProcess } from '../test/server-process.ts';
import { BareSqlite } from './bare-sqlite.ts';
import type { Contact } from './contacts.ts';
import { importInto, importWhileReading } from './load.ts';
import { bareRateOf, type Measure, measures, median, rateOf, type Target } from './measures.ts';

/**
 * Measures BENCH_DOCUMENTS contacts of 1 KB in this server, in bare SQLite, and in the engine at BENCH_REFERENCE_URI
 * (if set), all in one run on one machine. BENCH_REFERENCE_DATABASE names a database there that is kept for the next
 * run.
 */
const documents = Number(process.env.BENCH_DOCUMENTS ?? 1_000_000);
const referenceUri = process.env.BENCH_REFERENCE_URI;
const keptDatabase = process.env.BENCH_REFERENCE_DATABASE;
const rounds = 5;
const database = keptDatabase ?? `bench_${process.pid}`;
const aims = { latencyRatio: 10, residentMegabytes: 300, gigabytesPerMillion: 1.5, startSeconds: 2 };

function show(line: string): void {
  process.stdout.write(`${line}\n`);
}

function showBelow(name: string, value: number, aim: number, unit: string): void {
  show(`${name}: ${value.toFixed(2)}${unit} (aim: under ${aim}${unit}, ${value < aim ? 'reached' : 'missed'})`);
}

async function open(uri: string): Promise<Target> {
  const client = await new MongoClient(uri, { maxPoolSize: 64 }).connect();
  return { client, contacts: client.db(database).collection<Contact>('contacts'), documents };
}

function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function showResident(when: string, server: ServerProcess): void {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)![1]) / 1024;
  showBelow(`resident ${when}`, megabytes('VmRSS'), aims.residentMegabytes, ' MB');
  show(`most resident so far: ${Math.round(megabytes('VmHWM'))} MB`);
}

async function showImport(server: ServerProcess): Promise<void> {
  const own = await open(server.uri);
  const { rate, duringMs, idleMs } = await importWhileReading(own);
  show(`import: ${Math.round(rate)} documents/s`);
  show(`read while importing: ${duringMs.toFixed(2)} ms, idle ${idleMs.toFixed(2)} ms`);
  showBelow('ratio of the two', duringMs / idleMs, aims.latencyRatio, '');
  showResident('after the import', server);
  await own.client.close();
}

async function openReference(uri: string): Promise<Target> {
  const reference = await open(uri);
  const stored = await reference.contacts.estimatedDocumentCount();
  if (stored < documents) {
    await reference.contacts.drop();
    show(`reference import: ${Math.round(await importInto(reference))} documents/s`);
  }
  return reference;
}

async function compare(measure: Measure, own: Target, bare: BareSqlite, reference: Target | undefined): Promise<void> {
  const rates: number[] = [];
  const toBare: number[] = [];
  const toReference: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const rate = await rateOf(measure, own);
    rates.push(rate);
    toBare.push(rate / bareRateOf(measure, bare, documents));
    if (reference) toReference.push(rate / (await rateOf(measure, reference)));
  }
  const ratio = median(toReference);
  const outcome = `, ratio ${ratio?.toFixed(2)} to the reference (aim: ${measure.aim}, ${ratio >= measure.aim ? 'reached' : 'missed'})`;
  const shownBare = `ratio ${median(toBare).toPrecision(2)} to bare SQLite`;
  show(`${measure.name}: ${Math.round(median(rates))}/s, ${shownBare}${reference ? outcome : ''}`);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-bench-'));
  const copy = `${folder}.sqlite`;
  show(`${documents} contacts of 1 KB, median of ${rounds}`);
  let server = await startProcess(folder);
  await showImport(server);
  await server.stop();
  showBelow('on disk per million', (sizeOf(folder) / documents) * 1e-3, aims.gigabytesPerMillion, ' GB');
  copyFileSync(join(folder, 'mongo.sqlite'), copy);
  const started = performance.now();
  server = await startProcess(folder);
  showBelow('start', (performance.now() - started) / 1000, aims.startSeconds, ' s');
  const own = await open(server.uri);
  const bare = new BareSqlite(copy);
  const reference = referenceUri ? await openReference(referenceUri) : undefined;
  for (const measure of measures) await compare(measure, own, bare, reference);
  showResident('at the end', server);
  if (!keptDatabase) await reference?.client.db(database).dropDatabase();
  await reference?.client.close();
  bare.close();
  await own.client.close();
  await server.stop();
  for (const path of [folder, copy, `${copy}-wal`, `${copy}-shm`]) rmSync(path, { recursive: true, force: true });
}

await main();
