import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type AnyWriteAction, apiPrefix } from '../actions/define-action.ts';
import { digestOf } from '../domain/canonical-json.ts';
import { AppError } from '../errors.ts';
import { readBalance } from '../store/requests/balance-store.ts';
import { keepAnswer } from '../store/requests/idempotency-store.ts';
import { listLedger } from '../store/requests/ledger-store.ts';
import { inventAction, inventExecution } from '../testing/invented-execution.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { noKeeper } from './answer.ts';
import { dryRun } from './carry-out.ts';
import { execute } from './execute.ts';
import { executeOnce } from './execute-once.ts';

const core: TestCore = await startTestCore();
afterAll(() => core.stop());

let workspaceId: string;
let calls: number;

beforeEach(async () => {
  ({ workspaceId } = await core.addWorkspace({ credits: 100 }));
  calls = 0;
});

type Given = Parameters<typeof inventExecution>[3];

async function go(action: AnyWriteAction, given: Given = {}) {
  return execute(await inventExecution(core, workspaceId, action, given), noKeeper);
}

async function once(action: AnyWriteAction, key: string, input = {}) {
  return executeOnce(await inventExecution(core, workspaceId, action, { idempotencyKey: key, input }), key);
}

/** What moved credits, after the grant. */
async function entries() {
  const { items } = await listLedger(workspaceId, {}, { limit: 100, sort: 'id' });
  return items.filter(({ kind }) => kind !== 'grant').map(({ kind, amount }) => `${kind} ${amount}`);
}

async function perform(): Promise<string> {
  calls += 1;
  return 'delivered';
}
async function refuse(): Promise<never> {
  calls += 1;
  throw new AppError('provider_failed');
}
function spend(units: number, used?: number) {
  const result = { ...(used !== undefined && { units: used }) };
  return inventAction({ effect: 'spend', price: 10, plan: { units }, result });
}
function call(units: number, used?: number) {
  return { ...spend(units, used), perform };
}
/** Its `perform` calls nobody outside. */
function inside(units: number, used?: number) {
  return { ...call(units, used), callsOutside: () => false };
}

test.each([
  ['at once', spend],
  ['with a call outside', call],
  ['without one', inside],
] as const)('%s, what was used is charged, never more than the workspace has', async (_, make) => {
  const { body, status, isReplay, subjectIds } = await go(make(4, 3));
  expect(body).toEqual({ ok: true, summary: 'Did it.', data: null, cost: { credits: 30, balance: 70 } });
  expect([status, isReplay, subjectIds]).toEqual([200, false, []]);
  expect(await readBalance(workspaceId)).toBe(70);
  await expect(go(make(8))).rejects.toMatchObject({ code: 'insufficient_credits' });
  expect((await go(make(7))).body).toMatchObject({ cost: { credits: 70, balance: 0 } });
  expect((await go(make(0))).body).toMatchObject({ cost: { credits: 0, balance: 0 } });
  const charged = (await entries()).filter((entry) => entry.startsWith('capture'));
  expect(charged).toEqual(['capture -30', 'capture -70']);
});

test('what costs nothing says nothing of credits', async () => {
  expect((await go(inventAction({ result: { status: 201, data: { id: 7 } } }))).body).toEqual({
    ...{ ok: true, summary: 'Did it.', data: { id: 7 } },
  });
});

test('a plan other than the one that was shown is not carried out', async () => {
  const { data } = await dryRun(spend(2), {}, (await inventExecution(core, workspaceId, spend(2))).context);
  const changed = go(spend(3), { expectedDigest: data.planDigest });
  await expect(changed).rejects.toMatchObject({ code: 'plan_changed', options: { data: { dryRun: true } } });
  await expect(go(spend(2), { expectedDigest: data.planDigest, input: { a: 1 } })).rejects.toThrow(
    'The plan has changed',
  );
  expect((await go(spend(2), { expectedDigest: data.planDigest })).body).toMatchObject({ cost: { balance: 80 } });
});

test('what it was about is what was planned, what came of it, and what it names', async () => {
  const effects = [
    { op: 'update', type: 'contact', label: 'Ada', id: 'con_1' },
    { op: 'create', type: 'contact', label: 'Ben' },
  ] as const;
  const plan = { effects: [...effects] };
  const own = inventAction({ plan, result: { data: { id: 'con_2' }, subjectIds: ['con_1', 'con_3'] } });
  expect((await go(own)).subjectIds).toEqual(['con_1', 'con_2', 'con_3']);
  expect((await go(inventAction({ plan, result: { data: { id: 5 } } }))).subjectIds).toEqual(['con_1']);
});

test('what does not say that it spends or sends must not', async () => {
  await expect(go(inventAction({ plan: { recipients: 1 } }))).rejects.toThrow('has to say that it spends or sends');
  await expect(go(inventAction({ price: 1, plan: { units: 1 } }))).rejects.toThrow('has to say');
  expect((await go(inventAction({ price: 1, plan: { units: 0, recipients: 0 } }))).status).toBe(200);
  expect((await go(inventAction({ effect: 'send', plan: { recipients: 1 } }))).status).toBe(200);
});

test.each([
  ['at once', spend],
  ['with a call outside', call],
  ['without one', inside],
] as const)('%s, a key is carried out once, and its answer kept word by word', async (_, make) => {
  const first = await once(make(1), 'one');
  const second = await once(make(1), 'one');
  expect([first.isReplay, second.isReplay]).toEqual([false, true]);
  expect([second.body, second.status]).toEqual([first.body, first.status]);
  await expect(once(make(1), 'one', { other: 1 })).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  await once(make(1), 'two');
  expect(await readBalance(workspaceId)).toBe(80);
});

test.each([
  ['at once', { ...spend(1), run: refuse }],
  ['with a call outside', { ...spend(1), perform: refuse }],
  ['without one', { ...inside(1), perform: refuse }],
])('%s, a refusal leaves the key free', async (_, action) => {
  for (const _again of [1, 2]) await expect(once(action, 'one')).rejects.toMatchObject({ code: 'provider_failed' });
  expect([calls, await readBalance(workspaceId)]).toEqual([2, 100]);
});

test('while a key is under way the same request has to wait, and another one needs a key of its own', async () => {
  const given = [{}, {}, { other: 1 }].map((input) => inventExecution(core, workspaceId, call(1), { input }));
  const executions = await Promise.all(given);
  const asked = await Promise.allSettled(executions.map((execution) => executeOnce(execution, 'one')));
  const codes = asked.map((each) => (each.status === 'rejected' ? each.reason.code : 'done'));
  expect(codes).toEqual(['done', 'idempotency_in_progress', 'idempotency_key_reused']);
  expect(calls).toBe(1);
});

test('a key of another workspace is another key', async () => {
  await once(spend(1), 'one');
  ({ workspaceId } = await core.addWorkspace({ credits: 50 }));
  expect((await once(spend(1), 'one')).isReplay).toBe(false);
});

test('what an earlier release kept under a key is found: by method, path and input', async () => {
  const action = spend(1);
  const input = { a: 1 };
  const key = randomUUID();
  const fingerprint = digestOf({ method: 'post', path: `${apiPrefix}/invented`, input });
  const answer = { status: 201, body: '{"ok":true}', subjectIds: [] };
  await keepAnswer({ workspaceId, action: action.name, key }, fingerprint, answer, new Date());
  expect(await once(action, key, input)).toMatchObject({ status: 201, body: '{"ok":true}', isReplay: true });
});
