import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { runJobOnce } from '../../../worker/jobs/job-runner.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

function upload(text: string | Uint8Array, query = '', type = 'text/csv', headers: Record<string, string> = {}) {
  return fetch(`${core.url}/api/public/v1/contacts/import${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${core.key}`, 'content-type': type, ...headers },
    body: text,
    // biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
  }).then(async (response) => ({ status: response.status, body: (await response.json()) as any }));
}
async function get(path: string) {
  return (await core.request('GET', path)).body;
}
async function work() {
  while (await runJobOnce(core.deps)) {}
}
async function imported(text: string | Uint8Array, query = '', type = 'text/csv') {
  const { body } = await upload(text, query, type);
  await work();
  return (await get(`/jobs/${body.data.id}`)).data;
}
function countOf(collection: string) {
  return mongoose.connection.db!.collection(collection).countDocuments();
}

const german = [
  'Vorname;Nachname;E-Mail-Adresse;Firma;Webseite;Land;Telefon;Unbekannt',
  'Ada;Lovelace;ADA@import.example;"Engines; Analytical";https://www.engines.example/;Deutschland;1;x',
  'Grace;Hopper;not an address;Navy;navy.example;USA;2;y',
  'Alan;Turing;alan@import.example;Bletchley;bletchley.example;UK;3;z',
].join('\r\n');

test('the dry run shows the column mapping, first rows, and problems, and stores nothing', async () => {
  const before = await countOf('upload_chunks');
  const { status, body } = await upload(german, '?dryRun=true&columns=Unbekannt=customFields.note');
  expect(status).toBe(200);
  const { preview, effects } = body.data;
  const targets = Object.fromEntries(
    preview.columns.map(({ column, target }: { column: string; target: string }) => [column, target]),
  );
  expect(targets).toEqual({
    Vorname: 'firstName',
    Nachname: 'lastName',
    'E-Mail-Adresse': 'email',
    Firma: 'companyName',
    Webseite: 'companyDomain',
    Land: 'country',
    Telefon: 'phone',
    Unbekannt: 'customFields.note',
  });
  expect(effects[0]).toMatchObject({ op: 'start', type: 'job', label: 'Import of 3 contacts', changes: { rows: 3 } });
  expect(preview.sample[0]).toMatchObject({ email: 'ada@import.example', companyDomain: 'engines.example' });
  expect(preview.problems).toMatchObject([{ row: 2, field: 'email' }]);
  expect(await countOf('upload_chunks')).toBe(before);
  expect(await countOf('jobs')).toBe(0);
});

test('imports the rows with a job and deletes the file', async () => {
  const dry = await upload(german, '?dryRun=true&declaredBasis=consent&tags=fair,2026');
  const { body, status } = await upload(german, '?declaredBasis=consent&tags=fair,2026', 'text/csv', {
    'plan-digest': dry.body.data.planDigest,
  });
  expect(status).toBe(202);
  expect(body.data).toMatchObject({ kind: 'import_contacts', state: 'queued', title: dry.body.data.effects[0].label });
  await work();
  const job = (await get(`/jobs/${body.data.id}`)).data;
  expect(job).toMatchObject({ state: 'completed', done: 3, total: 3, counts: { created: 2, failed: 1 } });
  const [ada] = (await get('/contacts?q=ada@import.example')).data;
  expect(ada).toMatchObject({
    source: 'import',
    declaredBasis: 'consent',
    companyName: 'Engines; Analytical',
    tags: ['fair', '2026'],
    phones: ['1'],
    timeZone: 'Europe/Berlin',
  });
  const results = (await get(`/jobs/${job.id}/results?outcome=failed`)).data;
  expect(results).toMatchObject([{ item: 2, reason: 'validation_failed', field: 'email' }]);
  expect(await countOf('upload_chunks')).toBe(0);
  const again = await imported(german, '?declaredBasis=consent&tags=fair,2026');
  expect(again.counts).toMatchObject({ unchanged: 2, failed: 1 });
});

test('rejects a file other than the previewed one', async () => {
  const dry = await upload('email\na@one.example\n', '?dryRun=true');
  const other = await upload('email\nb@two.example\n', '', 'text/csv', { 'plan-digest': dry.body.data.planDigest });
  expect(other.status).toBe(412);
});

test('accepts a repeated Idempotency-Key once, and rejects a different file with that key', async () => {
  const headers = { 'idempotency-key': 'import-1' };
  const first = await upload('email\nk@key.example\n', '', 'text/csv', headers);
  const second = await upload('email\nk@key.example\n', '', 'text/csv', headers);
  expect(second.body.data.id).toBe(first.body.data.id);
  const other = await upload('email\nother@key.example\n', '', 'text/csv', headers);
  expect(other.body.error.code).toBe('idempotency_key_reused');
  await work();
});

test('imports NDJSON with nested fields as the API returns them', async () => {
  const lines = [
    { email: 'n1@ndjson.example', location: { country: 'France' }, customFields: { size: 3 }, phones: ['1', '2'] },
    { email: 'n2@ndjson.example', tags: ['a', 'b'] },
  ].map((line) => JSON.stringify(line));
  const job = await imported([...lines, 'not json', ''].join('\n'), '', 'application/x-ndjson');
  expect(job.counts).toMatchObject({ created: 2, failed: 1 });
  const [one] = (await get('/contacts?q=n1@ndjson.example')).data;
  expect(one).toMatchObject({ customFields: { size: 3 }, phones: ['1', '2'], timeZone: 'Europe/Paris' });
});

test('accepts a small file as JSON from an agent', async () => {
  const body = { content: 'Name,Mail\n"Hopper, Grace",grace@json.example\n' };
  const { status, body: started } = await core.request('POST', '/contacts/import', { body });
  expect(status).toBe(202);
  await work();
  expect((await get(`/jobs/${started.data.id}`)).data.state).toBe('completed');
  expect((await get('/contacts?q=grace@json.example')).data).toMatchObject([
    { firstName: 'Grace', lastName: 'Hopper' },
  ]);
});

test('reads files in Windows encodings and with a byte order mark', async () => {
  const windows = Buffer.from('email;Vorname\nm1@enc.example;Jürgen\n', 'latin1');
  const marked = Buffer.from('\ufeffemail,firstName\nm2@enc.example,Zoë\n');
  expect((await imported(windows)).counts.created).toBe(1);
  expect((await imported(marked)).counts.created).toBe(1);
  expect((await get('/contacts?q=m1')).data[0].firstName).toBe('Jürgen');
  expect((await get('/contacts?q=m2')).data[0].firstName).toBe('Zoë');
});

test.each([
  ['', '', 'content'],
  ['email\n', '', 'content'],
  ['email\na@b.example', '?columns=Nothing=email', 'columns'],
  ['email\na@b.example', '?columns=email=colour', 'columns'],
  ['email\na@b.example', '?colour=red', 'colour'],
])('rejects the file %j with %j', async (text, query, field) => {
  const { status, body } = await upload(text, query);
  expect([status, body.error.code, body.error.field]).toEqual([422, 'validation_failed', field]);
  expect(await countOf('upload_chunks')).toBe(0);
});

test('resumes after a worker crash, repeats no row, and uses constant memory', async () => {
  const rows = 1_600;
  const lines = Array.from(
    { length: rows },
    (_, index) => `row${index}@large.example,Person ${index},large${index % 50}.example`,
  );
  const { body } = await upload(`email,name,domain\n${lines.join('\n')}\n`);
  for (let turn = 0; turn < 3; turn += 1) await runJobOnce(core.deps, { turnMs: -1 });
  const half = (await get(`/jobs/${body.data.id}`)).data;
  expect(half).toMatchObject({ state: 'queued', done: 1_500, total: rows });
  await work();
  expect((await get(`/jobs/${body.data.id}`)).data).toMatchObject({
    state: 'completed',
    done: rows,
    total: rows,
    counts: { created: rows, failed: 0, unchanged: 0 },
  });
});

test('keeps imported rows after cancellation and reports their number', async () => {
  const lines = Array.from({ length: 1_200 }, (_, index) => JSON.stringify({ email: `half${index}@cut.example` }));
  const { body } = await upload(lines.join('\n'), '', 'application/x-ndjson');
  await runJobOnce(core.deps, { turnMs: -1 });
  await core.request('POST', `/jobs/${body.data.id}/cancel`);
  await work();
  const { data, summary } = await get(`/jobs/${body.data.id}`);
  expect(data).toMatchObject({ state: 'cancelled', done: 500, total: 1_200, counts: { created: 500 } });
  expect(summary).toContain('500 of 1200');
  const found = await mongoose.connection.db!.collection('contacts').countDocuments({ email: /@cut\.example$/ });
  expect(found).toBe(500);
  expect(await countOf('upload_chunks')).toBe(0);
});

test('exports imported contacts in both formats', async () => {
  const csv = (await core.request('GET', '/contacts/export?companyDomain=large7.example')).body as string;
  expect(csv.trim().split('\r\n')).toHaveLength(33);
  const ndjson = await core.request('GET', '/contacts/export?companyDomain=large7.example&format=ndjson');
  const lines = (ndjson.body as string)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(32);
  expect(lines[0]).toMatchObject({ companyDomain: 'large7.example', source: 'import' });
});

test('rejects a file if no column maps to a contact', async () => {
  const body = { format: 'csv', content: 'Colour,Size\nred,4\n' };
  for (const query of ['?dryRun=true', '']) {
    const { status, body: refused } = await core.request('POST', `/contacts/import${query}`, { body });
    expect(status).toBe(422);
    expect(refused.error).toMatchObject({ field: 'columns', allowedValues: ['Colour', 'Size'] });
  }
});

test('does not recreate contacts erased while the file was queued', async () => {
  const create = async (email: string) => (await core.request('POST', '/contacts', { body: { email } })).body.data.id;
  const [kept, erased, refused] = ['kept', 'erased', 'refused'].map((name) => `${name}@waiting.example`);
  await create(kept!);
  const ids = [await create(erased!), await create(refused!)];
  await core.request('POST', '/suppressions', { body: { value: refused, reason: 'manual' } });
  const { body } = await upload(`email,first name\n${kept},Kim\n${erased},Eva\n${refused},Ron\n`);
  for (const id of ids) await core.request('POST', `/contacts/${id}/erase`, { body: {} });
  await work();
  expect((await get(`/jobs/${body.data.id}`)).data.counts).toMatchObject({ updated: 1, skipped: 2 });
  const results = (await get(`/jobs/${body.data.id}/results`)).data;
  expect(results.map(({ reason }: { reason: string | null }) => reason)).toEqual([null, 'erased', 'erased']);
  const { data } = await get('/contacts?q=waiting.example');
  expect(data.map(({ email }: { email: string }) => email)).toEqual([kept]);
});
