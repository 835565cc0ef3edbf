import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { inTransaction, isDuplicateKey } from '../documents/transaction.ts';
import { listEvents } from '../events/event-store.ts';
import { takeTokens } from '../idempotency/rate-limit-store.ts';
import { clearAside, moveBalance, readBalance, readWholeBalance, setAside } from './balance-store.ts';
import { captureCredits, grantCredits, listLedger, refundCredits, sumLedger } from './ledger-store.ts';
import { beginOperation, closedBalance, finishOperation, newOperationId, releaseIfHeld } from './operation-store.ts';

const core: TestCore = await startTestCore();
afterAll(() => core.stop());

const now = new Date();
const page = { limit: 100, sort: 'id' };
let workspaceId: string;
let other: string;

beforeEach(async () => {
  [workspaceId, other] = [`wsp_${randomUUID()}`, `wsp_${randomUUID()}`];
  for (const id of [workspaceId, other]) await inTransaction(() => grantCredits(id, 100, reasonOf('grant'), now));
});

function reasonOf(operationId: string) {
  return { operationId, actor: { kind: 'system', id: 'test', name: 'test' } as const, action: 'reveal_people' };
}

function spend(amount: number, operationId = newOperationId()): Promise<number> {
  return inTransaction(() => captureCredits(workspaceId, amount, reasonOf(operationId), now));
}

async function entries() {
  const { items } = await listLedger(workspaceId, {}, page);
  return items.map(({ kind, amount, balanceAfter }) => `${kind} ${amount} ${balanceAfter}`).sort();
}

async function eventsOf(id: string): Promise<string[]> {
  const { items } = await listEvents(id, {}, page);
  return items.map(({ type, data }) => `${type} ${(data as { balance: number }).balance}`).sort();
}

test.each([
  [79, []],
  [80, ['credits.low 20']],
  [81, ['credits.low 19']],
  [100, ['credits.exhausted 0']],
])('spending %i of 100 credits emits %j', async (amount, expected) => {
  expect(await spend(amount)).toBe(100 - amount);
  expect([await eventsOf(workspaceId), await eventsOf(other)]).toEqual([expected, []]);
});

test('announces low credits only once, then only that they are exhausted', async () => {
  await spend(80);
  await spend(1);
  await spend(19);
  expect(await eventsOf(workspaceId)).toEqual(['credits.exhausted 0', 'credits.low 20']);
});

test('a balance never drops below zero, and only its own workspace pays', async () => {
  await expect(spend(101)).rejects.toMatchObject({ code: 'insufficient_credits' });
  expect(await moveBalance(workspaceId, -100)).toBe(0);
  await expect(moveBalance(workspaceId, -1)).rejects.toThrow('costs 1 credit and the workspace has 0');
  expect([await readBalance(workspaceId), await readBalance(other)]).toEqual([0, 100]);
  await expect(moveBalance('wsp_unknown', -1)).rejects.toThrow('has 0');
  expect([await readBalance('wsp_unknown'), await closedBalance('wsp_unknown')]).toEqual([0, 0]);
  const aside = { operationId: 'op_1', credits: 100, at: now };
  await expect(setAside(workspaceId, aside)).rejects.toMatchObject({ code: 'insufficient_credits' });
  expect(await setAside(other, aside)).toBe(0);
  await expect(setAside(other, { ...aside, credits: 0 }), 'twice for one operation').rejects.toThrow();
});

test('never holds more than the balance, and releases each hold once', async () => {
  const asides = [60, 30, 20, 10].map((credits, i) => ({ operationId: `op_${i}`, credits, at: now }));
  const left = await Promise.allSettled(asides.map((aside) => setAside(workspaceId, aside)));
  expect(left.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code))).toEqual([
    40,
    10,
    'insufficient_credits',
    0,
  ]);
  const clearings = [clearAside(workspaceId, 'op_0', 60), clearAside(workspaceId, 'op_1', 5)];
  await Promise.all([...clearings, clearAside(workspaceId, 'op_0', 60), clearAside(workspaceId, 'op_2', 20)]);
  expect(await readWholeBalance(workspaceId)).toMatchObject({ balance: 65, asides: [{ operationId: 'op_3' }] });
});

test('writes each kind of entry once per operation, with its amount', async () => {
  const operationId = newOperationId();
  await spend(30, operationId);
  await inTransaction(() => refundCredits(workspaceId, 12, reasonOf(operationId), now));
  const again = await spend(1, operationId).catch(isDuplicateKey);
  expect(again).toBe(true);
  expect(await entries()).toEqual(['capture -30 70', 'grant 100 100', 'refund 12 82']);
  expect([await sumLedger(workspaceId), await readBalance(workspaceId)]).toEqual([82, 82]);
  expect(await sumLedger(other)).toBe(100);
});

test('releases holds in full, captures them in part, and records both', async () => {
  const operationId = newOperationId();
  await beginOperation(workspaceId, 25, reasonOf(operationId), 60_000, now);
  expect([await readBalance(workspaceId), await closedBalance(workspaceId)]).toEqual([75, 75]);
  const finish = (id: string) => inTransaction(() => finishOperation(id, operationId, 10, ['con_1'], now));
  await expect(finish(other), 'by another workspace').rejects.toThrow('given up');
  await releaseIfHeld(other, operationId, now);
  expect(await finish(workspaceId)).toBe(90);
  await expect(finish(workspaceId), 'twice').rejects.toThrow('given up');
  expect(await entries()).toEqual(['capture -10 90', 'grant 100 100', 'hold -25 75', 'release 25 100']);
  const captured = await mongoose.connection.db!.collection('ledger').findOne({ operationId, kind: 'capture' });
  expect(captured).toMatchObject({ subjectIds: ['con_1'], workspaceId, action: 'reveal_people' });
  expect([await readBalance(workspaceId), await closedBalance(workspaceId)]).toEqual([75, 90]);
});

test('charges nothing for undelivered work, and writes no entry for free work', async () => {
  const [empty, free] = [newOperationId(), newOperationId()];
  await beginOperation(workspaceId, 5, reasonOf(empty), 60_000, now);
  await releaseIfHeld(workspaceId, empty, now);
  await releaseIfHeld(workspaceId, empty, now);
  await beginOperation(workspaceId, 0, reasonOf(free), 60_000, now);
  expect(await inTransaction(() => finishOperation(workspaceId, free, 0, [], now))).toBe(100);
  expect(await entries()).toEqual(['grant 100 100', 'hold -5 95', 'release 5 100']);
  expect(await readBalance(workspaceId)).toBe(100);
});

test('a window grants its tokens, rejects the next one, and reports when tokens return', async () => {
  const window = { quota: 4, windowMs: 60_000 };
  const id = randomUUID();
  const first = await takeTokens(id, 3, window);
  expect(first).toMatchObject({ isGranted: true, remaining: 1 });
  expect(first.resetMs).toBe(45_000);
  expect(await takeTokens(id, 2, window)).toMatchObject({ isGranted: false });
  const last = await takeTokens(id, 1, window);
  expect(last).toMatchObject({ isGranted: true, remaining: 0 });
  const refused = await takeTokens(id, 1, window);
  expect(refused).toMatchObject({ isGranted: false, remaining: 0 });
  expect(refused.resetMs).toBeGreaterThan(10_000);
  expect(refused.resetMs).toBeLessThanOrEqual(15_000);
  expect(await takeTokens(randomUUID(), 4, window)).toMatchObject({ isGranted: true, remaining: 0, resetMs: 60_000 });
});

test('lets no request through uncounted when the store fails', async () => {
  const write = vi.spyOn(mongoose.mongo.Collection.prototype, 'findOneAndUpdate');
  write.mockRejectedValueOnce(new Error('the store is gone'));
  await expect(takeTokens(randomUUID(), 1, { quota: 4, windowMs: 60_000 })).rejects.toThrow('the store is gone');
  write.mockRestore();
});
