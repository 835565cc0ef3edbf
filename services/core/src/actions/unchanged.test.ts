import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestApproved } from '../testing/request-approved.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

test.each([
  ['/contacts', { email: 'ada@unchanged.example', firstName: 'Ada' }],
  ['/companies', { name: 'Engines', domain: 'engines.example' }],
  ['/lists', { name: 'Unchanged', memberType: 'contact', description: 'As it is' }],
  ['/tags', { name: 'unchanged', colour: '#112233' }],
  ['/campaigns', { name: 'Unchanged', goal: 'None', dailyCap: 20 }],
  ['/webhooks', { url: 'https://8.8.8.8/unchanged', description: 'Mine' }],
])('setting %s to its current value reports no change and changes nothing', async (path, body) => {
  const { memberType: _kind, ...same } = body as Record<string, unknown>;
  const created = await requestApproved(core, 'POST', path, { body });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const at = `${path}/${created.body.data.id}`;
  const before = (await core.request('GET', at)).body.data;
  const plan = (await core.request('PATCH', `${at}?dryRun=true`, { body: same })).body;
  expect(plan).toMatchObject({ summary: 'Would change nothing.', data: { effects: [] } });
  const { status, body: done } = await core.request('PATCH', at, { body: same });
  expect([status, done.summary]).toEqual([200, 'Nothing to change.']);
  expect((await core.request('GET', at)).body.data).toEqual(before);
});
