import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDirectory } from '../../../providers/prospects/directory/directory.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { runJobOnce } from '../../../worker/jobs/job-runner.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const known = openDirectory().people.filter(({ emailStatus }) => emailStatus === 'valid');

async function setUp(people: object[], credits = 10) {
  const { key } = await core.addWorkspace({ credits });
  const request = (method: string, path: string, body?: unknown) => core.request(method, path, { key, body });
  const ids: string[] = [];
  for (const person of people) ids.push((await request('POST', '/contacts', person)).body.data.id);
  const balance = async () => (await request('GET', '/credits/balance')).body.data.balance;
  const results = async (jobId: string) => (await request('GET', `/jobs/${jobId}/results`)).body.data;
  return { request, ids, balance, results };
}

test('enriches many contacts with a job, returns each result, and releases unused credits', async () => {
  const [one, two] = [known[30]!, known[31]!];
  const name = { firstName: two.firstName, lastName: two.lastName, companyDomain: two.company.domain };
  const people = [{ email: one.email, title: 'My own words' }, name, { email: 'nobody@nowhere.example' }];
  const { request, ids, balance, results } = await setUp(people);
  const missing = 'con_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const dry = await request('POST', '/contacts/enrich?dryRun=true', { contactIds: [...ids, missing] });
  expect(dry.body).toMatchObject({ cost: { credits: 3 }, data: { skipped: [{ id: missing, reason: 'not_found' }] } });
  const started = await request('POST', '/contacts/enrich', { contactIds: [...ids, missing] });
  expect(started.status).toBe(202);
  expect(await balance()).toBe(7);

  await runJobOnce(core.deps);
  const job = (await request('GET', `/jobs/${started.body.data.id}`)).body.data;
  expect(job).toMatchObject({ state: 'completed', done: 3, counts: { updated: 2, unchanged: 1 } });
  expect(await results(job.id)).toMatchObject([
    { recordId: ids[0], outcome: 'updated', message: expect.stringContaining('lastName') },
    { recordId: ids[1], outcome: 'updated', message: expect.stringContaining('email') },
    { recordId: ids[2], outcome: 'unchanged', reason: 'nobody_knows' },
  ]);
  expect(await balance()).toBe(8);
  const contact = (await request('GET', `/contacts/${ids[0]}`)).body.data;
  expect(contact).toMatchObject({ title: 'My own words', lastName: one.lastName });
});

test("charges nothing for previously revealed people or rows of the workspace's own data set", async () => {
  const person = known[40]!;
  const { request, ids, balance } = await setUp([{ email: 'own@fair.example' }]);
  const content = 'First name,Last name,E-mail,Title\nOda,Nobel,own@fair.example,Buyer\n';
  await request('POST', '/search/data-sets', { name: 'Fair', content });
  const revealed = await request('POST', '/search/people/reveal', { ids: [person.id] });
  const bought = revealed.body.data.items[0].contactId;
  await request('PATCH', `/contacts/${bought}`, { title: null });
  expect(await balance()).toBe(9);
  await request('POST', '/contacts/enrich', { contactIds: [...ids, bought] });
  await runJobOnce(core.deps);
  expect(await balance()).toBe(9);
  const titles = [ids[0], bought].map(async (id) => (await request('GET', `/contacts/${id}`)).body.data.title);
  expect(await Promise.all(titles)).toEqual(['Buyer', person.title.title]);
});

test('accepts a list and a filter, and charges nothing if canceled before the start', async () => {
  const { request, ids, balance } = await setUp([{ email: known[50]!.email }, { email: known[51]!.email }]);
  const list = (await request('POST', '/lists', { name: 'Few' })).body.data;
  await request('POST', `/lists/${list.id}/members`, { contactIds: [ids[0]] });
  const byList = await request('POST', '/contacts/enrich?dryRun=true', { listId: list.id });
  expect(byList.body.cost.credits).toBe(1);
  const started = await request('POST', '/contacts/enrich', { filter: { emailStatus: 'unverified' } });
  expect(await balance()).toBe(8);
  await request('POST', `/jobs/${started.body.data.id}/cancel`, {});
  expect(await balance()).toBe(10);
});

test('rejects missing or conflicting selections, empty selections, and costs over the balance', async () => {
  const { request, ids } = await setUp([{ email: 'a@poor.example' }], 0);
  const none = await request('POST', '/contacts/enrich', {});
  const two = await request('POST', '/contacts/enrich', { contactIds: ids, filter: { stage: 'new' } });
  for (const { status, body } of [none, two]) expect([status, body.error.field]).toEqual([422, 'contactIds']);
  const nobody = await request('POST', '/contacts/enrich', { filter: { stage: 'customer' } });
  expect(nobody.status).toBe(422);
  expect((await request('POST', '/contacts/enrich', { contactIds: ids })).status).toBe(402);
});
