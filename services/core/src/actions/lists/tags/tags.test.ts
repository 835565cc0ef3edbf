import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { runJobOnce } from '../../../worker/jobs/job-runner.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function send(method: string, path: string, body?: unknown) {
  return (await core.request(method, path, { body })).body;
}
async function addContact(email: string) {
  return (await send('POST', '/contacts', { email })).data.id as string;
}
async function names() {
  return (await send('GET', '/tags')).data.map(({ name }: { name: string }) => name);
}

test('creates, shows, and changes a tag', async () => {
  const dry = await send('POST', '/tags?dryRun=true', { name: 'fintech', colour: '#112233' });
  const made = await send('POST', '/tags', { name: 'fintech', colour: '#112233' });
  expect(dry.data.effects[0]).toEqual({
    op: 'create',
    type: 'tag',
    label: 'fintech',
    changes: { name: 'fintech', colour: '#112233' },
  });
  expect((await send('GET', `/tags/${made.data.id}`)).data).toEqual(made.data);
  expect((await send('POST', '/tags', { name: 'fintech' })).error.code).toBe('already_exists');
  const changed = await send('PATCH', `/tags/${made.data.id}`, { colour: null });
  expect(changed.data).toMatchObject({ colour: null, version: 2 });
});

test.each([[{ name: 'a,b' }], [{ name: ' ' }], [{ name: 'x', colour: 'red' }], [{}]])(
  'rejects the tag %j',
  async (body) => {
    expect((await send('POST', '/tags', body)).error.code).toBe('validation_failed');
  },
);

test('adds and removes tags as the dry run showed, and creates new tags', async () => {
  const [a, b] = [await addContact('a@tags.example'), await addContact('b@tags.example')];
  await send('POST', '/contacts/tag', { contactIds: [a], tags: ['one'] });
  const body = { contactIds: [a, b, 'con_01J00000000000000000000000'], tags: ['one', 'two'] };
  const dry = (await send('POST', '/contacts/tag?dryRun=true', body)).data;
  const done = (await send('POST', '/contacts/tag', body)).data;
  expect(dry.effects.map(({ changes, label }: { changes?: object; label: string }) => changes ?? label)).toEqual([
    { add: ['two'] },
    { add: ['one', 'two'] },
    'two',
  ]);
  expect(done.results.map(({ outcome, reason }: { outcome: string; reason: string }) => reason ?? outcome)).toEqual([
    'updated',
    'updated',
    'not_found',
  ]);
  expect(await names()).toEqual(['fintech', 'one', 'two']);
  expect((await send('GET', '/contacts?tag=two')).data).toHaveLength(2);
  const removal = { contactIds: [a, b], tags: ['two'] };
  expect((await send('POST', '/contacts/untag?dryRun=true', removal)).data.effectCount).toBe(2);
  await send('POST', '/contacts/untag', removal);
  expect((await send('GET', '/contacts?tag=two')).data).toEqual([]);
  expect((await send('GET', `/contacts/${a}`)).data.tags).toEqual(['one']);
});

test('renaming a tag updates its records, and deleting it removes it from them', async () => {
  const company = (await send('POST', '/companies', { name: 'Tagged' })).data;
  await send('POST', '/companies/tag', { companyIds: [company.id], tags: ['old'] });
  const tag = (await send('GET', '/tags')).data.find(({ name }: { name: string }) => name === 'old');
  const dry = (await send('PATCH', `/tags/${tag.id}?dryRun=true`, { name: 'new' })).data;
  expect(dry.effects[0].changes).toEqual({ name: 'new' });
  await send('PATCH', `/tags/${tag.id}`, { name: 'new' });
  expect((await send('GET', `/companies/${company.id}`)).data.tags).toEqual(['new']);
  expect((await send('DELETE', `/tags/${tag.id}?dryRun=true`)).data.effects[0].op).toBe('delete');
  await send('DELETE', `/tags/${tag.id}`);
  expect((await send('GET', `/companies/${company.id}`)).data.tags).toEqual([]);
  const untagged = await send('POST', '/companies/untag', { companyIds: [company.id], tags: ['new'] });
  expect(untagged.data.results[0]).toMatchObject({ outcome: 'skipped', reason: 'unchanged' });
});

test('renames a tag of many records with a job', async () => {
  const contacts = Array.from({ length: 1_000 }, (_, index) => ({ email: `t${index}@many.example` }));
  await send('POST', '/contacts/bulk', { contacts, tags: ['many'] });
  await send('POST', '/contacts/tag', { contactIds: [await addContact('last@many.example')], tags: ['many'] });
  const tag = (await send('GET', '/tags')).data.find(({ name }: { name: string }) => name === 'many');
  await send('PATCH', `/tags/${tag.id}`, { name: 'lots' });
  while (await runJobOnce(core.deps)) {}
  expect((await send('GET', '/jobs?kind=move_marks')).data[0]).toMatchObject({ state: 'completed', done: 1_001 });
  expect((await send('GET', '/contacts?tag=many')).data).toEqual([]);
  expect((await send('GET', '/contacts?tag=lots')).data).toHaveLength(25);
});
