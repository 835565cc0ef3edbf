import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProviderServer, startProviderServer } from '../services/core/src/testing/servers/provider-server.ts';
import { type OwnCore, ownCore } from './harness/own-core.ts';
import { type Answer, restClient } from './harness/product.ts';
import { type RunningProcess, until } from './harness/running-process.ts';

/** LOOK_UP_PEOPLE=1000 and LOOK_UP_KILLS=50 are the full test. */
const people = Number(process.env.LOOK_UP_PEOPLE) || 300;
const kills = Number(process.env.LOOK_UP_KILLS) || 5;
const kinds = ['hunter', 'people_data_labs', 'apollo', 'prospeo', 'dropcontact'] as const;
/** Two kinds of people, for whom the providers differ. People Data Labs does not check addresses. */
const rates = {
  hunter: { de: 0.8, fr: 0.2 },
  people_data_labs: { de: 0.5, fr: 0.5 },
  apollo: { de: 0.3, fr: 0.7 },
  prospeo: { de: 0.5, fr: 0.4 },
  dropcontact: { de: 0.2, fr: 0.3 },
};

let provider: ProviderServer;
let own: OwnCore;
let core: RunningProcess;
let worker: RunningProcess;

beforeAll(async () => {
  provider = await startProviderServer(rates);
  provider.delayMsMax = 150;
  own = await ownCore({
    PROVIDER_BASE_URLS: provider.urls,
    TRIAL_CREDITS: '5000',
    WORKER_POLL_MS: '100',
    WORKER_LEASE_MS: '2000',
  });
  core = await own.startApi();
}, 60_000);

afterAll(async () => {
  await worker?.kill();
  await core?.stop();
  provider?.stop();
});

type Request = ReturnType<typeof restClient>;

async function good(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** People of both kinds. Every tenth one is there twice, under another name of the company. */
function persons() {
  return Array.from({ length: people }, (_, index) => {
    const number = index % 10 === 9 ? index - 1 : index;
    const ending = number % 2 === 0 ? 'de' : 'fr';
    return {
      firstName: 'Eva',
      lastName: `Person${number}`,
      companyDomain: `firm${number}.${ending}`,
      companyName: `Firm ${index}`,
      location: { country: ending.toUpperCase() },
    };
  });
}

async function everyPage(request: Request, path: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, page } = await good(request('GET', `${path}&limit=100${cursor && `&cursor=${cursor}`}`));
    all.push(...data);
    cursor = page.nextCursor;
  }
  return all;
}

/** Some answers are faults: refused, failed, or hung up after the work was done. */
function addFaults(): void {
  for (const kind of kinds) provider.faults.set(kind, [503, 429, ...Array.from({ length: 3 }, () => 0)]);
}

test('killed at any moment, a job charges each valid address once, and asks at most once more', async () => {
  const owner = ['--email', 'ada@outbound.example'];
  await own.operate('workspace', 'create', '--name', 'Look up', ...owner, '--password', 'correct horse battery');
  const request = restClient(own.url, await own.operate('key', 'create', ...owner, '--scopes', 'all', '--unattended'));
  for (const kind of kinds) await good(request('POST', '/providers', { kind, apiKey: 'a-key-of-this-workspace' }));
  await good(request('PATCH', '/settings', { waterfall: { perRun: 100_000 } }));
  const contactIds: string[] = [];
  const all = persons();
  for (let start = 0; start < people; start += 500) {
    const { data } = await good(request('POST', '/contacts/bulk', { contacts: all.slice(start, start + 500) }));
    contactIds.push(...data.results.map(({ contactId }: { contactId: string }) => contactId));
  }
  const before = (await good(request('GET', '/credits/balance'))).data.balance as number;
  const { data: job } = await good(request('POST', '/contacts/enrich', { contactIds }));
  worker = await own.startWorker();
  for (let count = 0; count < kills; count += 1) {
    const askedBefore = provider.asked.length;
    await until('a question', async () => provider.asked.length > askedBefore + 5, 120_000);
    if (count % 5 === 0) addFaults();
    await wait(Math.random() * 300);
    await worker.kill();
    worker = await own.startWorker();
  }
  const ended = await until(
    'the end of the job',
    async () => {
      const { data } = await good(request('GET', `/jobs/${job.id}`));
      return data.state === 'completed' && data;
    },
    600_000,
  );
  const contacts = await everyPage(request, '/contacts?sort=id');
  const valid = contacts.filter(({ emailStatus, email }) => email && emailStatus === 'valid');
  const ledger = await everyPage(request, '/credits/ledger?kind=capture');
  const after = (await good(request('GET', '/credits/balance'))).data.balance as number;
  // Each valid address once, and nothing else. Two contacts of one person share it, so the second is not charged.
  expect(before - after).toBe(valid.length);
  expect(new Set(ledger.map(({ id }) => id)).size).toBe(ledger.length);
  expect(ended.counts.updated).toBeGreaterThan(people / 2);

  const questions = new Map<string, number>();
  for (const { kind, person } of provider.asked)
    questions.set(`${kind} ${person}`, (questions.get(`${kind} ${person}`) ?? 0) + 1);
  expect(Math.max(...questions.values())).toBeLessThanOrEqual(2);
  const repeated = [...questions.values()].filter((times) => times > 1).length;
  const { data: providers } = await good(request('GET', '/providers'));
  const unconfirmed = providers.reduce(
    (sum: number, one: { unconfirmedCount: number }) => sum + one.unconfirmedCount,
    0,
  );
  expect(repeated).toBeLessThanOrEqual(unconfirmed);

  // Once the rates are known, the better provider is asked first for each kind of person.
  const firstAsked = new Map<string, string>();
  for (const { kind, person } of provider.asked) if (!firstAsked.has(person)) firstAsked.set(person, kind);
  const late = [...firstAsked].slice(-people / 5);
  const right = late.filter(([person, kind]) => kind === (person.endsWith('de') ? 'hunter' : 'apollo'));
  const figures = {
    kills,
    valid: valid.length,
    asked: provider.asked.length,
    repeated,
    unconfirmed,
    right: right.length,
  };
  console.log(JSON.stringify(figures));
  // Few people measure the rates only roughly. By chance, a fifth would be asked in the right place first.
  expect(right.length).toBeGreaterThan((people >= 1_000 ? 0.9 : 0.4) * late.length);
}, 1_500_000);
