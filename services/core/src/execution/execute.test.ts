import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { apiPrefix } from '../actions/definition/define-action.ts';
import { digestOf } from '../domain/values/canonical-json.ts';
import { readBalance } from '../store/credits/balance-store.ts';
import { keepAnswer } from '../store/idempotency/idempotency-store.ts';
import { inventAction, inventExecution } from '../testing/invented/execution.ts';
import { startSpending } from '../testing/invented/spending.ts';
import { dryRun } from './dry-run.ts';
import { executeOnce } from './execute-once.ts';

const { core, spender, go, once, entries, refuse, spend, call, inside } = await startSpending();

test.each([
  ['at once', spend],
  ['with a call outside', call],
  ['without one', inside],
] as const)('%s, charges what was used, and never more than the workspace has', async (_, make) => {
  const { body, status, isReplay, subjectIds } = await go(make(4, 3));
  expect(body).toEqual({ ok: true, summary: 'Did it.', data: null, cost: { credits: 30, balance: 70 } });
  expect([status, isReplay, subjectIds]).toEqual([200, false, []]);
  expect(await readBalance(spender.workspaceId)).toBe(70);
  await expect(go(make(8))).rejects.toMatchObject({ code: 'insufficient_credits' });
  expect((await go(make(7))).body).toMatchObject({ cost: { credits: 70, balance: 0 } });
  expect((await go(make(0))).body).toMatchObject({ cost: { credits: 0, balance: 0 } });
  const charged = (await entries()).filter((entry) => entry.startsWith('capture'));
  expect(charged).toEqual(['capture -30', 'capture -70']);
});

test('a free action reports no credits', async () => {
  expect((await go(inventAction({ result: { status: 201, data: { id: 7 } } }))).body).toEqual({
    ok: true,
    summary: 'Did it.',
    data: { id: 7 },
  });
});

test('rejects a plan that differs from the one that was shown', async () => {
  const { data } = await dryRun(spend(2), {}, (await inventExecution(core, spender.workspaceId, spend(2))).context);
  const changed = go(spend(3), { expectedDigest: data.planDigest });
  await expect(changed).rejects.toMatchObject({ code: 'plan_changed', options: { data: { dryRun: true } } });
  await expect(go(spend(2), { expectedDigest: data.planDigest, input: { a: 1 } })).rejects.toThrow(
    'The plan has changed',
  );
  expect((await go(spend(2), { expectedDigest: data.planDigest })).body).toMatchObject({ cost: { balance: 80 } });
});

test('indexes the audit entry by the planned, resulting, and named records', async () => {
  const effects = [
    { op: 'update', type: 'contact', label: 'Ada', id: 'con_1' },
    { op: 'create', type: 'contact', label: 'Ben' },
  ] as const;
  const plan = { effects: [...effects] };
  const own = inventAction({ plan, result: { data: { id: 'con_2' }, subjectIds: ['con_1', 'con_3'] } });
  expect((await go(own)).subjectIds).toEqual(['con_1', 'con_2', 'con_3']);
  expect((await go(inventAction({ plan, result: { data: { id: 5 } } }))).subjectIds).toEqual(['con_1']);
});

test('an action that spends or sends must declare it', async () => {
  await expect(go(inventAction({ plan: { recipients: 1 } }))).rejects.toThrow('has to say that it spends or sends');
  await expect(go(inventAction({ price: 1, plan: { units: 1 } }))).rejects.toThrow('has to say');
  expect((await go(inventAction({ price: 1, plan: { units: 0, recipients: 0 } }))).status).toBe(200);
  expect((await go(inventAction({ effect: 'send', plan: { recipients: 1 } }))).status).toBe(200);
});

test.each([
  ['at once', spend],
  ['with a call outside', call],
  ['without one', inside],
] as const)('%s, executes a key once and keeps its response byte for byte', async (_, make) => {
  const first = await once(make(1), 'one');
  const second = await once(make(1), 'one');
  expect([first.isReplay, second.isReplay]).toEqual([false, true]);
  expect([second.body, second.status]).toEqual([first.body, first.status]);
  await expect(once(make(1), 'one', { other: 1 })).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  await once(make(1), 'two');
  expect(await readBalance(spender.workspaceId)).toBe(80);
});

test.each([
  ['at once', { ...spend(1), run: refuse }],
  ['with a call outside', { ...spend(1), perform: refuse }],
  ['without one', { ...inside(1), perform: refuse }],
])('%s, a rejected request leaves the key free', async (_, action) => {
  for (const _again of [1, 2]) await expect(once(action, 'one')).rejects.toMatchObject({ code: 'provider_failed' });
  expect([spender.calls, await readBalance(spender.workspaceId)]).toEqual([2, 100]);
});

test('rejects the same request while its key is in progress, and a different request with that key', async () => {
  const given = [{}, {}, { other: 1 }].map((input) => inventExecution(core, spender.workspaceId, call(1), { input }));
  const executions = await Promise.all(given);
  const asked = await Promise.allSettled(executions.map((execution) => executeOnce(execution, 'one')));
  const codes = asked.map((each) => (each.status === 'rejected' ? each.reason.code : 'done'));
  expect(codes).toEqual(['done', 'idempotency_in_progress', 'idempotency_key_reused']);
  expect(spender.calls).toBe(1);
});

test('keys of different workspaces are independent', async () => {
  await once(spend(1), 'one');
  ({ workspaceId: spender.workspaceId } = await core.addWorkspace({ credits: 50 }));
  expect((await once(spend(1), 'one')).isReplay).toBe(false);
});

test('finds a response that an earlier release stored under a key, by method, path, and input', async () => {
  const action = spend(1);
  const input = { a: 1 };
  const key = randomUUID();
  const fingerprint = digestOf({ method: 'post', path: `${apiPrefix}/invented`, input });
  const answer = { status: 201, body: '{"ok":true}', subjectIds: [] };
  await keepAnswer({ workspaceId: spender.workspaceId, action: action.name, key }, fingerprint, answer, new Date());
  expect(await once(action, key, input)).toMatchObject({ status: 201, body: '{"ok":true}', isReplay: true });
});
