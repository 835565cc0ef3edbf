import { readFileSync } from 'node:fs';
import { parseKeyRing } from '../../services/core/src/secrets/key-ring.ts';
import { connectStore, disconnectStore } from '../../services/core/src/store/connection/connect.ts';
import { storeQueryRecords } from '../../services/core/src/testing/queries/query-records.ts';
import { atShare, report } from './measure.ts';
import { openStand } from './stand.ts';

// Queries over many contacts: each of 40 everyday segments, compared with the plain list of the same product.
const sizes = (process.env.QUERIES_CONTACTS || '100000').split(',').map(Number);
const pagesOfEach = 3;
const plainLists = 60;
const slowestShown = 14;

interface Segment {
  title: string;
  where: object;
}

interface Page {
  title: string;
  ms: number;
  cpuMs: number;
  isPartial: boolean;
}

const file = new URL('../../services/core/test-data/fields/segments.json', import.meta.url);
const segments: Segment[] = JSON.parse(readFileSync(file, 'utf8'));

async function measure(size: number): Promise<void> {
  const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
  const stand = await openStand({ SECRET_KEY });
  const good = async (method: string, path: string, body?: unknown) => {
    const answer = await stand.request(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body.error)}`);
    return answer.body;
  };
  /** Time and processor time of one request. */
  const cost = async (
    title: string,
    ask: () => Promise<{ page: { isPartial?: boolean; nextCursor: string | null } }>,
  ) => {
    const before = await stand.costs();
    const askedAt = performance.now();
    const { page } = await ask();
    const ms = performance.now() - askedAt;
    const after = await stand.costs();
    return { title, ms, cpuMs: after.cpuMs - before.cpuMs, isPartial: page.isPartial ?? false, page };
  };
  try {
    const { workspace } = (await good('GET', '/me')).data;
    const made = async (path: string, body: object) => (await good('POST', path, body)).data.id as string;
    const steps = [{ subject: 'Hello', body: 'Hello' }];
    const campaignIds = [
      await made('/campaigns', { name: 'A', steps }),
      await made('/campaigns', { name: 'B', steps }),
      await made('/campaigns', { name: 'C', steps }),
    ];
    const listIds = [await made('/lists', { name: 'A' }), await made('/lists', { name: 'B' })];
    for (const [key, type] of Object.entries({ tier: 'text', budget: 'number', renewal: 'date', region: 'text' }))
      await good('POST', '/custom-fields', { key, label: key, type });
    const mailboxIds = ['mbx_bench_a', 'mbx_bench_b'];
    await connectStore(stand.mongodbUri, stand.database, { mode: 'current', keyRing: parseKeyRing(SECRET_KEY) });
    await storeQueryRecords(workspace.id, size, { campaignIds, mailboxIds, listIds });
    await disconnectStore();

    const plain: Page[] = [];
    for (let i = 0; i < plainLists; i++)
      plain.push(await cost('list', () => good('GET', '/contacts?limit=25&sort=-id')));
    const plainCpu = plain.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / plain.length;

    const values: Record<string, string> = {
      campaignA: campaignIds[0]!,
      campaignB: campaignIds[1]!,
      mailbox: mailboxIds[0]!,
      listA: listIds[0]!,
      listB: listIds[1]!,
      domainA: 'c1.example',
      domainB: 'c2.example',
      stateA: 'active',
    };
    const pages: Page[] = [];
    for (const { title, where } of segments) {
      const filled = JSON.parse(JSON.stringify(where).replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name]!));
      let cursor: string | null = null;
      for (let i = 0; i < pagesOfEach; i++) {
        const body = { where: filled, limit: 25, ...(cursor !== null && { cursor }) };
        const { page, ...own } = await cost(title, () => good('POST', '/contacts/query', body));
        pages.push(own);
        cursor = page.nextCursor;
        if (cursor === null) break;
      }
    }
    const meanCpu = pages.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / pages.length;
    const times = pages.map(({ ms }) => ms);
    report({
      name: 'query of a segment, one page',
      size,
      p50: atShare(times, 0.5),
      p99: atShare(times, 0.99),
      cpuMs: meanCpu,
      baseline: 'list of 25',
      ratio: plainCpu / meanCpu,
    });
    process.stdout.write(`a plain list takes ${plainCpu.toFixed(1)} ms of processor time; pages of queries by cost:\n`);
    for (const { title, ms, cpuMs, isPartial } of pages.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, slowestShown))
      process.stdout.write(
        `${(cpuMs / plainCpu).toFixed(1).padStart(7)} lists ${ms.toFixed(0).padStart(7)} ms  ${title}${isPartial ? ' (partial)' : ''}\n`,
      );
  } finally {
    await stand.stop();
  }
}

for (const size of sizes) await measure(size);
