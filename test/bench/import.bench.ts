import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Collection, Document } from 'mongodb';
import { atShare, report } from './measure.ts';
import { lastNameOf } from './seed-contacts.ts';
import { openStand } from './stand.ts';

// import: one job with a CSV file, compared with a bare insertMany of the resulting documents and the same indexes.
const rows = Number(process.env.IMPORT_ROWS) || 100_000;
const batchSize = 1_000;
const lookMs = 250;
const bareRounds = 3;
const shownMemories = 10;
const stored = ['contacts', 'companies'];

const stand = await openStand();
const database = stand.store.db(stand.database);
const { pid } = JSON.parse(readFileSync(`${stand.product.env.OUTBOUND_DATA_DIR}/run.json`, 'utf8')).parts.worker;

function csv(): string {
  const lines = ['email,firstName,lastName,title,companyDomain,declaredBasis'];
  for (let i = 0; i < rows; i += 1) {
    const domain = `firm${i % Math.ceil(rows / 20)}.example`;
    lines.push(`person${i}@${domain},Ada,${lastNameOf(i)},Buyer,${domain},consent`);
  }
  return `${lines.join('\n')}\n`;
}

/** Resident memory in MB (Linux). */
function workerMb(): number {
  const [, kb = ''] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1_024;
}

async function importRows(): Promise<{ seconds: number; memory: number[] }> {
  const startedAt = performance.now();
  const response = await fetch(`${stand.product.url}/api/public/v1/contacts/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stand.key}`, 'content-type': 'text/csv' },
    body: csv(),
  });
  const { data, error } = (await response.json()) as { data?: { id: string }; error?: unknown };
  if (data === undefined) throw new Error(JSON.stringify(error));
  const memory: number[] = [];
  for (;;) {
    const { body } = await stand.request('GET', `/jobs/${data.id}`);
    memory.push(workerMb());
    if (body.data.state === 'completed') break;
    if (!['queued', 'running'].includes(body.data.state)) throw new Error(JSON.stringify(body.data));
    await wait(lookMs);
  }
  return { seconds: (performance.now() - startedAt) / 1_000, memory };
}

/** Progress of the job at ten points. */
function along(values: number[]): string {
  const step = Math.ceil(values.length / shownMemories);
  return values
    .filter((_value, at) => at % step === 0)
    .map((value) => value.toFixed(0))
    .join(', ');
}

/** Median of several inserts, each into empty collections. */
async function bareInsert(): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < bareRounds; round += 1) {
    seconds.push(await insertOnce());
    for (const name of stored) await database.collection(`bare_${name}`).drop();
  }
  return atShare(seconds, 0.5);
}

async function insertOnce(): Promise<number> {
  const copies: [Collection, Document[]][] = [];
  for (const name of stored) {
    const own = database.collection(name);
    const copy = database.collection(`bare_${name}`);
    const indexes = (await own.indexes()).filter((index) => index.name !== '_id_');
    if (indexes.length > 0) await copy.createIndexes(indexes.map(({ v: _v, ...index }) => index));
    copies.push([copy, await own.find().toArray()]);
  }
  const startedAt = performance.now();
  for (const [copy, documents] of copies) {
    for (let from = 0; from < documents.length; from += batchSize) {
      await copy.insertMany(documents.slice(from, from + batchSize), {
        writeConcern: { w: 'majority', journal: true },
      });
    }
  }
  return (performance.now() - startedAt) / 1_000;
}

try {
  const beforeMb = workerMb();
  const before = await stand.costs();
  const { seconds, memory } = await importRows();
  const after = await stand.costs();
  const count = await database.collection('contacts').countDocuments();
  if (count !== rows) throw new Error(`${count} contacts of ${rows} rows`);
  const bare = await bareInsert();
  process.stdout.write(
    `worker ${beforeMb.toFixed(0)} MB before, then ${along(memory)} MB; bare ${bare.toFixed(1)} s\n`,
  );
  report({
    name: 'import, by row',
    size: rows,
    rate: rows / seconds,
    cpuMs: (after.cpuMs - before.cpuMs) / rows,
    commands: (after.commands - before.commands) / rows,
    syncs: (after.syncs - before.syncs) / rows,
    logKb: (after.logBytes - before.logBytes) / rows / 1_024,
    baseline: 'insertMany of the same documents, same indexes',
    ratio: bare / seconds,
    aim: 0.6,
  });
} finally {
  await stand.stop();
}
