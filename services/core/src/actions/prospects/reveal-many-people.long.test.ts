import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDirectory } from '../../providers/prospects/directory/directory.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { runJobOnce } from '../../worker/jobs/job-runner.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

function idsWith(status: string | null, count: number) {
  return openDirectory()
    .people.filter(({ emailStatus }) => emailStatus === status)
    .slice(0, count)
    .map(({ id }) => id);
}

test('reveals many people into a list with a job, and releases unused credits', async () => {
  const { key } = await core.addWorkspace({ credits: 200 });
  const balance = async () => (await core.request('GET', '/credits/balance', { key })).body.data.balance;
  const list = (await core.request('POST', '/lists', { key, body: { name: 'Many' } })).body.data;
  const ids = [...idsWith('valid', 110), ...idsWith('unknown', 5), ...idsWith(null, 5)];
  const body = { ids, listId: list.id };
  const dry = await core.request('POST', '/search/people/reveal-many?dryRun=true', { key, body });
  expect(dry.body).toMatchObject({ cost: { credits: 110, balance: 200 }, data: { skipped: expect.any(Array) } });
  const started = await core.request('POST', '/search/people/reveal-many', { key, body });
  expect(started.status).toBe(202);
  expect(await balance()).toBe(90);

  // Reveal one person separately before the job reaches them.
  await core.request('POST', '/search/people/reveal', { key, body: { ids: ids.slice(0, 1) } });
  await runJobOnce(core.deps);
  const job = (await core.request('GET', `/jobs/${started.body.data.id}`, { key })).body.data;
  expect(job).toMatchObject({ state: 'completed', done: 120, counts: { created: 114, unchanged: 1, skipped: 5 } });
  expect(await balance()).toBe(90);
  expect((await core.request('GET', `/lists/${list.id}`, { key })).body.data.memberCount).toBe(115);
});

test('rejects a reveal over the balance, and more than 5,000 people', async () => {
  const { key } = await core.addWorkspace({ credits: 5 });
  const poor = await core.request('POST', '/search/people/reveal-many', { key, body: { ids: idsWith('valid', 6) } });
  expect(poor.status).toBe(402);
  const many = Array.from({ length: 5001 }, (_, index) => `prs_dir_${index}-1`);
  expect((await core.request('POST', '/search/people/reveal-many', { key, body: { ids: many } })).status).toBe(422);
});
