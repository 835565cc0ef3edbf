import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { WebSession } from '../harness/web-session.ts';
import { atShare, report } from './measure.ts';
import { lastNameOf, seedContacts } from './seed-contacts.ts';
import { openStand } from './stand.ts';

// Every page of the navigation, and pages of single records, over many contacts of this month and 60 replies a day, with
// one reader at a time. A page counts with the parts that it loads automatically.
const size = Number(process.env.PAGES_CONTACTS || 100_000);
const visits = Number(process.env.PAGES_VISITS || 40);
/** PAGES_ONLY=<regular expression> visits only these pages. */
const only = new RegExp(process.env.PAGES_ONLY ?? '');
const warmUps = 3;
const p95MaxMs = 200;
const storeMaxMs = 20;
const bytesMax = 30_000;
const idleMs = 5_000;
/** The store has settled once its idle share no longer falls by this factor. */
const settlingFactor = 0.8;
const settleTriesMax = 12;
const enrolled = 100;
const [repliesPerDay, days, dayMs] = [60, 30, 86_400_000];

interface Seen {
  path: string;
  p50: number;
  p95: number;
  cpuMs: number;
  /** Processor time of the store. The share that it uses while no one reads is subtracted at the end. */
  storeMs: number;
  elapsedMs: number;
  bytes: number;
  commands: number;
  times: number[];
}

const loadedPart = /hx-get="([^"]+)"[^>]*hx-trigger="load/g;

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
  const [message] = await good('GET', `/messages?campaignId=${campaignId}&state=sent&limit=1`);
  await good('POST', `/sandbox/messages/${message.id}/reply`, { text: 'Sounds interesting. Could you call me?' });
  await spreadOverMonth();
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

/** Contacts of this month, and replies of every day, most of them done. */
async function spreadOverMonth(): Promise<void> {
  const db = stand.store.db(stand.database);
  const now = Date.now();
  const ago = { $multiply: [{ $rand: {} }, days * dayMs] };
  await db.collection('contacts').updateMany({}, [{ $set: { createdAt: { $subtract: [new Date(now), ago] } } }]);
  const replies = db.collection<{ _id: string }>('replies');
  const template = (await replies.findOne({}))!;
  const classes = ['interested', 'question', 'not_interested', 'out_of_office', 'unsubscribe', 'meeting_request'];
  const copies = Array.from({ length: repliesPerDay * days }, (_, index) => ({
    ...template,
    _id: `rpl_00${String(index).padStart(24, '0')}`,
    messageIdHeader: `<copy-${index}@seed.example>`,
    fromAddress: `person${index}@firm.example`,
    class: classes[index % classes.length],
    ...(index >= repliesPerDay && { state: 'dismissed', needsAction: false }),
    receivedAt: new Date(now - (index / repliesPerDay) * dayMs),
  }));
  await replies.insertMany(copies);
}

async function visit(session: WebSession, path: string): Promise<Seen> {
  for (let i = 0; i < warmUps; i += 1) await session.get(path);
  const before = await stand.costs();
  const startedAt = performance.now();
  const times: number[] = [];
  let bytes = 0;
  for (let i = 0; i < visits; i += 1) {
    const askedAt = performance.now();
    const html = await session.get(path);
    times.push(performance.now() - askedAt);
    const parts = [...html.matchAll(loadedPart)].map(([, href]) => href!.replaceAll('&amp;', '&'));
    for (const part of parts) await session.get(part);
    bytes = gzipSync(html).length;
    if (!html.includes('<main')) throw new Error(`${path}: ${html.slice(0, 300)}`);
  }
  const after = await stand.costs();
  return {
    path,
    times,
    p50: atShare(times, 0.5),
    p95: atShare(times, 0.95),
    cpuMs: (after.cpuMs - before.cpuMs) / visits,
    storeMs: (after.storeMs - before.storeMs) / visits,
    elapsedMs: (performance.now() - startedAt) / visits,
    bytes,
    commands: (after.commands - before.commands) / visits,
  };
}

/** Share of its processor that the store uses while no one reads. */
async function idleShareOfStore(): Promise<number> {
  const before = await stand.costs();
  await pause(idleMs);
  return ((await stand.costs()).storeMs - before.storeMs) / idleMs;
}

/** True if the change feed has not read all records yet. */
async function isFeedBehind(): Promise<boolean> {
  const db = stand.store.db(stand.database);
  const first = (name: string) => db.collection(name).findOne({ changeMark: { $exists: true } });
  return (await Promise.all(['contacts', 'messages', 'enrollments', 'replies'].map(first))).some((one) => one !== null);
}

/** Waits until the store has done the work that filling it leaves. */
async function settled(): Promise<void> {
  while (await isFeedBehind()) await pause(idleMs);
  let before = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < settleTriesMax; tries += 1) {
    const share = await idleShareOfStore();
    if (share > settlingFactor * before) return;
    before = share;
  }
}

try {
  const records = await fill();
  const session = new WebSession(stand.product.url);
  const { email, password } = stand.account;
  await session.submit('/app/sign-in', '/app/sign-in', { email, password });
  const linksOf = async (path: string) => [...(await session.get(path)).matchAll(/href="(\/app(?:\/[\w/-]+)?)"/g)];
  const links = [...(await linksOf('/app/menu')), ...(await linksOf('/app/settings/all'))].map(([, href]) => href!);
  const places = [...new Set(links)].filter((href) => !href.includes('/assets/') && !href.includes('/do/'));
  const chosen = [...places, ...records].filter((path) => only.test(path));
  await settled();
  const seen: Seen[] = [];
  for (const path of chosen) seen.push(await visit(session, path));
  const idleShare = await idleShareOfStore();
  for (const one of seen) one.storeMs = Math.max(0, one.storeMs - idleShare * one.elapsedMs);
  for (const { path, p50, p95, cpuMs, storeMs, bytes, commands } of seen.toSorted((a, b) => b.storeMs - a.storeMs)) {
    const figures = [p50, p95, cpuMs, storeMs].map((ms) => `${ms.toFixed(0).padStart(5)} ms`).join('  ');
    process.stdout.write(
      `p50, p95, processor, store: ${figures}  ${commands.toFixed(0).padStart(3)} commands  ${bytes} bytes  ${path}\n`,
    );
  }
  const slow = seen.filter(({ p95 }) => p95 > p95MaxMs).length;
  const costly = seen.filter(({ storeMs }) => storeMs > storeMaxMs).length;
  const large = seen.filter(({ bytes }) => bytes > bytesMax).length;
  process.stdout.write(
    `${seen.length} pages at ${size} contacts: ${slow} over ${p95MaxMs} ms at p95, ${costly} over ${storeMaxMs} ms of ` +
      `store time, ${large} over ${bytesMax} bytes\n`,
  );
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
