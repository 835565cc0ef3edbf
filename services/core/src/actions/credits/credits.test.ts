import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureCredits } from '../../store/credits/ledger-store.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { actions } from '../index.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

test('get_balance and list_ledger agree on grants and spending', async () => {
  const { key, workspaceId } = await core.addWorkspace({ credits: 50 });
  const reason = {
    operationId: 'op_test',
    actor: { kind: 'user' as const, id: 'usr_1', name: 'Ada' },
    action: 'reveal_people',
    idempotencyKey: 'k-1',
  };
  await inTransaction(() => captureCredits(workspaceId, 3, reason, new Date('2026-11-21T10:00:00Z')));
  const { body: balance } = await core.request('GET', '/credits/balance', { key });
  expect(balance.data).toEqual({ balance: 47, plan: 'trial' });
  const { body: ledger } = await core.request('GET', '/credits/ledger', { key });
  expect(ledger.data).toHaveLength(2);
  expect(ledger.data[0]).toEqual({
    id: expect.stringMatching(/^led_/),
    kind: 'capture',
    amount: -3,
    balanceAfter: 47,
    action: 'reveal_people',
    operationId: 'op_test',
    idempotencyKey: 'k-1',
    actor: { kind: 'user', id: 'usr_1', name: 'Ada' },
    subjectIds: [],
    note: null,
    createdAt: '2026-11-21T10:00:00.000Z',
  });
  const sum = ledger.data.reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
  expect(sum).toBe(balance.data.balance);
});

test('list_ledger filters by kind and repeats no entry across pages', async () => {
  const { key, workspaceId } = await core.addWorkspace({ credits: 50 });
  const actor = { kind: 'system' as const, id: 'test', name: 'test' };
  for (const operationId of ['op_1', 'op_2', 'op_3']) {
    await inTransaction(() => captureCredits(workspaceId, 1, { operationId, actor, action: 'x' }, new Date()));
  }
  const first = await core.request('GET', '/credits/ledger?kind=capture&limit=2', { key });
  const cursor = encodeURIComponent(first.body.page.nextCursor);
  const second = await core.request('GET', `/credits/ledger?kind=capture&limit=2&cursor=${cursor}`, { key });
  const ids = [...first.body.data, ...second.body.data].map(({ operationId }) => operationId);
  expect(ids).toEqual(['op_3', 'op_2', 'op_1']);
  expect(second.body.page.nextCursor).toBeNull();
});

test('list_prices shows every priced action in the registry', async () => {
  const { body } = await core.request('GET', '/credits/prices');
  const priced = actions.filter(({ price }) => price !== undefined).map(({ name }) => name);
  expect(body.data.map(({ action }: { action: string }) => action)).toEqual(priced);
});

test('emits one event each when credits run low and when they run out', async () => {
  const { key, workspaceId } = await core.addWorkspace({ credits: 25 });
  const actor = { kind: 'system' as const, id: 'test', name: 'test' };
  for (const [index, amount] of [2, 8, 5, 10].entries()) {
    const reason = { operationId: `op_low_${index}`, actor, action: 'x' };
    await inTransaction(() => captureCredits(workspaceId, amount, reason, new Date()));
  }
  const { body } = await core.request('GET', '/events?sort=id', { key });
  expect(body.data.map(({ type, data }: { type: string; data: object }) => ({ type, data }))).toEqual([
    { type: 'credits.low', data: { balance: 15 } },
    { type: 'credits.exhausted', data: { balance: 0 } },
  ]);
});
