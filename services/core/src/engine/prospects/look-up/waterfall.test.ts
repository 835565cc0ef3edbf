import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ProviderServer, startProviderServer } from '../../../testing/servers/provider-server.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { runJobOnce } from '../../../worker/jobs/job-runner.ts';

let provider: ProviderServer;
let core: TestCore;
beforeAll(async () => {
  provider = await startProviderServer({});
  // DNS alone says nothing about an address.
  const verdict = { status: 'valid' as const, reason: 'mx_found', provider: 'builtin' };
  const verifier = { name: 'builtin', verify: async () => verdict };
  core = await startTestCore({ environment: { PROVIDER_BASE_URLS: provider.urls }, ports: { verifier } });
});
afterAll(async () => {
  await core.stop();
  provider.stop();
});
beforeEach(() => {
  provider.asked.length = 0;
  provider.faults.clear();
  for (const kind of Object.keys(provider.rates)) provider.rates[kind as 'hunter'] = {};
});

type Kind = keyof ProviderServer['rates'];

async function setUp(kinds: readonly (Kind | [Kind, object])[], credits = 100) {
  const { key } = await core.addWorkspace({ credits });
  const request = (method: string, path: string, body?: unknown) => core.request(method, path, { key, body });
  const ids: Record<string, string> = {};
  for (const one of kinds) {
    const [kind, more] = typeof one === 'string' ? [one, {}] : one;
    const { status, body } = await request('POST', '/providers', { kind, apiKey: 'a-key-of-this-workspace', ...more });
    expect(status, JSON.stringify(body)).toBe(201);
    ids[kind] = body.data.id;
  }
  const person = async (number: number, ending = 'de') => {
    const facts = { firstName: 'Ada', lastName: `Number${number}`, companyDomain: `company${number}.${ending}` };
    return (await request('POST', '/contacts', facts)).body.data.id as string;
  };
  const enrich = async (contactId: string) => (await request('POST', `/contacts/${contactId}/enrich`, {})).body;
  const balance = async () => (await request('GET', '/credits/balance')).body.data.balance as number;
  const listed = async () => {
    const { data } = (await request('GET', '/providers')).body;
    return new Map<string, Record<string, unknown>>(data.map((one: { kind: string }) => [one.kind, one]));
  };
  return { request, ids, person, enrich, balance, listed };
}

test('asks until one has a valid address, charges for it alone, and keeps the source and price of each field', async () => {
  provider.rates.people_data_labs = { de: 1 };
  provider.rates.apollo = { de: 1 };
  const { person, enrich, balance, listed, request } = await setUp([
    ['hunter', { position: 1 }],
    ['people_data_labs', { position: 2 }],
    ['apollo', { position: 3, creditsPerResult: 4 }],
    ['prospeo', { position: 4 }],
  ]);
  const contactId = await person(1);
  const plan = await request('POST', `/contacts/${contactId}/enrich?dryRun=true`, {});
  expect(plan.body.cost.credits).toBe(4);
  expect(plan.body.summary).toContain(
    'for 0 to 4 credits; Hunter, People Data Labs, Apollo, Prospeo bill at most 4 credits',
  );
  expect(provider.asked).toEqual([]);
  const { data } = await enrich(contactId);
  expect(provider.asked.map(({ kind }) => kind)).toEqual(['hunter', 'people_data_labs', 'apollo']);
  expect(data).toMatchObject({
    source: 'apollo',
    billed: 2,
    unconfirmed: [],
    contact: {
      email: 'ada.number1@company1.de',
      emailStatus: 'valid',
      title: 'Head of Sales',
      sources: {
        email: { source: 'apollo', credits: 4, billed: 1 },
        title: { source: 'people_data_labs', credits: 4, billed: 1 },
      },
    },
  });
  expect(await balance()).toBe(96);
  const used = await listed();
  expect([...used].map(([kind, { usedThisMonth }]) => [kind, usedThisMonth])).toEqual([
    ['hunter', 0],
    ['people_data_labs', 1],
    ['apollo', 1],
    ['prospeo', 0],
  ]);
});

test('asks no question twice, and charges nothing without a valid address', async () => {
  provider.rates.people_data_labs = { de: 1 };
  const { person, enrich, balance, request } = await setUp(['hunter', 'people_data_labs']);
  const contactId = await person(2);
  const first = await enrich(contactId);
  expect(first.data).toMatchObject({ source: 'people_data_labs', contact: { emailStatus: 'unverified' } });
  expect(await balance()).toBe(100);
  await request('PATCH', `/contacts/${contactId}`, { email: null, title: null });
  const again = await enrich(contactId);
  expect(again.data).toMatchObject({ source: 'people_data_labs', billed: 0, added: ['email', 'title'] });
  expect(provider.asked).toHaveLength(2);
  expect(await balance()).toBe(100);
  // A value that a person sets no longer has a source.
  const { body } = await request('PATCH', `/contacts/${contactId}`, { title: 'Head of Looms' });
  expect(Object.keys(body.data.sources)).not.toContain('title');
  expect(body.data.sources.email.source).toBe('people_data_labs');
});

test('exports and erases what providers answered', async () => {
  provider.rates.apollo = { de: 1 };
  const { person, enrich, request } = await setUp(['apollo']);
  const contactId = await person(20);
  await enrich(contactId);
  const exported = await request('GET', `/contacts/${contactId}/data`);
  expect(exported.body.data.providerAnswers).toMatchObject([{ person: { lastName: 'Number20' } }]);
  expect((await request('POST', `/contacts/${contactId}/erase`, {})).status).toBe(200);
  const again = await person(20);
  await enrich(again);
  // The earlier answer was deleted, so the provider is asked again.
  expect(provider.asked).toHaveLength(2);
});

test('continues after a fault, and repeats a question without an answer once, as unconfirmed', async () => {
  provider.rates.hunter = { de: 1 };
  const { person, enrich, listed } = await setUp(['hunter']);
  const contactId = await person(3);
  provider.faults.set('hunter', [503, 0, 0]);
  const refused = await enrich(contactId);
  expect(refused.error).toMatchObject({ code: 'provider_failed', message: 'Hunter failed (status 503).' });
  expect((await listed()).get('hunter')).toMatchObject({ usedThisMonth: 0, unconfirmedCount: 0 });
  const lost = await enrich(contactId);
  expect(lost.error.message).toContain('could not be reached');
  // It can have been billed.
  expect((await listed()).get('hunter')).toMatchObject({ usedThisMonth: 1, unconfirmedCount: 0 });
  expect((await enrich(contactId)).error.message).toContain('could not be reached');
  expect((await listed()).get('hunter')).toMatchObject({ usedThisMonth: 2, unconfirmedCount: 1 });
  const given = await enrich(contactId);
  expect(given.data).toMatchObject({ source: null, unconfirmed: ['hunter'] });
  expect(provider.asked).toHaveLength(2);
  // A rejected attempt does not forget that the first one can have been billed.
  const other = await person(30);
  provider.faults.set('hunter', [0, 503, 0]);
  for (let attempt = 0; attempt < 3; attempt += 1) await enrich(other);
  expect((await enrich(other)).data.source).toBeNull();
  expect(provider.asked).toHaveLength(4);
});

test('obeys budgets and ceilings, and asks the next provider', async () => {
  provider.rates.hunter = { de: 1 };
  provider.rates.apollo = { de: 1 };
  const { person, enrich, request, ids } = await setUp([
    ['hunter', { position: 1, monthlyBudget: 1 }],
    ['apollo', { position: 2, monthlyBudget: 1 }],
  ]);
  expect((await enrich(await person(4))).data.source).toBe('hunter');
  expect((await enrich(await person(5))).data.source).toBe('apollo');
  const over = await request('POST', `/contacts/${await person(6)}/enrich`, {});
  expect([over.status, over.body.error.code]).toEqual([402, 'budget_exhausted']);
  await request('PATCH', `/providers/${ids.apollo}`, { monthlyBudget: null });
  await request('PATCH', '/settings', { waterfall: { perRun: 2 } });
  const contactIds = [await person(7), await person(8), await person(9)];
  await request('POST', '/contacts/enrich', { contactIds });
  await runJobOnce(core.deps);
  const { body } = await request('GET', '/providers');
  expect(body.data.map(({ usedThisMonth }: { usedThisMonth: number }) => usedThisMonth)).toEqual([1, 3]);
});

test('measures hit rates by kind of person, and asks the better provider first', async () => {
  provider.rates.hunter = { de: 0.9, fr: 0.1 };
  provider.rates.apollo = { de: 0.1, fr: 0.9 };
  const { request, listed } = await setUp(['hunter', 'apollo'], 500);
  const people = Array.from({ length: 120 }, (_, number) => ({
    firstName: 'Eva',
    lastName: `Person${number}`,
    companyDomain: `firm${number}.${number % 2 ? 'de' : 'fr'}`,
    location: { country: number % 2 ? 'DE' : 'FR' },
  }));
  for (const [from, to] of [
    [0, 80],
    [80, 120],
  ] as const) {
    provider.asked.length = 0;
    const { body } = await request('POST', '/contacts/bulk', { contacts: people.slice(from, to) });
    const contactIds = body.data.results.map(({ contactId }: { contactId: string }) => contactId);
    await request('POST', '/contacts/enrich', { contactIds });
    await runJobOnce(core.deps);
  }
  const firstAsked = new Map<string, string>();
  for (const { kind, person } of provider.asked) if (!firstAsked.has(person)) firstAsked.set(person, kind);
  const wrong = [...firstAsked].filter(([person, kind]) => (person.endsWith('de') ? 'hunter' : 'apollo') !== kind);
  expect([firstAsked.size, wrong]).toEqual([40, []]);
  const { hitRates } = (await listed()).get('hunter') as { hitRates: { of: string; asked: number; found: number }[] };
  const rateOf = (of: string) => {
    const { asked, found } = hitRates.find((one) => one.of === of)!;
    return found / asked;
  };
  expect(rateOf('country:DE')).toBeGreaterThan(0.7);
  expect(rateOf('country:FR')).toBeLessThan(0.4);
});

test('looks up the addresses that a data set lacks when its people are revealed', async () => {
  provider.rates.prospeo = { de: 1 };
  const { request, balance } = await setUp([['prospeo', { creditsPerResult: 2 }]]);
  const content = 'First name,Last name,Domain,Title\nOda,Nobel,fair.de,Buyer\nOlga,Nobody,fair.fr,Buyer\n';
  await request('POST', '/search/data-sets', { name: 'Fair', content });
  const { body: found } = await request('POST', '/search/people', { titles: ['Buyer'], sources: ['own'] });
  const ids = found.data.people.map(({ id }: { id: string }) => id);
  const plan = await request('POST', '/search/people/reveal?dryRun=true', { ids });
  expect(plan.body).toMatchObject({ cost: { credits: 4 } });
  expect(plan.body.summary).toContain('for 0 to 4 credits');
  const { body } = await request('POST', '/search/people/reveal', { ids });
  const byReason = body.data.items.map(({ outcome, reason, credits }: Record<string, unknown>) => [
    outcome,
    reason,
    credits,
  ]);
  expect(byReason.sort()).toEqual([
    ['created', null, 2],
    ['skipped', 'no_email', 0],
  ]);
  const [created] = body.data.items.filter(({ outcome }: { outcome: string }) => outcome === 'created');
  expect(created.contact).toMatchObject({
    email: 'oda.nobel@fair.de',
    sources: { email: { source: 'prospeo', credits: 2, billed: 1 }, firstName: { source: 'own', billed: 0 } },
  });
  expect(await balance()).toBe(98);
});
