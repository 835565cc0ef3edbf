import mongoose from 'mongoose';
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
async function finished(jobId: string) {
  while (await runJobOnce(core.deps)) {}
  return (await send('GET', `/jobs/${jobId}`)).data;
}
function countOf(collection: string) {
  return mongoose.connection.db!.collection(collection).countDocuments();
}
async function counts() {
  const [contacts, companies, tags] = [await countOf('contacts'), await countOf('companies'), await countOf('tags')];
  return { contacts, companies, tags };
}
function effectCounts(effects: { op: string; type: string; changes?: { count?: number } }[]) {
  const of = (op: string, type: string) =>
    effects
      .filter((effect) => effect.op === op && effect.type === type)
      .reduce((sum, { changes }) => sum + (changes?.count ?? 1), 0);
  return { contacts: of('create', 'contact'), companies: of('create', 'company'), tags: of('create', 'tag') };
}

const header = 'email,externalId,firstName,companyDomain,title,tags';
function row(index: number, title = '') {
  return `row${index}@plan.example,ext-${index},Person ${index},plan${index % 7}.example,${title},${index % 400 === 0 ? 'rare' : ''}`;
}
/** Returns more than two batches of rows, including broken rows and repeats within and across batches. */
function rows() {
  const lines = Array.from({ length: 1_100 }, (_, index) => row(index));
  lines[3] = row(2);
  lines[10] = 'not an address,,Broken,,,';
  lines[700] = row(5);
  lines[701] = row(6, 'CTO');
  // Matched by external ID: one row has another contact's address, the other a new address.
  lines[702] = 'row8@plan.example,ext-7,,,,';
  lines[703] = 'moved@plan.example,ext-9,,,,';
  lines[1_050] = 'row9@plan.example,,Another nine,,,';
  lines[1_060] = 'suppressed@plan.example,,Quiet,,,';
  return [header, ...lines].join('\n');
}

test.each(['update', 'fill_missing', 'skip'])(
  'the dry run of an import matches its execution exactly (%s)',
  async (onExisting) => {
    const stored = [
      { email: 'row20@plan.example', title: 'Old' },
      { email: 'stored@plan.example', externalId: 'ext-21' },
    ];
    await send('POST', '/contacts/bulk', { contacts: stored });
    await send('POST', '/suppressions', { value: 'suppressed@plan.example' });
    const list = (await send('POST', '/lists', { name: `Imported, ${onExisting}` })).data;
    const input = { content: rows(), onExisting, tags: ['fair', onExisting], listId: list.id };
    const dry = (await send('POST', '/contacts/import?dryRun=true', input)).data;
    const before = await counts();
    const started = await send('POST', '/contacts/import', input);
    const job = await finished(started.data.id);
    expect(job.counts).toEqual(dry.preview.counts);
    const made = await counts();
    const grown = Object.fromEntries(Object.entries(made).map(([name, n]) => [name, n - before[name as 'tags']]));
    expect(effectCounts(dry.effects)).toEqual(grown);
    const members = (await send('GET', `/lists/${list.id}`)).data.memberCount;
    const joined = dry.effects.find(({ type }: { type: string }) => type === 'list');
    expect(joined?.changes.membersAdded ?? 0).toBe(members);
    const failed = (await send('GET', `/jobs/${job.id}/results?outcome=failed&limit=100`)).data;
    // The preview has the first ten problems of each kind.
    const reasons = failed.map((one: { item: number; reason: string }) => `${one.item} ${one.reason}`);
    for (const { row, code } of dry.preview.problems) expect(reasons).toContain(`${row} ${code}`);
    expect(dry.preview.problems.length > 0).toBe(failed.length > 0);
    const { unchanged, skipped } = job.counts;
    expect(dry.skippedCount).toBe(unchanged + skipped + failed.length);
    expect(dry.summary).toContain(`${failed.length} failed`);
  },
);

test('plans imports over 10,000 rows with a job and stores nothing', async () => {
  const lines = Array.from({ length: 10_400 }, (_, index) => `many${index % 10_300}@job.example`);
  const content = ['email', ...lines].join('\n');
  const dry = (await send('POST', '/contacts/import?dryRun=true', { content })).data;
  expect(dry.warnings.join()).toContain('validateOnly');
  expect(dry.preview.counts).toBeUndefined();
  const before = await counts();
  const check = { content, validateOnly: true };
  const planned = (await send('POST', '/contacts/import?dryRun=true', check)).data;
  expect(planned.effects).toMatchObject([{ op: 'start', label: 'Check of an import of 10400 contacts' }]);
  const started = await send('POST', '/contacts/import', check);
  const job = await finished(started.data.id);
  expect(job).toMatchObject({ kind: 'validate_import', state: 'completed', done: 10_400 });
  expect(job.counts).toMatchObject({ created: 10_300, unchanged: 100 });
  expect(await counts()).toEqual(before);
  const results = (await send('GET', `/jobs/${job.id}/results?outcome=unchanged&limit=1`)).data;
  expect(results[0]).toMatchObject({ item: 10_301 });
});
