import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDirectory } from '../../../providers/prospects/directory/directory.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

const known = openDirectory().people.filter(({ emailStatus }) => emailStatus === 'valid');
async function store(body: object) {
  return (await core.request('POST', '/contacts', { body })).body.data;
}
function enrich(id: string, query = '') {
  return core.request('POST', `/contacts/${id}/enrich${query}`, { body: {} });
}

test('fills missing values for one credit, overwrites nothing, and then charges nothing', async () => {
  const person = known[10]!;
  const contact = await store({ email: person.email, title: 'My own words' });
  const dry = await enrich(contact.id, '?dryRun=true');
  expect(dry.body).toMatchObject({ cost: { credits: 1 }, data: { effects: [{ op: 'update', id: contact.id }] } });
  const { body } = await enrich(contact.id);
  expect(body).toMatchObject({ cost: { credits: 1 }, data: { source: 'directory' } });
  expect(body.data.added).toEqual(expect.arrayContaining(['firstName', 'lastName', 'companyName', 'timeZone']));
  expect(body.data.contact).toMatchObject({
    title: 'My own words',
    lastName: person.lastName,
    companyDomain: person.company.domain,
    companyId: expect.stringMatching(/^com_/),
    timeZone: person.timeZone,
    isTimeZoneInferred: false,
  });
  const again = await enrich(contact.id);
  expect(again.body).toMatchObject({ cost: { credits: 0 }, data: { added: [] } });
});

test("finds a person's address by name and company, unless another contact has it", async () => {
  const person = known[20]!;
  const name = { firstName: person.firstName, lastName: person.lastName, companyDomain: person.company.domain };
  const first = await enrich((await store(name)).id);
  expect(first.body.data.contact).toMatchObject({ email: person.email, emailStatus: 'valid' });
  const second = await enrich((await store(name)).id);
  expect(second.body.data.contact.email).toBeNull();
  expect(second.body.data.added).not.toContain('email');
});

test('charges nothing for an unknown person', async () => {
  const { body } = await enrich((await store({ email: 'nobody@nowhere.example' })).id);
  expect(body).toMatchObject({ cost: { credits: 0 }, data: { added: [], source: null } });
  expect((await enrich('con_01ARZ3NDEKTSV4RRFFQ69G5FAV')).status).toBe(404);
});
