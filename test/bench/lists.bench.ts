import { readFile } from 'node:fs/promises';
import { createAccount, restClient, startProduct } from '../harness/product.ts';
import { lastNameOf, seedContacts } from './seed-contacts.ts';

// Lists over many contacts: what a page costs near the beginning and far behind it, for each filter and order. A page
// far behind costs as much as the first when the ratio is about 1. LISTS_CONTACTS=1000000 for the full measure.
const count = Number(process.env.LISTS_CONTACTS || 20_000);
const pagesFollowed = Number(process.env.LISTS_PAGES || 40);
const measured = 5;

const product = await startProduct({
  LOG_LEVEL: 'warn',
  RATE_LIMIT_KEY_PER_MINUTE: '10000000',
  RATE_LIMIT_WORKSPACE_PER_MINUTE: '10000000',
});
const { key } = await createAccount(product);
const request = restClient(product.url, key);
const good = async (method: string, path: string, body?: unknown) => {
  const answer = await request(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body.error)}`);
  return answer.body;
};
const { mongodbUri } = JSON.parse(await readFile(`${product.env.OUTBOUND_DATA_DIR}/run.json`, 'utf8'));

const list = (await good('POST', '/lists', { name: 'Quarter', kind: 'static', memberType: 'contact' })).data;
const filter = { stage: 'contacted', emailStatus: 'valid' };
const dynamic = { name: 'Warm', kind: 'dynamic', memberType: 'contact', filter };
const warm = (await good('POST', '/lists', dynamic)).data;
const one = { email: 'template@seed.example', firstName: 'Tem', lastName: 'Plate', declaredBasis: 'consent' };
const template = (await good('POST', '/contacts', one)).data;

const at = (share: number): string => new Date(Date.UTC(2024, 0, 1) + share * count * 1_000).toISOString();
const filters: Record<string, string> = {
  'no filter': '',
  'emailStatus=valid': 'emailStatus=valid',
  'stage=interested': 'stage=interested',
  'declaredBasis=none': 'declaredBasis=none',
  companyDomain: 'companyDomain=firm7.example',
  'listId (static)': `listId=${list.id}`,
  'listId (dynamic)': `listId=${warm.id}`,
  'tag, one in five': 'tag=fair',
  'tag, rare': 'tag=rare',
  'minScore=90': 'minScore=90',
  'source=import (older half)': 'source=import',
  createdAfter: `createdAfter=${at(0.5)}`,
  'createdBefore (oldest tenth)': `createdBefore=${at(0.1)}`,
  updatedAfter: `updatedAfter=${at(0.9)}`,
  'hasReplied=true': 'hasReplied=true',
  'hasReplied=false': 'hasReplied=false',
  'doNotContact=true': 'doNotContact=true',
  'q=ad': 'q=ad',
  'q=firm': 'q=firm',
  'q, one person': `q=${lastNameOf(count - 17)}`,
  'q=ada sales': 'q=ada%20sales',
  'tag + stage + valid': 'tag=fair&stage=contacted&emailStatus=valid',
  'import + createdAfter (none)': `source=import&createdAfter=${at(0.6)}`,
  'stage + q': 'stage=interested&q=grace',
};
const sorts = ['-id', 'id', '-updatedAt', 'updatedAt', '-score.value'];

const timed = async (path: string): Promise<{ ms: number; next: string | null; size: number }> => {
  const startedAt = performance.now();
  const { page, data } = await good('GET', path);
  return { ms: performance.now() - startedAt, next: page.nextCursor, size: data.length };
};
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The first page several times, then the last of many pages that follow on each other. */
const measure = async (name: string, path: string): Promise<number> => {
  const firsts: number[] = [];
  let next: string | null = null;
  for (let round = 0; round < measured; round += 1) {
    const page = await timed(path);
    firsts.push(page.ms);
    next = page.next;
  }
  const followed: number[] = [];
  let found = 0;
  for (; next !== null && followed.length < pagesFollowed; ) {
    const page = await timed(`${path}&cursor=${next}`);
    followed.push(page.ms);
    found += page.size;
    next = page.next;
  }
  const one = median(firsts);
  const far = followed.length > 0 ? median(followed.slice(-measured)) : one;
  const line = `${name.padEnd(44)} page 1 ${one.toFixed(1).padStart(7)} ms   page ${String(followed.length + 1).padStart(3)} ${far.toFixed(1).padStart(7)} ms   ratio ${(far / one).toFixed(2)}   longest ${Math.max(
    ...firsts,
    ...followed,
  )
    .toFixed(0)
    .padStart(5)} ms   ${found} more`;
  process.stdout.write(`${line}\n`);
  return Math.max(...followed, one);
};

try {
  const seeding = performance.now();
  await seedContacts(mongodbUri, product.env.CORE_DATABASE!, template.id, list.id, count);
  process.stdout.write(`${count} contacts stored in ${((performance.now() - seeding) / 1000).toFixed(0)} s\n`);
  let longest = 0;
  for (const [name, query] of Object.entries(filters)) {
    for (const sort of sorts) {
      longest = Math.max(longest, await measure(`${name}, ${sort}`, `/contacts?limit=25&sort=${sort}&${query}`));
    }
  }
  await measure('members of a static list', `/lists/${list.id}/members?limit=25`);
  await measure('members of a dynamic list', `/lists/${warm.id}/members?limit=25`);
  process.stdout.write(
    `the longest page took ${longest.toFixed(0)} ms (at most 5,000 records are looked at for one)\n`,
  );
} finally {
  await product.stop();
}
