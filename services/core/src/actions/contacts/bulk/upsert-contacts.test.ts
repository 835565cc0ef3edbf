import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function bulk(body: object, query = '') {
  return (await core.request('POST', `/contacts/bulk${query}`, { body })).body;
}
async function get(path: string) {
  return (await core.request('GET', path)).body;
}

test('returns the outcome of each item, and the same in a dry run', async () => {
  await bulk({
    contacts: [
      { email: 'known@bulk.example', title: 'CTO' },
      { email: 'same@bulk.example', title: 'CEO' },
    ],
  });
  const body = {
    contacts: [
      { email: 'New@bulk.example', companyDomain: 'bulk.example', companyName: 'Bulk' },
      { email: 'known@bulk.example', title: 'CFO' },
      { email: 'same@bulk.example', title: 'CEO' },
      { email: 'new@bulk.example' },
      { email: 'not an address' },
      { firstName: 'Alone' },
    ],
  };
  const dry = (await bulk(body, '?dryRun=true')).data;
  const done = (await bulk(body)).data;
  expect(done.counts).toEqual({ created: 1, updated: 1, unchanged: 1, skipped: 1, failed: 2 });
  expect(done.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'created',
    'updated',
    'unchanged',
    'skipped',
    'failed',
    'failed',
  ]);
  expect(done.results[3]).toMatchObject({ reason: 'duplicate', contactId: null });
  expect(done.results[4]).toMatchObject({ reason: 'validation_failed', field: 'email' });
  expect(dry.effects.map(({ op, type }: { op: string; type: string }) => `${op} ${type}`)).toEqual([
    'create contact',
    'update contact',
    'create company',
  ]);
  expect(dry.skipped.map(({ reason }: { reason: string }) => reason)).toEqual([
    'unchanged',
    'duplicate',
    'validation_failed',
    'validation_failed',
  ]);
  const contact = (await get(`/contacts/${done.results[0].contactId}`)).data;
  expect(contact).toMatchObject({ email: 'new@bulk.example', companyName: 'Bulk', companyId: expect.any(String) });
});

test('matches by external ID if no address fits, and rejects two different matches', async () => {
  const [first] = (await bulk({ contacts: [{ email: 'x1@bulk.example', externalId: 'crm-1' }] })).data.results;
  await bulk({ contacts: [{ email: 'x2@bulk.example' }] });
  const moved = (await bulk({ contacts: [{ email: 'x1new@bulk.example', externalId: 'crm-1' }] })).data;
  expect(moved.results[0]).toMatchObject({ outcome: 'updated', contactId: first.contactId });
  const torn = (await bulk({ contacts: [{ email: 'x2@bulk.example', externalId: 'crm-1' }] })).data;
  expect(torn.results[0]).toMatchObject({ outcome: 'failed', reason: 'already_exists' });
});

test('fills only missing values, or leaves stored contacts unchanged', async () => {
  const [{ contactId }] = (await bulk({ contacts: [{ email: 'fill@bulk.example', title: 'CTO' }] })).data.results;
  const contacts = [{ email: 'fill@bulk.example', title: 'Other', department: 'IT' }];
  const skipped = (await bulk({ contacts, onExisting: 'skip' })).data;
  expect(skipped.results[0]).toMatchObject({ outcome: 'skipped', reason: 'exists' });
  await bulk({ contacts, onExisting: 'fill_missing' });
  expect((await get(`/contacts/${contactId}`)).data).toMatchObject({ title: 'CTO', department: 'IT' });
});

test('tags all items and adds them to a list', async () => {
  const list = (await core.request('POST', '/lists', { body: { name: 'Bulk' } })).body.data;
  const contacts = Array.from({ length: 300 }, (_, index) => ({ email: `many${index}@bulk.example` }));
  const done = (await bulk({ contacts, tags: ['fair'], listId: list.id })).data;
  expect(done.counts.created).toBe(300);
  expect((await get(`/lists/${list.id}`)).data.memberCount).toBe(300);
  const again = (await bulk({ contacts, tags: ['fair'], listId: list.id })).data;
  expect(again.counts.unchanged).toBe(300);
  expect((await get('/contacts?tag=fair&limit=100')).data).toHaveLength(100);
});

test('rejects more than 1,000 items, unknown fields, and an unknown list', async () => {
  const contacts = Array.from({ length: 1_001 }, (_, index) => ({ email: `a${index}@bulk.example` }));
  expect((await bulk({ contacts })).error.code).toBe('validation_failed');
  expect((await bulk({ contacts: [{ email: 'a@bulk.example', colour: 'red' }] })).error.code).toBe('validation_failed');
  const missing = { contacts: [{ email: 'a@bulk.example' }], listId: 'lst_01J00000000000000000000000' };
  expect((await bulk(missing)).error.code).toBe('not_found');
});
