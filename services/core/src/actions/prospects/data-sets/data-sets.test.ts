import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const csv = [
  'First name;Last name;E-mail;Job title;Company;Country;Industry;Employees;Technologies',
  'Ada;Lovelace;ada@looms.example;Chief Technology Officer;Looms;United Kingdom;Textile machines;120;Jacquard, Steam',
  'Grace;Hopper;grace@navy.example;Head of Compilers;Navy;US;Defence;20000;COBOL',
  ';Nameless;nobody@navy.example;Clerk;Navy;US;Defence;20000;',
  'Bad;Address;not an address;Clerk;Navy;US;Defence;20000;',
].join('\n');

test("finds the workspace's own people next to the directory, and reveals them for free", async () => {
  const body = { name: 'Fair', content: csv };
  const dry = await core.request('POST', '/search/data-sets?dryRun=true', { body });
  expect(dry.body.data).toMatchObject({
    effects: [{ op: 'create', changes: { rows: 2 } }],
    skipped: [{ label: 'row 3', reason: 'no_name' }, { label: 'row 4' }],
  });
  const made = await core.request('POST', '/search/data-sets', { body });
  expect(made.status).toBe(201);
  expect(made.body.data.rowCount).toBe(2);

  const found = await core.request('POST', '/search/people', {
    body: { description: 'CTO of textile machines', countries: ['GB'], employeeRanges: ['51-200'], sources: ['own'] },
  });
  expect(found.body.data.people).toMatchObject([
    {
      source: 'own',
      firstName: 'Ada',
      lastNameInitial: 'L.',
      seniority: 'c_suite',
      companyName: 'Looms',
      emailStatus: 'unverified',
    },
  ]);
  expect(JSON.stringify(found.body.data)).not.toContain('@');

  const ids = found.body.data.people.map(({ id }: { id: string }) => id);
  const revealed = await core.request('POST', '/search/people/reveal', { body: { ids } });
  expect(revealed.body).toMatchObject({ cost: { credits: 0 }, data: { createdCount: 1 } });
  expect(revealed.body.data.items[0].contact).toMatchObject({
    email: 'ada@looms.example',
    lastName: 'Lovelace',
    source: 'search',
    companyDomain: 'looms.example',
  });
});

test('searches own companies and directory companies together', async () => {
  const { body } = await core.request('POST', '/search/companies', { body: { technologies: ['COBOL'], limit: 5 } });
  expect(body.data.companies).toMatchObject([{ name: 'Navy', employeeRange: '10001+' }]);
  expect(body.data.sources.map(({ name }: { name: string }) => name)).toEqual(['directory', 'own']);
});

test('hides the people from other workspaces in searches, reveals, and lists', async () => {
  const { key } = await core.addWorkspace();
  const own = await core.request('POST', '/search/people', { body: { sources: ['own'] } });
  const ids = own.body.data.people.map(({ id }: { id: string }) => id);
  const theirs = await core.request('POST', '/search/people', { key, body: { sources: ['own'] } });
  expect(theirs.body.data.total).toBe(0);
  const revealed = await core.request('POST', '/search/people/reveal', { key, body: { ids } });
  expect(revealed.body.data).toMatchObject({ createdCount: 0, skippedCount: ids.length });
  expect((await core.request('GET', '/search/data-sets', { key })).body.data).toEqual([]);
});

test('deleting a data set removes its people from the search', async () => {
  const listed = await core.request('GET', '/search/data-sets');
  const { id } = listed.body.data[0];
  const dry = await core.request('DELETE', `/search/data-sets/${id}?dryRun=true`);
  expect(dry.body.data.effects).toMatchObject([
    { op: 'delete', id, changes: { rows: 2 } },
    { op: 'start', type: 'job' },
  ]);
  expect((await core.request('DELETE', `/search/data-sets/${id}`)).status).toBe(200);
  expect((await core.request('DELETE', `/search/data-sets/${id}`)).status).toBe(404);
  const found = await core.request('POST', '/search/people', { body: { sources: ['own'] } });
  expect(found.body.data.total).toBe(0);
});

test('rejects a file without usable rows', async () => {
  const empty = await core.request('POST', '/search/data-sets', {
    body: { name: 'x', content: 'First name,E-mail\n' },
  });
  const nameless = await core.request('POST', '/search/data-sets', { body: { name: 'x', content: 'Colour\nred\n' } });
  expect([empty.status, nameless.status]).toEqual([422, 422]);
});
