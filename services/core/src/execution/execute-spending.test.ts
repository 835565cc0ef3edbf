import { expect, test } from 'vitest';
import { apiPrefix } from '../actions/definition/define-action.ts';
import { digestOf } from '../domain/values/canonical-json.ts';
import { readUsage } from '../store/approvals/connection-usage-store.ts';
import { readBalance } from '../store/credits/balance-store.ts';
import { newOperationId, recordSpent, setCreditsAside } from '../store/credits/operation-store.ts';
import { inTransaction } from '../store/documents/transaction.ts';
import { recordId } from '../store/idempotency/idempotency-record.ts';
import { keepAnswer } from '../store/idempotency/idempotency-store.ts';
import { inventAction } from '../testing/invented/execution.ts';
import { startSpending } from '../testing/invented/spending.ts';

const { spender, go, once, entries, refuse, spend, call, inside } = await startSpending();

test('an empty delivery costs nothing', async () => {
  await go(spend(4, 0));
  expect(await entries()).toEqual([]);
  await go(call(4, 0));
  expect([await readBalance(spender.workspaceId), await entries()]).toEqual([100, ['hold -40', 'release 40']]);
  await go(inside(4, 0));
  expect([await readBalance(spender.workspaceId), await entries()]).toEqual([100, ['hold -40', 'release 40']]);
});

test('a failed call releases its hold and counts, and returns the reason', async () => {
  const connection = { id: 'key_1', limits: { credits: 50, recipients: 0 }, runsAtOnce: false };
  const now = new Date('2036-05-01T08:00:00Z');
  const given = { connection, now: () => now };
  await expect(go({ ...spend(4), perform: refuse }, given)).rejects.toMatchObject({ code: 'provider_failed' });
  expect([await readBalance(spender.workspaceId), await readUsage(spender.workspaceId, 'key_1', now)]).toEqual([
    100,
    { credits: 0, recipients: 0 },
  ]);
  await go(call(4), given);
  expect((await readUsage(spender.workspaceId, 'key_1', now)).credits).toBe(40);
  await expect(go(call(2), given)).rejects.toThrow('of which 40 are used today');
  expect([spender.calls, await readBalance(spender.workspaceId)]).toEqual([2, 60]);
});

test("a workspace's spending transactions run one at a time", async () => {
  let [running, most] = [0, 0];
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await readBalance(spender.workspaceId);
    running -= 1;
  };
  const action = inventAction({ effect: 'spend', price: 10, plan: { units: 1 }, run });
  await Promise.all([1, 2, 3].map(() => go(action)));
  expect([most, await readBalance(spender.workspaceId)]).toEqual([1, 70]);
});

test('returns the response that another instance has stored in the meantime, and spends nothing', async () => {
  const input = { a: 1 };
  const fingerprint = digestOf({ method: 'post', path: `${apiPrefix}/invented`, input });
  const answer = { status: 200, body: '{"ok":true}', subjectIds: [] };
  const action = inside(4);
  const meanwhile = () =>
    keepAnswer({ workspaceId: spender.workspaceId, action: action.name, key: 'one' }, fingerprint, answer, new Date());
  expect(await once({ ...action, perform: meanwhile }, 'one', input)).toMatchObject({ ...answer, isReplay: true });
  expect([await readBalance(spender.workspaceId), await entries()]).toEqual([100, []]);
});

test('a request without a call that is rejected at its end releases its hold', async () => {
  await expect(once({ ...inside(4), run: refuse }, 'one')).rejects.toMatchObject({ code: 'provider_failed' });
  expect((await once(inside(4), 'one')).isReplay).toBe(false);
  expect([await readBalance(spender.workspaceId), await entries()]).toEqual([60, ['capture -40']]);
});

test("retrying a killed request's key releases its hold, which can no longer be captured", async () => {
  const action = inside(4);
  const killed = newOperationId();
  const left = await setCreditsAside(
    spender.workspaceId,
    killed,
    90,
    recordId({ workspaceId: spender.workspaceId, action: action.name, key: 'one' }),
  );
  await once(action, 'one');
  expect([await readBalance(spender.workspaceId), await entries()]).toEqual([60, ['capture -40']]);
  const reason = {
    operationId: killed,
    actor: { kind: 'system', id: 'late', name: 'late' } as const,
    action: action.name,
  };
  const late = () => recordSpent(spender.workspaceId, { aside: 90, captured: 90, left }, reason, new Date());
  await expect(inTransaction(late)).rejects.toThrow('duplicate key');
  expect([await readBalance(spender.workspaceId), await entries()]).toEqual([60, ['capture -40']]);
});

test('requests without a call spend concurrently, up to the last credit', async () => {
  const spent = await Promise.allSettled(Array.from({ length: 12 }, () => go(inside(1))));
  const balances = spent.flatMap((each) => (each.status === 'fulfilled' ? [balanceIn(each.value.body)] : []));
  expect(balances.sort((a, b) => a - b)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
  expect(await readBalance(spender.workspaceId)).toBe(0);
});

function balanceIn(body: Awaited<ReturnType<typeof go>>['body']): number {
  return (body as { cost: { balance: number } }).cost.balance;
}
