import mongoose from 'mongoose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { runJobOnce } from '../../../worker/jobs/job-runner.ts';

/** More than one batch of the job. */
const people = 600;

let core: TestCore;
beforeEach(async () => {
  core = await startTestCore();
  const contacts = Array.from({ length: people }, (_, index) => ({
    email: `person${index}@export.example`,
    firstName: `=Person${index}`,
  }));
  await core.request('POST', '/contacts/bulk', { body: { contacts } });
});
afterEach(() => core.stop());

function start(body: object = {}) {
  return core.request('POST', '/contacts/exports', { body });
}
/** Runs the shortest possible turn, so that any worker can resume each batch. */
function oneBatch() {
  return runJobOnce(core.deps, { turnMs: -1 });
}
async function finish() {
  while (await oneBatch()) {}
}
function download(jobId: string) {
  return core.request('GET', `/contacts/exports/${jobId}/file`);
}
function piecesKept() {
  return mongoose.connection.db!.collection('upload_chunks').countDocuments();
}

test('the dry run shows the number of contacts, and whether none match', async () => {
  const dry = await core.request('POST', '/contacts/exports?dryRun=true', { body: {} });
  expect(dry.body.data.effects).toMatchObject([{ op: 'start', type: 'job', label: `Export ${people} contacts` }]);
  const none = await start({ filter: { q: 'nobody' } });
  expect(none.status).toBe(422);
  expect(none.body.error.message).toBe('No contact matches the filter.');
});

test('writes each contact once across several workers, and allows repeated downloads', async () => {
  const { status, body } = await start();
  expect(status).toBe(202);
  const early = await download(body.data.id);
  expect(early.body.error).toMatchObject({ code: 'invalid_state', message: expect.stringContaining('queued') });
  await finish();
  const job = (await core.request('GET', `/jobs/${body.data.id}`)).body.data;
  expect(job).toMatchObject({ kind: 'export_contacts', state: 'completed', done: people, total: people });
  const file = await download(body.data.id);
  const lines = (file.body as string).trim().split('\r\n');
  expect(lines[0]).toMatch(/^id,email,/);
  expect(new Set(lines.slice(1).map((line) => line.split(',')[1])).size).toBe(people);
  expect(lines).toHaveLength(people + 1);
  expect(lines[1]).toContain(",'=Person");
  expect(file.headers.get('content-disposition')).toContain('contacts.csv');
  expect((await download(body.data.id)).body).toBe(file.body);
});

test('writes the filtered contacts as NDJSON with all fields', async () => {
  const { body } = await start({ filter: { q: 'person7' }, format: 'ndjson' });
  await finish();
  const text = (await download(body.data.id)).body as string;
  const emails = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).email as string);
  expect(emails.length).toBe(body.data.total);
  expect(emails.every((email) => email.startsWith('person7'))).toBe(true);
});

test('leaves no data behind if canceled partway', async () => {
  const { body } = await start();
  await oneBatch();
  expect(await piecesKept()).toBe(1);
  await core.request('POST', `/jobs/${body.data.id}/cancel`);
  await finish();
  expect((await core.request('GET', `/jobs/${body.data.id}`)).body.data).toMatchObject({ state: 'cancelled' });
  expect(await piecesKept()).toBe(0);
  expect((await download(body.data.id)).body.error.code).toBe('invalid_state');
});

test('an erasure removes finished files and ends a running export', async () => {
  const finished = (await start()).body.data.id;
  await finish();
  const running = (await start()).body.data.id;
  await oneBatch();
  const [{ id }] = (await core.request('GET', '/contacts?limit=1')).body.data;
  await core.request('POST', `/contacts/${id}/erase`);
  expect(await piecesKept()).toBe(0);
  await finish();
  expect(await piecesKept()).toBe(0);
  const gone = await download(finished);
  expect(gone.status).toBe(410);
  expect(gone.body.error).toMatchObject({ code: 'expired', message: expect.stringContaining('Start a new export') });
  expect((await core.request('GET', `/jobs/${running}`)).body.data.state).toBe('cancelled');
});

test('does not return a file for other kinds of jobs', async () => {
  const [{ id }] = (await core.request('GET', '/contacts?limit=1')).body.data;
  const { body } = await core.request('POST', '/contacts/verify-emails', { body: { contactIds: [id] } });
  expect((await download(body.data.id)).body.error.code).toBe('not_found');
});
