import { randomBytes } from 'node:crypto';
import { freePort } from '../../deploy/launcher/free-port.ts';
import { restClient } from '../harness/product.ts';
import { startProcess, untilReady } from '../harness/running-process.ts';
import { atShare, report } from './measure.ts';
import { openStand } from './stand.ts';

// Reveals 100 people concurrently in one workspace, half of them in another API process. Each costs credits, so all use
// one balance.
const secrets = { SECRET_KEY: randomBytes(32).toString('base64'), INTERNAL_SECRET: 'bench' };

const stand = await openStand({ ...secrets, TRIAL_CREDITS: '1000' });
const { product, key, request, mongodbUri } = stand;
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const env = { ...product.env, ...secrets, PORT: String(port), BASE_URL: url, MONGODB_URI: mongodbUri };
const other = startProcess('services/core/src/main.ts', ['api'], env);

try {
  await untilReady(url, other);
  const ways = [request, restClient(url, key)];
  const found = await request('POST', '/search/people', { hasEmail: true, limit: 100 });
  const more = await request('POST', '/search/people', {
    hasEmail: true,
    limit: 100,
    cursor: found.body.page.nextCursor,
  });
  await revealAll('100 concurrent reveals, two new processes', found.body.data.people, ways);
  await revealAll('100 concurrent reveals, two processes', more.body.data.people, ways);
} finally {
  await other.stop();
  await stand.stop();
}

async function revealAll(name: string, people: { id: string }[], ways: (typeof request)[]): Promise<void> {
  const { balance: before } = (await request('GET', '/credits/balance')).body.data;
  const costs = await stand.costs();
  const startedAt = performance.now();
  const answers = await Promise.all(
    people.map(async ({ id }, i) => {
      const { status, body } = await ways[i % ways.length]!('POST', '/search/people/reveal', { ids: [id] });
      if (status >= 300) throw new Error(JSON.stringify(body.error));
      return { ms: performance.now() - startedAt, credits: Number(body.cost.credits) };
    }),
  );
  const totalMs = performance.now() - startedAt;
  const used = await stand.costs();
  const { balance } = (await request('GET', '/credits/balance')).body.data;
  const spent = answers.reduce((sum, { credits }) => sum + credits, 0);
  if (balance !== before - spent) throw new Error(`The balance is ${balance}, and ${before} less ${spent} were spent.`);
  const times = answers.map(({ ms }) => ms);
  report({
    name,
    size: 0,
    rate: (people.length / totalMs) * 1000,
    p50: atShare(times, 0.5),
    p99: atShare(times, 0.99),
    cpuMs: (used.cpuMs - costs.cpuMs) / people.length,
    commands: (used.commands - costs.commands) / people.length,
    syncs: (used.syncs - costs.syncs) / people.length,
    logKb: (used.logBytes - costs.logBytes) / people.length / 1_024,
  });
}
