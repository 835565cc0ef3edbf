import { WebSession } from '../harness/web-session.ts';
import { atShare, report } from './measure.ts';
import { lastNameOf, seedContacts } from './seed-contacts.ts';
import { openStand } from './stand.ts';

// Every page of the navigation, and pages of single records, over many contacts, with one reader at a time.
const size = Number(process.env.PAGES_CONTACTS || 100_000);
const visits = Number(process.env.PAGES_VISITS || 40);
const warmUps = 3;
const p95MaxMs = 200;
const enrolled = 100;

interface Seen {
  path: string;
  p50: number;
  p95: number;
  cpuMs: number;
  commands: number;
  times: number[];
}

const stand = await openStand();

async function good(method: string, path: string, body?: unknown) {
  const answer = await stand.request(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body.error)}`);
  return answer.body.data;
}

/** A workspace in use: contacts, a list, and a campaign with sent messages. */
async function fill(): Promise<string[]> {
  const { id: listId } = await good('POST', '/lists', { name: 'Quarter' });
  const person = {
    email: 'template@seed.example',
    firstName: 'Tem',
    lastName: 'Plate',
    declaredBasis: 'consent',
    companyName: 'Seed',
    companyDomain: 'seed.example',
  };
  const template = await good('POST', '/contacts', person);
  await seedContacts(stand.store.db(stand.database), template.id, listId, { from: 0, to: size });
  await good('PATCH', '/settings', { postalAddress: '1 Dorset Street', senderName: 'Ada' });
  const steps = [{ subject: 'Hello {{ firstName }}', body: 'A question.' }];
  const { id: campaignId } = await good('POST', '/campaigns', { name: 'At work', steps });
  const valid = await good('GET', '/contacts?emailStatus=valid&limit=100');
  const contactIds = valid.map(({ id }: { id: string }) => id).slice(0, enrolled);
  await good('POST', `/campaigns/${campaignId}/enrollments`, { contactIds });
  await good('POST', `/campaigns/${campaignId}/launch`, {});
  await good('POST', '/sandbox/deliver', {});
  const [word] = [lastNameOf(Math.floor(size / 2))];
  return [
    `/app/contacts/${template.id}`,
    `/app/companies/${template.companyId}`,
    `/app/campaigns/${campaignId}`,
    `/app/lists/${listId}`,
    `/app/contacts?q=${word}`,
    '/app/contacts?q=ada&emailStatus=valid&sort=-score',
    `/app/contacts?listId=${listId}&sort=fullName`,
    '/app/find?description=heads+of+operations+in+Germany',
  ];
}

async function visit(session: WebSession, path: string): Promise<Seen> {
  for (let i = 0; i < warmUps; i += 1) await session.get(path);
  const before = await stand.costs();
  const times: number[] = [];
  for (let i = 0; i < visits; i += 1) {
    const askedAt = performance.now();
    const html = await session.get(path);
    times.push(performance.now() - askedAt);
    if (!html.includes('<main')) throw new Error(`${path}: ${html.slice(0, 300)}`);
  }
  const after = await stand.costs();
  return {
    path,
    times,
    p50: atShare(times, 0.5),
    p95: atShare(times, 0.95),
    cpuMs: (after.cpuMs - before.cpuMs) / visits,
    commands: (after.commands - before.commands) / visits,
  };
}

try {
  const records = await fill();
  const session = new WebSession(stand.product.url);
  const { email, password } = stand.account;
  await session.submit('/app/sign-in', '/app/sign-in', { email, password });
  const [nav = ''] = /<nav class="nav"[\s\S]+?<\/nav>/.exec(await session.get('/app')) ?? [];
  const places = [...nav.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!);
  const seen: Seen[] = [];
  for (const path of [...places, ...records]) seen.push(await visit(session, path));
  for (const { path, p50, p95, cpuMs, commands } of seen.toSorted((a, b) => b.p95 - a.p95)) {
    const figures = [p50, p95, cpuMs].map((ms) => `${ms.toFixed(0).padStart(5)} ms`).join('  ');
    process.stdout.write(
      `p50, p95, processor: ${figures}  ${commands.toFixed(0).padStart(3)} store commands  ${path}\n`,
    );
  }
  const slow = seen.filter(({ p95 }) => p95 > p95MaxMs).length;
  process.stdout.write(`${seen.length} pages at ${size} contacts, ${slow} of them over ${p95MaxMs} ms at p95\n`);
  const times = seen.flatMap((one) => one.times);
  report({
    name: 'application pages, all',
    size,
    p50: atShare(times, 0.5),
    p99: atShare(times, 0.99),
    cpuMs: seen.reduce((sum, one) => sum + one.cpuMs, 0) / seen.length,
    commands: seen.reduce((sum, one) => sum + one.commands, 0) / seen.length,
  });
} finally {
  await stand.stop();
}
