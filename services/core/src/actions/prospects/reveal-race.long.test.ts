import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../store/credits/balance-store.ts';
import { sumLedger } from '../../store/credits/ledger-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

test('50 concurrent reveals with a balance of 20 complete exactly 20 and leave 0', async () => {
  const { workspaceId, key } = await core.addWorkspace({ credits: 20 });
  const found = await core.request('POST', '/search/people', { key, body: { emailStatuses: ['valid'], limit: 50 } });
  const ids: string[] = found.body.data.people.map((person: { id: string }) => person.id);
  expect(ids).toHaveLength(50);
  const reveal = async (id: string) => {
    for (;;) {
      const reply = await core.request('POST', '/search/people/reveal', {
        key,
        idempotencyKey: id,
        body: { ids: [id] },
      });
      if (!reply.body.error?.retryable) return reply;
    }
  };
  const replies = await Promise.all(ids.map(reveal));
  expect(replies.filter(({ status }) => status < 300)).toHaveLength(20);
  expect(replies.filter(({ body }) => body.error?.code === 'insufficient_credits')).toHaveLength(30);
  const { body } = await core.request('GET', '/contacts?limit=100', { key });
  expect(body.data).toHaveLength(20);
  expect(await readBalance(workspaceId)).toBe(0);
  expect(await sumLedger(workspaceId)).toBe(0);
});
