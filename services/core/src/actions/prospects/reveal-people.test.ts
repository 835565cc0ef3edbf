import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDirectory } from '../../providers/prospects/directory/directory.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const { people } = openDirectory();
function withStatus(status: string | null, count: number, from = 0) {
  return people
    .filter(({ emailStatus }) => emailStatus === status)
    .slice(from, from + count)
    .map(({ id }) => id);
}

function reveal(ids: string[], key?: string, options = {}) {
  return core.request('POST', '/search/people/reveal', { body: { ids }, key, ...options });
}

async function balanceOf(key?: string) {
  return (await core.request('GET', '/credits/balance', { key })).body.data.balance;
}

test('stores people with source, basis, and company, for one credit each', async () => {
  const { key } = await core.addWorkspace({ credits: 50 });
  const ids = withStatus('valid', 10);
  const body = { ids, tags: ['autumn'] };
  const dry = await core.request('POST', '/search/people/reveal?dryRun=true', { body, key });
  expect(dry.body).toMatchObject({
    data: { dryRun: true, effects: expect.any(Array) },
    cost: { credits: 10, balance: 50 },
  });
  expect(await balanceOf(key)).toBe(50);

  const done = await core.request('POST', '/search/people/reveal', {
    body,
    key,
    headers: { 'plan-digest': dry.body.data.planDigest },
  });
  expect(done.status).toBe(200);
  expect(done.body).toMatchObject({
    cost: { credits: 10, balance: 40 },
    data: { createdCount: 10, ownedCount: 0, skippedCount: 0 },
  });
  const person = people.find(({ id }) => id === ids[0])!;
  expect(done.body.data.items[0].contact).toMatchObject({
    email: person.email,
    emailStatus: 'valid',
    lastName: person.lastName,
    companyName: person.company.name,
    source: 'search',
    sourceDetail: `directory: ${person.id}`,
    declaredBasis: 'legitimate_interest',
    timeZone: person.timeZone,
    tags: ['autumn'],
  });
  const stored = await core.request('GET', '/contacts?limit=100', { key });
  expect(stored.body.data).toHaveLength(10);
  const found = await core.request('POST', '/search/people', {
    key,
    body: { companyDomains: [person.company.domain] },
  });
  expect(found.body.data.people.find(({ id }: { id: string }) => id === person.id).contactId).toBe(
    done.body.data.items[0].contactId,
  );
});

test('never charges twice for one person', async () => {
  const { key } = await core.addWorkspace({ credits: 5 });
  const [id] = withStatus('valid', 1);
  const first = await reveal([id!], key);
  const second = await reveal([id!], key);
  expect(second.body).toMatchObject({ cost: { credits: 0, balance: 4 }, data: { ownedCount: 1, createdCount: 0 } });
  expect(second.body.data.items[0]).toMatchObject({
    outcome: 'unchanged',
    reason: 'already_owned',
    contactId: first.body.data.items[0].contactId,
  });
});

test('charges nothing for a person whose address belongs to a contact', async () => {
  const { key } = await core.addWorkspace({ credits: 5 });
  const person = people.find(({ emailStatus }) => emailStatus === 'valid')!;
  await core.request('POST', '/contacts', { key, body: { email: person.email } });
  const { body } = await reveal([person.id], key);
  expect(body).toMatchObject({ cost: { credits: 0, balance: 5 }, data: { ownedCount: 1 } });
});

test('skips people without an address, and charges nothing for unconfirmed addresses', async () => {
  const { key } = await core.addWorkspace({ credits: 5 });
  const ids = [
    ...withStatus(null, 1),
    ...withStatus('unknown', 1),
    ...withStatus('catch_all', 1),
    'prs_dir_99999-9',
    'prs_xyz_1',
  ];
  const { body } = await reveal(ids, key);
  expect(body.cost).toEqual({ credits: 1, balance: 4 });
  expect(body.data.items.map(({ outcome, reason }: Record<string, string>) => reason ?? outcome)).toEqual([
    'no_email',
    'created',
    'created',
    'not_found',
    'not_found',
  ]);
});

test('rejects a reveal over the balance and stores nothing', async () => {
  const { key } = await core.addWorkspace({ credits: 2 });
  const { status, body } = await reveal(withStatus('valid', 3), key);
  expect(status).toBe(402);
  expect(body.error.code).toBe('insufficient_credits');
  expect((await core.request('GET', '/contacts', { key })).body.data).toEqual([]);
});

test('completes exactly 20 of 50 concurrent reveals with a balance of 20', async () => {
  const { key } = await core.addWorkspace({ credits: 20 });
  const answers = await Promise.all(withStatus('valid', 50, 100).map((id) => reveal([id], key)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 402)).toHaveLength(30);
  expect(await balanceOf(key)).toBe(0);
  expect((await core.request('GET', '/contacts?limit=100', { key })).body.data).toHaveLength(20);
}, 120_000);

test('stores and charges a person once under concurrent reveals', async () => {
  const { key } = await core.addWorkspace({ credits: 20 });
  const [id] = withStatus('valid', 1, 300);
  const answers = await Promise.all(Array.from({ length: 10 }, () => reveal([id!], key)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map(({ body }) => body.data.items[0].contactId)).size).toBe(1);
  expect(await balanceOf(key)).toBe(19);
}, 120_000);

test('adds new and owned people to a list and tags them, as the dry run showed', async () => {
  const { key } = await core.addWorkspace({ credits: 5 });
  const [first, second] = withStatus('valid', 2, 400);
  await reveal([first!], key);
  const list = (await core.request('POST', '/lists', { key, body: { name: 'Autumn' } })).body.data;
  const body = { ids: [first, second], listId: list.id, tags: ['warm'] };
  const dry = await core.request('POST', '/search/people/reveal?dryRun=true', { body, key });
  expect(dry.body.data.effects.map(({ op, type }: Record<string, string>) => `${op} ${type}`).sort()).toEqual([
    'create contact',
    'create tag',
    'update contact',
    'update contact',
  ]);
  await core.request('POST', '/search/people/reveal', { body, key });
  const members = await core.request('GET', `/contacts?listId=${list.id}`, { key });
  expect(members.body.data).toHaveLength(2);
  expect(members.body.data.every(({ tags }: { tags: string[] }) => tags.includes('warm'))).toBe(true);
  expect((await core.request('GET', `/lists/${list.id}`, { key })).body.data.memberCount).toBe(2);
  const foreign = await core.request('POST', '/search/people/reveal', { body: { ids: [second], listId: list.id } });
  expect(foreign.status).toBe(404);
});

test('rejects more than 100 IDs, IDs of another kind, and a key without the scope', async () => {
  const tooMany = await reveal(withStatus('valid', 101));
  const wrong = await reveal(['con_1']);
  const readOnly = await reveal(withStatus('valid', 1), await core.addKey(['search:read']));
  expect([tooMany.status, wrong.status, readOnly.status]).toEqual([422, 422, 403]);
  expect(readOnly.body.error.missingScopes).toEqual(['search:write', 'credits:write']);
});

test('after the contact is deleted, reveals a paid person again for free, but not an unpaid one', async () => {
  const { key } = await core.addWorkspace({ credits: 5 });
  const [paid, known] = withStatus('valid', 2, 60);
  const email = people.find(({ id }) => id === known)!.email;
  await core.request('POST', '/contacts', { key, body: { email } });
  const first = (await reveal([paid!, known!], key)).body;
  expect(first.cost.credits).toBe(1);
  for (const { contactId } of first.data.items) await core.request('DELETE', `/contacts/${contactId}`, { key });
  const dry = await core.request('POST', '/search/people/reveal?dryRun=true', { key, body: { ids: [paid, known] } });
  expect(dry.body.cost.credits).toBe(1);
  expect((await reveal([paid!, known!], key)).body).toMatchObject({ cost: { credits: 1 }, data: { createdCount: 2 } });
});
