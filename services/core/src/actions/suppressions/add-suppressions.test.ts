import { afterAll, beforeAll, expect, test } from 'vitest';
import { addContact, launchCampaign, messagesOf } from '../../testing/campaign-setup.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { runJobOnce } from '../../worker/jobs/job-runner.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core?.stop());

async function add(body: object, headers = {}) {
  return core.request('POST', '/suppressions/bulk', { body, headers });
}
async function isSuppressed(value: string, key?: string) {
  return (await core.request('GET', `/suppressions/check?value=${value}`, { key })).body.data.isSuppressed;
}
async function contact(id: string) {
  return (await core.request('GET', `/contacts/${id}`)).body.data;
}

test('adds what is new, names what is not, and does so once for a repeated key', async () => {
  await core.request('POST', '/suppressions', { body: { value: 'old@one.example' } });
  const values = ['new@one.example', 'NEW@one.example', 'old@one.example', 'two.example', 'not an address'];
  const dry = (await core.request('POST', '/suppressions/bulk?dryRun=true', { body: { values } })).body.data;
  expect([dry.effects.length, dry.skippedCount]).toEqual([2, 3]);
  const headers = { 'idempotency-key': 'bulk-once' };
  const { status, body } = await add({ values, reason: 'import', note: 'From the CRM' }, headers);
  expect((await add({ values, reason: 'import', note: 'From the CRM' }, headers)).body).toEqual(body);
  expect([status, body.data.jobId]).toEqual([200, null]);
  expect(body.data.counts).toMatchObject({ created: 2, skipped: 2, failed: 1 });
  expect(body.data.results.map(({ item, reason }: { item: number; reason: string }) => [item, reason])).toEqual([
    [2, 'duplicate'],
    [3, 'already_suppressed'],
    [5, 'invalid'],
  ]);
  expect(await isSuppressed('ada@mail.two.example')).toBe(true);
  const { key } = await core.addWorkspace();
  expect(await isSuppressed('new@one.example', key)).toBe(false);
  const events = (await core.request('GET', '/events?type=suppression.added')).body.data;
  expect(events.map(({ data }: { data: { value: string } }) => data.value).toSorted()).toEqual([
    'new@one.example',
    'old@one.example',
    'two.example',
  ]);
});

test('an opt-out makes a manual entry permanent', async () => {
  await add({ values: ['maybe@three.example'] });
  const { body } = await add({ values: ['maybe@three.example'], reason: 'unsubscribe' });
  expect(body.data.counts).toMatchObject({ created: 0, updated: 1 });
  const { suppressionId } = body.data.results[0];
  const removal = await core.request('DELETE', `/suppressions/${suppressionId}`);
  expect(removal.body.error.code).toBe('legal_block');
});

test('changes stored contacts, enrollments, and messages, like add_suppression', async () => {
  const { campaignId } = await launchCampaign(core, 2);
  const [first] = await messagesOf(core, campaignId);
  const values = [first.to, 'stranger@four.example'];
  const dry = (await core.request('POST', '/suppressions/bulk?dryRun=true', { body: { values } })).body.data;
  expect(dry.effects.map(({ op, type }: { op: string; type: string }) => `${op} ${type}`)).toEqual(
    expect.arrayContaining(['create suppression', 'update contact', 'stop enrollment', 'cancel message']),
  );
  await add({ values });
  expect(await contact(first.contactId)).toMatchObject({ doNotContact: true, stage: 'do_not_contact' });
  const messages = await messagesOf(core, campaignId);
  const own = messages.filter(({ contactId }: { contactId: string }) => contactId === first.contactId);
  expect(new Set(own.map(({ state }: { state: string }) => state))).toEqual(new Set(['cancelled']));
  expect(messages.length).toBeGreaterThan(own.length);
});

test('leaves many contacts to a job, but suppresses their addresses immediately', async () => {
  const hit = await addContact(core, { email: 'ada@d7.example' });
  const spared = await addContact(core, { email: 'ada@elsewhere.example' });
  const { status, body } = await add({ values: Array.from({ length: 11 }, (_, index) => `d${index}.example`) });
  expect([status, body.data.counts.created]).toEqual([202, 11]);
  expect([await isSuppressed('ada@d7.example'), (await contact(hit)).doNotContact]).toEqual([true, false]);
  while (await runJobOnce(core.deps)) {}
  const { data: job } = (await core.request('GET', `/jobs/${body.data.jobId}`)).body;
  expect(job).toMatchObject({ kind: 'apply_suppressions', state: 'completed' });
  expect(await contact(hit)).toMatchObject({ doNotContact: true, stage: 'do_not_contact' });
  expect((await contact(spared)).doNotContact).toBe(false);
});

test.each([[{ values: [] }], [{ values: Array.from({ length: 10_001 }, (_, index) => `d${index}.example`) }], [{}]])(
  'rejects a request without values, or with too many',
  async (body) => {
    const { status, body: refused } = await add(body);
    expect([status, refused.error.code]).toEqual([422, 'validation_failed']);
    expect(refused.error.field).toBe('values');
  },
);
