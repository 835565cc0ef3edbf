import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { runJobOnce } from '../../worker/jobs/job-runner.ts';

let core: TestCore;
let count = 0;
let firm: string;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());
beforeEach(() => {
  count += 1;
  firm = `firm${count}.example`;
});

async function work() {
  while (await runJobOnce(core.deps)) {}
}
async function finished(id: string) {
  await work();
  return (await core.request('GET', `/jobs/${id}`)).body.data;
}
async function link(body: object = { mediaType: 'text/csv' }) {
  const { data } = (await core.request('POST', '/uploads', { body })).body;
  // The link names the address of the installation, which a test does not serve.
  return { ...data, url: `${core.url}${new URL(data.url).pathname}` } as { id: string; url: string; maxBytes: number };
}
async function put(url: string, body: string) {
  const response = await fetch(url, { method: 'PUT', body });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back.
  return { status: response.status, body: (await response.json()) as any };
}
async function sent(text: string): Promise<string> {
  const { id, url } = await link();
  expect((await put(url, text)).status).toBe(201);
  return id;
}
async function importFile(text: string, options: object = {}) {
  const uploadId = await sent(text);
  const { body } = await core.request('POST', '/contacts/import', { body: { uploadId, ...options } });
  return finished(body.data.id);
}
function rowsOf(jobId: string, query = '') {
  return core.request('GET', `/jobs/${jobId}/rows${query}`).then(({ body }) => body.data);
}
function fix(jobId: string, rule: object, query = '') {
  return core.request('POST', `/jobs/${jobId}/rows/fix${query}`, { body: { rule } });
}
function damaged() {
  return `Name,Email,City\nAda Lovelace,ada(at)${firm},London\nBo Ek,bo(at)${firm},Lund\nCy Dee,cy@${firm},Oslo\n`;
}

test('takes a file by link without a key, once, and imports it more than once', async () => {
  const { id, url, maxBytes } = await link({ fileName: 'people.csv', mediaType: 'text/csv' });
  expect(maxBytes).toBe(268_435_456);
  const early = await core.request('POST', '/contacts/import?dryRun=true', { body: { uploadId: id } });
  expect([early.status, early.body.error.field]).toEqual([404, 'uploadId']);
  expect((await put(url, damaged())).body.data).toMatchObject({ id, lines: 4 });
  expect((await put(url, 'Email\nother@firm.example\n')).status).toBe(409);
  const dry = await core.request('POST', '/contacts/import?dryRun=true', { body: { uploadId: id } });
  expect(dry.body.data.preview.counts).toMatchObject({ created: 1, failed: 2 });
  const check = await core.request('POST', '/contacts/import', { body: { uploadId: id, validateOnly: true } });
  expect(await finished(check.body.data.id)).toMatchObject({ counts: { created: 1, failed: 2 } });
  const { body } = await core.request('POST', '/contacts/import', { body: { uploadId: id } });
  expect(await finished(body.data.id)).toMatchObject({ counts: { created: 1, failed: 2 } });
});

test('rejects unknown and old links, files of other workspaces, and two files in one request', async () => {
  const { url } = await link();
  expect((await put(`${url}x`, 'Email\n')).status).toBe(404);
  const old = await link();
  const [isNow, hourMs] = [core.deps.now, 3_600_000];
  core.deps.now = () => new Date(isNow().getTime() + hourMs);
  expect((await put(old.url, 'Email\n')).status).toBe(404);
  core.deps.now = isNow;
  const uploadId = await sent(damaged());
  const { key } = await core.addWorkspace();
  const foreign = await core.request('POST', '/contacts/import', { key, body: { uploadId } });
  expect(foreign.status).toBe(404);
  const both = await core.request('POST', '/contacts/import', { body: { uploadId, content: 'Email\n' } });
  expect([both.status, both.body.error.field]).toEqual([422, 'content']);
});

test('the command that sends the file carries out nothing in its name', async () => {
  const body = { fileName: "it's $(id).csv", mediaType: 'text/csv' };
  const { body: answer } = await core.request('POST', '/uploads', { body });
  expect(answer.summary).toContain(`curl -T 'it'\\''s $(id).csv' "`);
});

test('stores at most 20 files by link', async () => {
  const { workspaceId, key } = await core.addWorkspace();
  const { body } = await core.request('POST', '/uploads', { key, body: { mediaType: 'text/csv' } });
  const files = Array.from({ length: 20 }, (_, i) => ({ _id: `upl_${firm}_${i}`, workspaceId, isLinked: true }));
  await mongoose.connection.db!.collection<{ _id: string }>('uploads').insertMany(files);
  const more = await core.request('POST', '/uploads', { key, body: { mediaType: 'text/csv' } });
  expect([more.status, more.body.error.code]).toEqual([409, 'limit_reached']);
  const late = await put(`${core.url}${new URL(body.data.url).pathname}`, 'Email\n');
  expect(late.body.error.code).toBe('limit_reached');
});

test('deletes a file that came by link a day after its job', async () => {
  const uploadId = await sent(damaged());
  const stored = () =>
    mongoose.connection.db!.collection<{ _id: string; expiresAt?: Date }>('uploads').findOne({ _id: uploadId });
  expect((await stored())?.expiresAt).toBeInstanceOf(Date);
  const { body } = await core.request('POST', '/contacts/import', { body: { uploadId } });
  expect((await stored())?.expiresAt).toBeUndefined();
  await finished(body.data.id);
  const left = (await stored())!.expiresAt!.getTime() - core.deps.now().getTime();
  expect(Math.round(left / 3_600_000)).toBe(24);
});

test('a rule corrects the failed rows and imports them with the options of the import', async () => {
  const job = await importFile(damaged(), { declaredBasis: 'consent', tags: ['fair'] });
  const rows = await rowsOf(job.id);
  expect(rows).toMatchObject([
    { item: 1, state: 'failed', field: 'email', cells: [{ column: 'Name', text: 'Ada Lovelace' }, {}, {}] },
    { item: 2 },
  ]);
  const rule = { column: 'Email', from: '(at)', to: '@' };
  const dry = await fix(job.id, rule, '?dryRun=true');
  expect(dry.body.summary).toBe('Would correct 2 of 2 failed rows: 2 created.');
  const { body, status } = await fix(job.id, rule);
  expect(status).toBe(202);
  expect(await finished(body.data.id)).toMatchObject({ kind: 'fix_job_rows', counts: { created: 2, failed: 0 } });
  const { body: found } = await core.request('GET', `/contacts?q=ada@${firm}`);
  expect(found.data).toMatchObject([{ fullName: 'Ada Lovelace', declaredBasis: 'consent', tags: ['fair'] }]);
  expect(await rowsOf(job.id)).toEqual([]);
  expect(await rowsOf(job.id, '?state=fixed')).toHaveLength(2);
  const again = await fix(job.id, rule);
  expect([again.status, again.body.error.message]).toEqual([422, 'No failed row is left.']);
});

test('a row that still fails keeps the correction, and an empty "from" fills empty cells', async () => {
  const job = await importFile(`Name,Email\nAda,ada(at)${firm},\nBo,\nCy,cy@${firm}\n`);
  const none = await fix(job.id, { column: 'Mail', from: 'x', to: 'y' });
  expect([none.status, none.body.error.allowedValues]).toEqual([422, expect.arrayContaining(['Email'])]);
  const first = await fix(job.id, { column: 'Email', from: `(at)${firm}`, to: '@@' });
  await finished(first.body.data.id);
  expect((await rowsOf(job.id))[0].cells).toContainEqual({ column: 'Email', text: 'ada@@' });
  const second = await fix(job.id, { column: 'Email', from: '@@', to: `@${firm}` });
  expect(await finished(second.body.data.id)).toMatchObject({ counts: { created: 1 } });
  const filled = await fix(job.id, { column: 'Email', from: '', to: `bo@${firm}` });
  expect(await finished(filled.body.data.id)).toMatchObject({ counts: { created: 1 } });
});

test('a guessed ID column stays a guess when rows are corrected', async () => {
  const one = await importFile(`ID,Name,Email\nx${count},Ada Ek,ada@${firm}\n`);
  expect(one.counts.created).toBe(1);
  const two = await importFile(`ID,Name,Email\nx${count},Bo Dee,bo(at)${firm}\ny${count},Cy Ek,cy@${firm}\n`);
  const { body } = await fix(two.id, { column: 'Email', from: '(at)', to: '@' });
  await finished(body.data.id);
  const { body: ada } = await core.request('GET', `/contacts?q=ada@${firm}`);
  expect(ada.data).toMatchObject([{ fullName: 'Ada Ek', email: `ada@${firm}` }]);
});

test('only imports have rows, and a running one is not corrected', async () => {
  const { body: other } = await core.request('POST', '/contacts/exports', { body: {} });
  const rows = await core.request('GET', `/jobs/${other.data.id}/rows`);
  expect([rows.status, rows.body.error.code]).toEqual([409, 'invalid_state']);
  await work();
  const uploadId = await sent(damaged());
  const { body } = await core.request('POST', '/contacts/import', { body: { uploadId } });
  const early = await fix(body.data.id, { column: 'Email', from: 'x', to: 'y' });
  expect([early.status, early.body.error.code]).toEqual([409, 'invalid_state']);
  await work();
});

test('erasing a person deletes their rows, and a correction does not bring them back', async () => {
  const file = `Name,Email,City\nDee,dee@${firm},${'x'.repeat(20_001)}\n`;
  const { body } = await core.request('POST', '/contacts', { body: { email: `dee@${firm}`, firstName: 'Dee' } });
  const job = await importFile(file);
  expect(await rowsOf(job.id)).toHaveLength(1);
  const { body: own } = await core.request('GET', `/contacts/${body.data.id}/data`);
  expect(own.data.importRows).toHaveLength(1);
  await core.request('POST', `/contacts/${body.data.id}/erase`, { body: {} });
  expect(await rowsOf(job.id)).toEqual([]);
});
