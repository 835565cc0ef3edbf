import { generatedQueries } from './list-queries.ts';
import { atShare, report } from './measure.ts';
import { seedContacts } from './seed-contacts.ts';
import { openStand } from './stand.ts';

// Lists over many contacts: 200 generated combinations of up to three filters, up to two words, and one order.
const sizes = (process.env.LISTS_CONTACTS || '10000,100000').split(',').map(Number);
const combinations = 200;
const slowestShown = 5;

const stand = await openStand();
const { request, store, database } = stand;

async function good(method: string, path: string, body?: unknown) {
  const answer = await request(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body.error)}`);
  return answer.body;
}

try {
  const list = (await good('POST', '/lists', { name: 'Quarter', kind: 'static', memberType: 'contact' })).data;
  const person = { email: 'template@seed.example', firstName: 'Tem', lastName: 'Plate', declaredBasis: 'consent' };
  const template = (await good('POST', '/contacts', person)).data;
  let stored = 0;
  for (const size of sizes) {
    await seedContacts(store.db(database), template.id, list.id, { from: stored, to: size });
    stored = size;
    const pages: { query: string; ms: number; isEmpty: boolean }[] = [];
    const queries = generatedQueries(combinations, size, list.id);
    const startedAt = performance.now();
    const before = await stand.costs();
    for (const query of queries) {
      const askedAt = performance.now();
      const { data, page } = await good('GET', `/contacts?${query}`);
      pages.push({
        query,
        ms: performance.now() - askedAt,
        isEmpty: data.length === 0 && page.nextCursor !== null,
      });
    }
    const after = await stand.costs();
    const times = pages.map(({ ms }) => ms);
    report({
      name: 'list, generated combinations',
      size,
      rate: (queries.length / (performance.now() - startedAt)) * 1000,
      p50: atShare(times, 0.5),
      p99: atShare(times, 0.99),
      cpuMs: (after.cpuMs - before.cpuMs) / queries.length,
      commands: (after.commands - before.commands) / queries.length,
    });
    const empty = pages.filter(({ isEmpty }) => isEmpty).length;
    process.stdout.write(`p95 ${atShare(times, 0.95).toFixed(0)} ms, ${empty} empty pages that lead on\n`);
    for (const { query, ms } of pages.toSorted((a, b) => b.ms - a.ms).slice(0, slowestShown))
      process.stdout.write(`${ms.toFixed(0).padStart(7)} ms  ${query}\n`);
  }
} finally {
  await stand.stop();
}
