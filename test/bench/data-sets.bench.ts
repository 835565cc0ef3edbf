import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { atShare, report } from './measure.ts';
import { registerFile } from './register-files.ts';
import { lastNameOf } from './seed-contacts.ts';
import { openStand } from './stand.ts';

// data-sets: two registers in their published shape, imported as a stream; searches by six criteria; and the removal.
const rows = Number(process.env.DATA_SET_ROWS) || 100_000;
const searches = 200;
const probeMs = 100;
const own = ['own_people', 'own_companies', 'own_row_postings', 'upload_chunks'];

const stand = await openStand();
const database = stand.store.db(stand.database);
const { parts } = JSON.parse(readFileSync(`${stand.product.env.OUTBOUND_DATA_DIR}/run.json`, 'utf8'));

/** Resident memory without mapped files in MB (Linux), by part. */
function memory(): Record<string, number> {
  return Object.fromEntries(
    Object.entries(parts as Record<string, { pid: number }>).map(([name, { pid }]) => {
      const [, kb = ''] = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return [name, Number(kb) / 1_024];
    }),
  );
}

function total(megabytes: Record<string, number>): number {
  return Object.values(megabytes).reduce((sum, each) => sum + each, 0);
}

async function timed(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<number> {
  const at = performance.now();
  const { status, body: answer } = await stand.request(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer).slice(0, 300)}`);
  return performance.now() - at;
}

/** Times of lists of 25, one after another with pauses. */
async function probe(isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    times.push(await timed('GET', '/contacts?limit=25'));
    await wait(probeMs);
  }
  return times;
}

async function importRegister(preset: 'gleif' | 'companies_house', count: number): Promise<void> {
  const response = await fetch(`${stand.product.url}/api/public/v1/search/data-sets?name=${preset}&preset=${preset}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stand.key}`, 'content-type': 'text/csv' },
    body: Readable.toWeb(Readable.from(registerFile(preset, count))) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  const { data, error } = (await response.json()) as { data?: { jobId: string }; error?: unknown };
  if (data === undefined) throw new Error(JSON.stringify(error));
  sentAt = performance.now();
  for (;;) {
    const { body } = await stand.request('GET', `/jobs/${data.jobId}`);
    if (body.data.state === 'completed') break;
    if (!['queued', 'running'].includes(body.data.state)) throw new Error(JSON.stringify(body.data));
    await wait(1_000);
  }
}
let sentAt = 0;

async function seedContacts(): Promise<void> {
  const contacts = Array.from({ length: 100 }, (_, index) => ({
    email: `p${index}@firm.example`,
    firstName: 'Ada',
    lastName: lastNameOf(index),
  }));
  await timed('POST', '/contacts/bulk', { contacts });
  // A workspace with real sources does not see invented people.
  await timed('PATCH', '/settings', { inventedPeople: false });
}

function criteria(index: number): object {
  const from = 1955 + (index % 50);
  return index % 2 === 0
    ? {
        countries: ['DE', 'FR'],
        cities: ['Berlin', 'Lyon'],
        companyNames: ['Solar', 'Media'],
        keywords: ['fund', 'general fund'],
        foundedFrom: from,
        regions: ['DE-BE', 'FR-ARA'],
        limit: 25,
      }
    : {
        countries: ['GB'],
        cities: ['London', 'Leeds'],
        industries: ['consultancy', 'restaurants'],
        keywords: ['building', 'transport'],
        foundedFrom: from,
        foundedTo: from + 20,
        companyNames: ['limited'],
        limit: 25,
      };
}

try {
  await seedContacts();
  const quiet = await probe(timesUp(10_000));
  const before = memory();
  const startedAt = performance.now();
  let isDone = false;
  let most = before;
  const watch = setInterval(() => {
    const now = memory();
    if (total(now) > total(most)) most = now;
  }, 500);
  const probing = probe(() => isDone);
  await importRegister('gleif', rows / 2);
  const gleifSeconds = (performance.now() - startedAt) / 1_000;
  process.stdout.write(
    `GLEIF: ${gleifSeconds.toFixed(1)} s, of these ${((sentAt - startedAt) / 1_000).toFixed(1)} s for sending\n`,
  );
  const secondAt = performance.now();
  await importRegister('companies_house', rows / 2);
  process.stdout.write(
    `Companies House: ${((performance.now() - secondAt) / 1_000).toFixed(1)} s, of these ${((sentAt - secondAt) / 1_000).toFixed(1)} s for sending\n`,
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  isDone = true;
  const beside = await probing;
  clearInterval(watch);
  process.stdout.write(
    `import: ${(rows / seconds).toFixed(0)} rows a second; lists of 25 p95 ${atShare(quiet, 0.95).toFixed(1)} ms before, ${atShare(beside, 0.95).toFixed(1)} ms beside it\n`,
  );
  process.stdout.write(
    `memory: ${total(before).toFixed(0)} MB before, at most ${total(most).toFixed(0)} MB (${Object.entries(most)
      .map(([name, mb]) => `${name} ${mb.toFixed(0)} of ${before[name]?.toFixed(0)}`)
      .join(', ')})\n`,
  );

  const lists: number[] = [];
  const found: number[] = [];
  for (let index = 0; index < searches; index += 1) {
    lists.push(await timed('GET', '/contacts?limit=25'));
    found.push(await timed('POST', '/search/companies', criteria(index)));
  }
  const { body } = await stand.request('POST', '/search/companies', criteria(0));
  for (const share of [0.5, 0.95]) {
    const [search, list] = [found, lists].map((times) => atShare(times, share).toFixed(1));
    process.stdout.write(`search by six criteria, at ${share}: ${search} ms, list ${list} ms\n`);
  }
  process.stdout.write(`${body.data.total} found by the first search\n`);
  report({
    name: 'search of data sets by six criteria',
    size: rows,
    rate: 1_000 / atShare(found, 0.5),
    cpuMs: Number.NaN,
    commands: Number.NaN,
    syncs: Number.NaN,
    logKb: Number.NaN,
    baseline: 'list of 25 contacts, p95',
    ratio: atShare(lists, 0.95) / atShare(found, 0.95),
    aim: 1 / 3,
  });

  const removedAt = performance.now();
  for (const { id } of (await stand.request('GET', '/search/data-sets')).body.data)
    await stand.request('DELETE', `/search/data-sets/${id}`);
  const empty = async () =>
    Math.max(...(await Promise.all(own.map((name) => database.collection(name).countDocuments({}, { limit: 1 })))));
  while ((await empty()) > 0) await wait(500);
  process.stdout.write(`removal: ${((performance.now() - removedAt) / 1_000).toFixed(1)} s, nothing left\n`);
} finally {
  await stand.stop();
}

function timesUp(ms: number): () => boolean {
  const until = performance.now() + ms;
  return () => performance.now() > until;
}
