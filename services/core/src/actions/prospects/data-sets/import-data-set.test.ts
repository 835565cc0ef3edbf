import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { runJobOnce } from '../../../worker/jobs/job-runner.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const header = 'CompanyName, CompanyNumber,RegAddress.PostTown,CompanyStatus,IncorporationDate,SICCode.SicText_1';
function row(number: number, name: string, more = ',Active,26/03/2019,62020 - Consultancy'): string {
  return `${name},${number},LONDON${more}`;
}
const register = [
  header,
  row(1, 'HARBOUR CODE LTD'),
  row(2, '"QUAY, BREAD & CO"'),
  row(3, 'GONE LTD', ',Dissolved,,'),
  'TOO,SHORT',
  row(4, ''),
].join('\n');

async function send(text: string, query: string, type = 'text/csv', headers: Record<string, string> = {}) {
  return core.request('POST', `/search/data-sets?${query}`, {
    body: text,
    headers: { 'content-type': type, ...headers },
  });
}

async function runJobs(turnMs = 30_000): Promise<void> {
  while (await runJobOnce(core.deps, { turnMs }));
}

async function names(criteria: object = {}): Promise<string[]> {
  const { body } = await core.request('POST', '/search/companies', {
    body: { sources: ['own'], limit: 100, ...criteria },
  });
  expect(body.data.total).toBe(body.data.companies.length);
  return body.data.companies.map(({ name }: { name: string }) => name);
}

async function leftovers(): Promise<number[]> {
  const collections = ['data_sets', 'own_people', 'own_companies', 'own_row_postings', 'upload_chunks'];
  return Promise.all(collections.map((name) => mongoose.connection.db!.collection(name).countDocuments()));
}

test('imports the file of a register as a job, with its license, and reports bad rows by number', async () => {
  const dry = await send(register, 'name=UK&preset=companies_house&dryRun=true');
  expect(dry.body.data).toMatchObject({
    summary: 'Would store 0 people and 2 companies as UK.',
    skipped: [
      { label: 'row 4', reason: 'validation_failed' },
      { label: 'row 5', reason: 'validation_failed' },
    ],
    warnings: ['Source: Companies House basic company data, Open Government Licence v3.0.'],
  });
  const started = await send(register, 'name=UK&preset=companies_house');
  const { jobId, dataSetId } = started.body.data;
  expect(started.status).toBe(202);
  expect(started.body.data).toMatchObject({ id: dataSetId, isReady: false, license: 'Open Government Licence v3.0' });
  expect(await names()).toEqual([]);
  await runJobs(0);
  const job = await core.request('GET', `/jobs/${jobId}`);
  expect(job.body.data).toMatchObject({ state: 'completed', counts: { created: 2, skipped: 1, failed: 2 } });
  const results = await core.request('GET', `/jobs/${jobId}/results?outcome=failed`);
  expect(results.body.data).toMatchObject([
    { item: 4, message: 'The row does not have the columns of the header.' },
    { item: 5, field: 'CompanyName' },
  ]);
  expect(await names({ cities: ['london'], foundedFrom: 2019, industries: ['consultancy'] })).toEqual([
    'HARBOUR CODE LTD',
    'QUAY, BREAD & CO',
  ]);
  expect(await names({ foundedTo: 2018 })).toEqual([]);
  const { body } = await core.request('POST', '/search/companies', { body: { sources: ['own'], limit: 1 } });
  expect(body.data.companies[0].register).toMatchObject({ license: 'Open Government Licence v3.0' });
  const [listed] = (await core.request('GET', '/search/data-sets')).body.data;
  expect(listed).toMatchObject({ companyCount: 2, rowCount: 0, isReady: true, jobId: null });
  expect(Date.parse(listed.importedAt)).toBeGreaterThan(0);
});

test('an update replaces companies by their number, and keeps the others', async () => {
  const [{ id }] = (await core.request('GET', '/search/data-sets')).body.data;
  const update = [header, row(2, 'QUAY BAKERY'), row(7, 'NEW LTD'), row(7, 'NEWER LTD')].join('\n');
  const started = await send(update, `dataSetId=${id}`);
  expect(started.body.data).toMatchObject({ name: 'UK', preset: 'companies_house' });
  const busy = await send(update, `dataSetId=${id}`);
  expect([busy.status, busy.body.error.code]).toEqual([409, 'invalid_state']);
  expect(await names()).toEqual(['HARBOUR CODE LTD', 'QUAY, BREAD & CO']);
  await runJobs(0);
  expect(await names()).toEqual(['HARBOUR CODE LTD', 'QUAY BAKERY', 'NEWER LTD']);
  expect(await names({ companyNames: ['bread'] })).toEqual([]);
  expect((await core.request('GET', '/search/data-sets')).body.data[0].companyCount).toBe(3);
  expect((await leftovers())[2]).toBe(3);
});

test('a file that breaks in the middle changes nothing and leaves nothing behind', async () => {
  const before = { names: await names(), left: await leftovers() };
  const [{ id }] = (await core.request('GET', '/search/data-sets')).body.data;
  const rows = Array.from({ length: 1_500 }, (_, index) => row(index + 10, `FIRM ${index}`));
  const broken = [header, row(1, 'CHANGED LTD'), ...rows, '"never closed,9,LONDON,Active,,'].join('\n');
  for (const query of [`dataSetId=${id}`, 'name=Second&preset=companies_house']) {
    const { body } = await send(broken, query);
    await runJobs(0);
    const job = await core.request('GET', `/jobs/${body.data.jobId}`);
    expect(job.body.data).toMatchObject({ state: 'failed', error: { code: 'malformed_request' } });
    expect(job.body.data.error.message).toContain('not readable behind row 1501');
    expect({ names: await names(), left: await leftovers() }).toEqual(before);
  }
  const after = await send([header, row(1, 'HARBOUR CODING LTD')].join('\n'), `dataSetId=${id}`);
  expect(after.status).toBe(202);
  await runJobs();
  expect(await names()).toEqual(['QUAY BAKERY', 'NEWER LTD', 'HARBOUR CODING LTD']);
});

test('rejects the file of another register, no name, another workspace, and returns the same for the same key', async () => {
  const other = await send('LEI,Name\n1,2\n', 'name=x&preset=gleif');
  expect(other.body.error).toMatchObject({ code: 'validation_failed', field: 'preset' });
  const nameless = await send(register, 'preset=companies_house');
  expect(nameless.body.error).toMatchObject({ field: 'name' });
  const [{ id }] = (await core.request('GET', '/search/data-sets')).body.data;
  const { key } = await core.addWorkspace();
  const body = { dataSetId: id, content: 'Company\nLooms\n' };
  expect((await core.request('POST', '/search/data-sets', { key, body })).status).toBe(404);
  const once = { 'idempotency-key': 'register-1' };
  const [first, second] = [
    await send(register, 'name=Again&preset=companies_house', 'text/csv', once),
    await send(register, 'name=Again&preset=companies_house', 'text/csv', once),
  ];
  expect(second.body.data).toEqual(first.body.data);
  await runJobs();
  expect((await core.request('GET', '/search/data-sets')).body.data.length).toBe(2);
});

test('reads companies and people from one list, and leaves nothing behind when all sets are deleted', async () => {
  const content = [
    'Company,Website,First name,Last name,E-mail,Industry,Country',
    'Looms,looms.example,,,,Textile,Germany',
    'Navy,navy.example,Grace,Hopper,grace@navy.example,Defense,US',
    ',,,,,Nothing,',
  ].join('\n');
  const made = await core.request('POST', '/search/data-sets', { body: { name: 'Mixed', content } });
  expect(made.body.data).toMatchObject({ rowCount: 1, companyCount: 2, isReady: true });
  expect(await names({ countries: ['DE'] })).toEqual(['Looms']);
  for (const { id } of (await core.request('GET', '/search/data-sets')).body.data)
    expect((await core.request('DELETE', `/search/data-sets/${id}`)).status).toBe(200);
  expect(await names()).toEqual([]);
  await runJobs(0);
  expect(await leftovers()).toEqual([0, 0, 0, 0, 0]);
});

test('a data set that is deleted during its import leaves nothing behind', async () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => row(index, `FIRM ${index}`));
  const started = await send([header, ...rows].join('\n'), 'name=Short&preset=companies_house');
  await runJobOnce(core.deps, { turnMs: 0 });
  expect((await core.request('DELETE', `/search/data-sets/${started.body.data.id}`)).status).toBe(200);
  await runJobs(0);
  const job = await core.request('GET', `/jobs/${started.body.data.jobId}`);
  expect(job.body.data).toMatchObject({ state: 'failed', error: { code: 'not_found' } });
  expect(await leftovers()).toEqual([0, 0, 0, 0, 0]);
});

test('a person who is erased during an import is in no result afterwards', async () => {
  const text = 'First name,Last name,E-mail\nAda,Lovelace,ada@looms.example\nGrace,Hopper,grace@navy.example\n';
  const contact = await core.request('POST', '/contacts', { body: { email: 'ada@looms.example' } });
  const started = await send(text, 'name=People');
  await runJobOnce(core.deps, { turnMs: 0 });
  const erased = await core.request('POST', `/contacts/${contact.body.data.id}/erase`, { body: {} });
  expect(erased.status).toBe(200);
  await runJobs(0);
  const job = await core.request('GET', `/jobs/${started.body.data.jobId}`);
  expect(job.body.data.state).toBe('completed');
  const found = await core.request('POST', '/search/people', { body: { sources: ['own'] } });
  expect(found.body.data).toMatchObject({ total: 1, people: [{ firstName: 'Grace' }] });
});
