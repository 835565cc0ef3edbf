import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../errors/errors.ts';
import type { Verdict } from '../../../providers/verification/email-verifier.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';
import { runJobOnce } from '../../../worker/jobs/job-runner.ts';

let core: TestCore;
let asked: string[] = [];

const verdicts: Record<string, Verdict['status']> = { good: 'valid', open: 'catch_all', odd: 'unknown' };

const verifier = {
  name: 'fake',
  async verify(email: string): Promise<Verdict> {
    asked.push(email);
    const name = email.replace(/\d*@.*/, '');
    if (name === 'down') throw new AppError('provider_failed', 'The provider is down.');
    return { status: verdicts[name]!, reason: 'fake', provider: 'fake' };
  },
};

beforeAll(async () => {
  core = await startTestCore({ ports: { verifier } });
});
afterAll(() => core.stop());

let count = 0;
async function setUp(names: string[], credits = 10) {
  asked = [];
  const { key } = await core.addWorkspace({ credits });
  const ids: string[] = [];
  for (const name of names) {
    count += 1;
    const { body } = await core.request('POST', '/contacts', {
      key,
      body: { email: `${name}${count}@verify.example` },
    });
    ids.push(body.data.id);
  }
  const balance = async () => (await core.request('GET', '/credits/balance', { key })).body.data.balance;
  return { key, ids, balance };
}

test('stores a result for one credit and reuses it for free', async () => {
  const { key, ids, balance } = await setUp(['open']);
  const path = `/contacts/${ids[0]}/verify-email`;
  const dry = await core.request('POST', `${path}?dryRun=true`, { key, body: {} });
  expect(dry.body).toMatchObject({ cost: { credits: 1 }, data: { effects: [{ op: 'update', id: ids[0] }] } });
  expect(asked).toEqual([]);
  const first = await core.request('POST', path, { key, body: {} });
  expect(first.body).toMatchObject({
    cost: { credits: 1, balance: 9 },
    data: { isFromCache: false, provider: 'fake' },
  });
  expect(first.body.data.contact).toMatchObject({ emailStatus: 'catch_all', emailStatusCheckedAt: expect.any(String) });
  const second = await core.request('POST', path, { key, body: {} });
  expect(second.body).toMatchObject({ cost: { credits: 0, balance: 9 }, data: { isFromCache: true } });
  expect(asked).toHaveLength(1);
  await core.request('POST', path, { key, body: { force: true } });
  expect(asked).toHaveLength(2);
  expect(await balance()).toBe(8);
});

test('charges nothing if the result is unknown or the provider failed', async () => {
  const { key, ids, balance } = await setUp(['odd', 'down']);
  const odd = await core.request('POST', `/contacts/${ids[0]}/verify-email`, { key, body: {} });
  expect(odd.body.data.contact.emailStatus).toBe('unknown');
  const down = await core.request('POST', `/contacts/${ids[1]}/verify-email`, { key, body: {} });
  expect(down.status).toBe(502);
  expect(down.body.error).toMatchObject({ code: 'provider_failed', message: 'The provider is down.' });
  expect(await balance()).toBe(10);
});

test('rejects an unknown contact and a workspace without credits', async () => {
  const { key, ids } = await setUp(['good'], 0);
  const poor = await core.request('POST', `/contacts/${ids[0]}/verify-email`, { key, body: {} });
  expect(poor.status).toBe(402);
  const gone = await core.request('POST', '/contacts/con_01ARZ3NDEKTSV4RRFFQ69G5FAV/verify-email', { key, body: {} });
  expect(gone.status).toBe(404);
});

test('checks many contacts with a job and releases unused credits', async () => {
  const { key, ids, balance } = await setUp(['good', 'open', 'odd', 'down']);
  const started = await core.request('POST', '/contacts/verify-emails', { key, body: { contactIds: ids } });
  expect(started.status).toBe(202);
  expect(started.body.cost).toEqual({ credits: 4, balance: 6 });
  await runJobOnce(core.deps);
  const job = await core.request('GET', `/jobs/${started.body.data.id}`, { key });
  expect(job.body.data).toMatchObject({ state: 'completed', done: 4, counts: { updated: 3, failed: 1 } });
  expect(await balance()).toBe(8);
  const valid = await core.request('GET', '/contacts?emailStatus=valid', { key });
  expect(valid.body.data.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
  const ledger = await core.request('GET', '/credits/ledger', { key });
  expect(ledger.body.data[0]).toMatchObject({ kind: 'refund', amount: 2 });
});

test('releases all held credits if the job is canceled before the start', async () => {
  const { key, balance } = await setUp(['good', 'good']);
  const filter = { createdAfter: '2020-01-01T00:00:00Z' };
  const started = await core.request('POST', '/contacts/verify-emails', { key, body: { filter } });
  expect(await balance()).toBe(8);
  await core.request('POST', `/jobs/${started.body.data.id}/cancel`, { key, body: {} });
  expect(await balance()).toBe(10);
});
