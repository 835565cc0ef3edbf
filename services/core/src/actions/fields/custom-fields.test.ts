import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { runJobOnce } from '../../worker/jobs/job-runner.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

async function send(method: string, path: string, body?: unknown) {
  return (await core.request(method, path, { body })).body;
}
async function define(field: object) {
  const { data, summary } = await send('POST', '/custom-fields', { label: 'A field', ...field });
  if (!data) throw new Error(summary);
  return data;
}
async function addContact(email: string, customFields: object = {}) {
  return send('POST', '/contacts', { email, customFields });
}
async function foundBy(query: string): Promise<string[]> {
  const { data, summary } = await send('GET', `/contacts?${query}`);
  if (!data) throw new Error(summary);
  return data.map(({ email }: { email: string }) => email.split('@')[0]).toSorted();
}

test('creates, shows, changes, and deletes a field as the dry run showed', async () => {
  const body = { key: 'colour', label: 'Colour', type: 'choice', choices: ['red', 'blue'] };
  const dry = await send('POST', '/custom-fields?dryRun=true', body);
  expect(dry.data.effects[0]).toMatchObject({ op: 'create', type: 'custom_field', label: 'colour' });
  const made = await send('POST', '/custom-fields', body);
  expect(made.data).toMatchObject({ ...body, recordTypes: ['contact', 'company'], version: 1 });
  expect((await send('GET', '/custom-fields')).data).toEqual([made.data]);
  await addContact('a@colour.example', { colour: 'blue' });
  const change = { choices: ['red', 'green'], description: 'Of the house' };
  const planned = await send('PATCH', `/custom-fields/${made.data.id}?dryRun=true`, change);
  expect(planned.data.warnings).toEqual([
    'Values that are no longer a choice of colour are kept by 1 contact. No filter finds them.',
  ]);
  const changed = await send('PATCH', `/custom-fields/${made.data.id}`, change);
  expect(changed.data).toMatchObject({ choices: ['red', 'green'], description: 'Of the house', version: 2 });
  const removal = await send('DELETE', `/custom-fields/${made.data.id}?dryRun=true`);
  expect(removal.data.warnings).toEqual([
    'Values of colour are kept without a type by 1 contact. No filter finds them.',
  ]);
  expect((await send('DELETE', `/custom-fields/${made.data.id}`)).data.deleted).toBe(true);
  expect((await send('GET', '/contacts?q=a@colour.example')).data[0].customFields).toEqual({ colour: 'blue' });
  expect((await send('GET', `/custom-fields/${made.data.id}`)).error.code).toBe('not_found');
});

test.each([
  [{ key: '1st', type: 'text' }, 'key'],
  [{ key: 'a', type: 'colour' }, 'type'],
  [{ key: 'a', type: 'choice' }, 'choices'],
  [{ key: 'a', type: 'text', choices: ['x'] }, 'choices'],
  [{ key: 'a', type: 'text', recordTypes: ['deal'] }, 'recordTypes.0'],
])('rejects the definition %j', async (body, field) => {
  expect((await send('POST', '/custom-fields', { label: 'X', ...body })).error).toMatchObject({
    code: 'validation_failed',
    field,
  });
});

test('checks the defined type of a value in every operation that writes records', async () => {
  await define({ key: 'seats', type: 'number' });
  await define({ key: 'renewal', type: 'date' });
  await define({ key: 'plan', type: 'choice', choices: ['free', 'pro'] });
  await define({ key: 'isPartner', type: 'boolean', recordTypes: ['company'] });
  const refused = [
    await addContact('no@typed.example', { seats: '12' }),
    await addContact('no@typed.example', { renewal: '2026-02-30' }),
    await addContact('no@typed.example', { plan: 'gold' }),
    await send('POST', '/companies', { name: 'No', customFields: { isPartner: 'yes' } }),
  ];
  expect(refused.map(({ error }) => [error.code, error.field])).toEqual([
    ['validation_failed', 'customFields.seats'],
    ['validation_failed', 'customFields.renewal'],
    ['validation_failed', 'customFields.plan'],
    ['validation_failed', 'customFields.isPartner'],
  ]);
  expect(refused[2].error.allowedValues).toEqual(['free', 'pro']);
  const { data } = await addContact('yes@typed.example', { seats: 12, renewal: '2026-02-28', plan: 'pro', free: 1 });
  const patch = (customFields: object) => send('PATCH', `/contacts/${data.id}`, { customFields });
  expect((await patch({ seats: true })).error.field).toBe('customFields.seats');
  expect((await patch({ seats: null, isPartner: 'of companies only' })).data.customFields).toEqual({
    renewal: '2026-02-28',
    plan: 'pro',
    free: 1,
    isPartner: 'of companies only',
  });
  const contacts = [
    { email: 'bulk1@typed.example', customFields: { seats: 'many' } },
    { email: 'bulk2@typed.example', customFields: { seats: 3 } },
  ];
  const bulk = await send('POST', '/contacts/bulk', { contacts });
  expect(bulk.data.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['failed', 'created']);
  const companies = [
    { domain: 'one.example', customFields: { isPartner: true } },
    { domain: 'two.example', customFields: { isPartner: 1 } },
  ];
  const upserted = await send('POST', '/companies/bulk', { companies });
  expect(upserted.data.counts).toMatchObject({ created: 1, failed: 1 });
  const partners = await send('GET', '/companies?customFields[isPartner]=true');
  expect(partners.data.map(({ domain }: { domain: string }) => domain)).toEqual(['one.example']);
});

test('filters by values and ranges in lists, dynamic lists, selections, and exports', async () => {
  await define({ key: 'budget', type: 'number', recordTypes: ['contact'] });
  await define({ key: 'since', type: 'date' });
  await define({ key: 'vip', type: 'boolean' });
  await define({ key: 'city2', type: 'text' });
  await addContact('small@filter.example', { budget: 5, since: '2025-12-31', vip: false, city2: 'Bern' });
  await addContact('large@filter.example', { budget: 50, since: '2026-06-01', vip: true, city2: 'Bern West' });
  await addContact('huge@filter.example', { budget: 500, city2: 'Bern' });
  expect(await foundBy('customFields[budget]=50')).toEqual(['large']);
  expect(await foundBy('customFields[budget]=5..50')).toEqual(['large', 'small']);
  // The same as JSON, for clients that cannot write objects into a query.
  expect(await foundBy(`customFields=${encodeURIComponent('{"budget": "5..50"}')}`)).toEqual(['large', 'small']);
  expect(await foundBy('customFields[budget]=50..')).toEqual(['huge', 'large']);
  expect(await foundBy('customFields[since]=..2026-01-01')).toEqual(['small']);
  expect(await foundBy('customFields[vip]=true')).toEqual(['large']);
  expect(await foundBy('customFields[city2]=Bern&customFields[budget]=100..')).toEqual(['huge']);
  expect(await foundBy('q=small&customFields[city2]=Bern')).toEqual(['small']);
  const unknown = await send('GET', '/contacts?customFields[nobody]=1');
  expect(unknown.error).toMatchObject({ code: 'validation_failed', field: 'customFields.nobody' });
  expect(unknown.error.allowedValues).toContain('customFields.budget');
  expect((await send('GET', '/contacts?customFields[budget]=much')).error.field).toBe('customFields.budget');
  expect((await send('GET', '/companies?customFields[budget]=1')).error.field).toBe('customFields.budget');
  const filter = { customFields: { budget: '10..', city2: 'Bern' } };
  const list = await send('POST', '/lists', { name: 'Rich', kind: 'dynamic', filter });
  expect(await foundBy(`listId=${list.data.id}`)).toEqual(['huge']);
  const wrong = await send('POST', '/lists?dryRun=true', {
    name: 'W',
    kind: 'dynamic',
    filter: { customFields: { x: 1 } },
  });
  expect(wrong.error.field).toBe('customFields.x');
  const budget = (await send('GET', '/custom-fields')).data.find(({ key }: { key: string }) => key === 'budget');
  expect((await send('DELETE', `/custom-fields/${budget.id}`)).error.code).toBe('invalid_state');
  const steps = [{ subject: 'Hello', body: 'Your budget: {{ custom.budget }}.' }];
  const campaign = await send('POST', '/campaigns', { name: 'By budget', steps });
  const enrolled = await send('POST', `/campaigns/${campaign.data.id}/enrollments?dryRun=true`, { filter });
  expect([...enrolled.data.effects, ...enrolled.data.skipped]).toHaveLength(1);
  const csv = (await core.request('GET', '/contacts/export?customFields[budget]=5..50')).body as string;
  const rows = parse(csv, { columns: true }) as Record<string, string>[];
  expect(rows.map((row) => row['customFields.budget'])).toEqual(['5', '50']);
});

test('an import recognizes columns by key and label, and converts values to the field types', async () => {
  await define({ key: 'annual_revenue', label: 'Jahresumsatz', type: 'number', recordTypes: ['contact'] });
  await define({ key: 'level', label: 'Level', type: 'choice', choices: ['A', 'B'] });
  const content = [
    'E-Mail;Jahresumsatz;Level;since',
    'one@import.example;1200,5;a;31.01.2026',
    'two@import.example;viel;B;',
    'three@import.example;;C;',
  ].join('\n');
  const dry = await send('POST', '/contacts/import?dryRun=true', { content });
  expect(dry.data.preview.columns.map(({ target }: { target: string }) => target)).toEqual([
    'email',
    'customFields.annual_revenue',
    'customFields.level',
    'customFields.since',
  ]);
  expect(dry.data.preview.notes.map(({ row, field }: { row: number; field: string }) => [row, field])).toEqual([
    [2, 'customFields.annual_revenue'],
    [3, 'customFields.level'],
  ]);
  const started = await send('POST', '/contacts/import', { content });
  while (await runJobOnce(core.deps)) {}
  const job = (await send('GET', `/jobs/${started.data.id}`)).data;
  expect(job.counts).toEqual(dry.data.preview.counts);
  const [one] = (await send('GET', '/contacts?customFields[annual_revenue]=1000..2000')).data;
  expect(one.customFields).toEqual({ annual_revenue: 1200.5, level: 'A', since: '2026-01-31' });
});

test('keeps and counts values stored before the field was defined', async () => {
  await addContact('before@old.example', { legacy: 'twelve' });
  await addContact('fits@old.example', { legacy: 12 });
  const dry = await send('POST', '/custom-fields?dryRun=true', { key: 'legacy', label: 'Legacy', type: 'number' });
  expect(dry.data.warnings[0]).toContain('1 contact');
  await define({ key: 'legacy', type: 'number' });
  expect(await foundBy('customFields[legacy]=..100')).toEqual(['fits']);
  const [before] = (await send('GET', '/contacts?q=before@old.example')).data;
  const renamed = await send('PATCH', `/contacts/${before.id}`, { title: 'CTO' });
  expect(renamed.data).toMatchObject({ title: 'CTO', customFields: { legacy: 'twelve' } });
});
