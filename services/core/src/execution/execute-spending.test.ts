import { afterAll, beforeEach, expect, test } from 'vitest';
import { type AnyWriteAction, apiPrefix } from '../actions/define-action.ts';
import { digestOf } from '../domain/canonical-json.ts';
import { AppError } from '../errors.ts';
import { readBalance } from '../store/requests/balance-store.ts';
import { readUsage } from '../store/requests/connection-usage-store.ts';
import { recordId } from '../store/requests/idempotency-record.ts';
import { keepAnswer } from '../store/requests/idempotency-store.ts';
import { listLedger } from '../store/requests/ledger-store.ts';
import { newOperationId, recordSpent, setCreditsAside } from '../store/requests/operation-store.ts';
import { inTransaction } from '../store/transaction.ts';
import { inventAction, inventExecution } from '../testing/invented-execution.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { noKeeper } from './answer.ts';
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

test('what nothing was delivered of costs nothing', async () => {
  await go(spend(4, 0));
  expect(await entries()).toEqual([]);
  await go(call(4, 0));
  expect([await readBalance(workspaceId), await entries()]).toEqual([100, ['hold -40', 'release 40']]);
  await go(inside(4, 0));
  expect([await readBalance(workspaceId), await entries()]).toEqual([100, ['hold -40', 'release 40']]);
});

test('a call that fails gives back what was held and counted for it, and tells why', async () => {
  const connection = { id: 'key_1', limits: { credits: 50, recipients: 0 }, runsAtOnce: false };
  const now = new Date('2036-05-01T08:00:00Z');
  const given = { connection, now: () => now };
  await expect(go({ ...spend(4), perform: refuse }, given)).rejects.toMatchObject({ code: 'provider_failed' });
  expect([await readBalance(workspaceId), await readUsage(workspaceId, 'key_1', now)]).toEqual([
    100,
    { credits: 0, recipients: 0 },
  ]);
  await go(call(4), given);
  expect((await readUsage(workspaceId, 'key_1', now)).credits).toBe(40);
  await expect(go(call(2), given)).rejects.toThrow('of which 40 are used today');
  expect([calls, await readBalance(workspaceId)]).toEqual([2, 60]);
});

test('spendings of a workspace in one transaction run one at a time', async () => {
  let [running, most] = [0, 0];
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await readBalance(workspaceId);
    running -= 1;
  };
  const action = inventAction({ effect: 'spend', price: 10, plan: { units: 1 }, run });
  await Promise.all([1, 2, 3].map(() => go(action)));
  expect([most, await readBalance(workspaceId)]).toEqual([1, 70]);
});

test('what another instance has answered meanwhile is answered again, and nothing is spent for it', async () => {
  const input = { a: 1 };
  const fingerprint = digestOf({ method: 'post', path: `${apiPrefix}/invented`, input });
  const answer = { status: 200, body: '{"ok":true}', subjectIds: [] };
  const action = inside(4);
  const meanwhile = () => keepAnswer({ workspaceId, action: action.name, key: 'one' }, fingerprint, answer, new Date());
  expect(await once({ ...action, perform: meanwhile }, 'one', input)).toMatchObject({ ...answer, isReplay: true });
  expect([await readBalance(workspaceId), await entries()]).toEqual([100, []]);
});

test('what is refused at its end without a call gives back what was set aside', async () => {
  await expect(once({ ...inside(4), run: refuse }, 'one')).rejects.toMatchObject({ code: 'provider_failed' });
  expect((await once(inside(4), 'one')).isReplay).toBe(false);
  expect([await readBalance(workspaceId), await entries()]).toEqual([60, ['capture -40']]);
});

test('what a killed request had set aside is back when its key is sent again, and it cannot be captured any more', async () => {
  const action = inside(4);
  const killed = newOperationId();
  const left = await setCreditsAside(
    workspaceId,
    killed,
    90,
    recordId({ workspaceId, action: action.name, key: 'one' }),
  );
  await once(action, 'one');
  expect([await readBalance(workspaceId), await entries()]).toEqual([60, ['capture -40']]);
  const reason = {
    operationId: killed,
    actor: { kind: 'system', id: 'late', name: 'late' } as const,
    action: action.name,
  };
  const late = () => recordSpent(workspaceId, { aside: 90, captured: 90, left }, reason, new Date());
  await expect(inTransaction(late)).rejects.toThrow('duplicate key');
  expect([await readBalance(workspaceId), await entries()]).toEqual([60, ['capture -40']]);
});

test('spendings without a call run side by side, up to the last credit', async () => {
  const spent = await Promise.allSettled(Array.from({ length: 12 }, () => go(inside(1))));
  const balances = spent.flatMap((each) => (each.status === 'fulfilled' ? [balanceIn(each.value.body)] : []));
  expect(balances.sort((a, b) => a - b)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
  expect(await readBalance(workspaceId)).toBe(0);
});

function balanceIn(body: Awaited<ReturnType<typeof go>>['body']): number {
  return (body as { cost: { balance: number } }).cost.balance;
}
