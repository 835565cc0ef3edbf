import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

test('list_audit shows completed actions with their actor, and rejected requests', async () => {
  const options = { body: { email: 'ada@analytical.example' }, idempotencyKey: 'audit-1' };
  const { body: created } = await core.request('POST', '/contacts', options);
  await core.request('POST', '/contacts', { body: options.body });
  const { body } = await core.request('GET', '/audit?action=create_contact');
  expect(body.data.map(({ result }: { result: string }) => result)).toEqual(['contact_exists', 'ok']);
  expect(body.data[1]).toMatchObject({
    actor: { kind: 'api_key', name: 'test key' },
    via: 'rest',
    effect: 'write',
    credits: 0,
    idempotencyKey: 'audit-1',
    previewId: null,
    subjectIds: expect.arrayContaining([created.data.id]),
  });
  const { body: about } = await core.request('GET', `/audit?subjectId=${created.data.id}`);
  expect(about.data).toHaveLength(1);
  const { body: refused } = await core.request('GET', '/audit?result=contact_exists');
  expect(refused.data).toHaveLength(1);
});

test('list_audit omits reads and dry runs', async () => {
  const { key } = await core.addWorkspace();
  await core.request('GET', '/contacts', { key });
  await core.request('POST', '/contacts?dryRun=true', { key, body: { email: 'dry@analytical.example' } });
  expect((await core.request('GET', '/audit', { key })).body.data).toEqual([]);
});
