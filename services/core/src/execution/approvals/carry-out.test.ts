import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { AnyWriteAction } from '../../actions/definition/define-action.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError } from '../../errors/errors.ts';
import * as approvals from '../../store/approvals/approval-store.ts';
import { listAudit } from '../../store/events/audit/audit-store.ts';
import { listEvents } from '../../store/events/event-store.ts';
import { inventAction, inventExecution } from '../../testing/invented/execution.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { dryRun } from '../dry-run.ts';
import type { CarriedOut } from '../execution.ts';
import { ApprovalNeeded } from '../members/require-person.ts';
import { askForApproval } from './ask-for-approval.ts';
import { carryOut } from './carry-out.ts';

const { decideApproval, endApproval, findApproval, listApprovals } = approvals;
const core: TestCore = await startTestCore();
afterAll(() => core.stop());

const page = { limit: 100, sort: 'id' };
const connection = { id: 'key_1', limits: { credits: 10, recipients: 0 }, runsAtOnce: false };
const limitedMember = { id: 'usr_ben', limits: { credits: 10, recipients: 0 } };
const boss = { kind: 'user', id: 'usr_boss', name: 'Boss' } as const;
const write = inventAction();
const send = inventAction({ effect: 'send', plan: { recipients: 2, summary: 'Would write to 2 people.' } });
const sendOne = inventAction({ effect: 'send', plan: { recipients: 1 } });
let workspaceId: string;

beforeEach(async () => {
  ({ workspaceId } = await core.addWorkspace({ credits: 100 }));
});

type Given = Partial<ActionContext> & { input?: Record<string, unknown>; expectedDigest?: string };

// biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of any shape.
async function go(action: AnyWriteAction, given: Given = {}): Promise<CarriedOut & { data: any }> {
  const done = await carryOut(await inventExecution(core, workspaceId, action, given));
  const body = typeof done.body === 'string' ? JSON.parse(done.body) : done.body;
  return { ...done, body, data: body.data };
}

async function plan(action: AnyWriteAction, given: Given = {}) {
  const { input, context } = await inventExecution(core, workspaceId, action, given);
  return dryRun(action, input, context);
}

async function audited() {
  const { items } = await listAudit(workspaceId, {}, page);
  return items;
}

/** Requests an execution that needs approval, and returns the pending approval. */
async function ask(given: Given = {}) {
  const { status, data } = await go(send, { connection, ...given });
  expect(status).toBe(202);
  return (await findApproval(workspaceId, data.approval.id))!;
}

test('a dry run shows the plan with its cost, and warns about insufficient credits', async () => {
  const spend = (units: number) =>
    inventAction({ effect: 'spend', price: 10, plan: { units, warnings: ['Mind it.'] } });
  const affordable = await plan(spend(10));
  expect(affordable).toMatchObject({
    summary: 'Would do it.',
    cost: { credits: 100, balance: 100 },
    data: { dryRun: true, preview: null, recipients: 0, warnings: ['Mind it.'] },
  });
  expect(affordable.data.approval).toEqual({ isRequired: false, reason: null });
  expect(affordable.data.planDigest).toMatch(/^[0-9a-f]{32}$/);
  const warning = 'This costs 110 credits, but the workspace has 100. It would be rejected.';
  expect((await plan(spend(11))).data.warnings).toEqual(['Mind it.', warning]);
  const asked = await plan(send, { connection });
  expect(asked.data).toMatchObject({ recipients: 2, approval: { isRequired: true, reason: expect.any(String) } });
  await expect(plan(send, { role: 'viewer' })).rejects.toMatchObject({ code: 'missing_scope' });
});

test('a dry run truncates long lists and keeps the full counts', async () => {
  const effects = Array.from({ length: 101 }, (_, i) => ({ op: 'update', type: 'contact', label: `n${i}` }) as const);
  const skipped = effects.map(({ label }) => ({ label, reason: 'known' }));
  const { data } = await plan(inventAction({ plan: { effects, skipped, preview: 'Hello' } }));
  expect([data.effects.length, data.effectCount, data.skipped.length, data.skippedCount]).toEqual([100, 101, 100, 101]);
  expect([data.effects[0], data.skipped[0], data.preview]).toEqual([effects[0], skipped[0], 'Hello']);
});

test('audits successful and rejected requests with the caller and the action', async () => {
  const given = { idempotencyKey: 'one', previewId: 'prv_1', address: '192.0.2.1' };
  await go(inventAction({ result: { subjectIds: ['con_1'] } }), { ...given, input: { a: 1 } });
  await expect(go(write, { role: 'viewer' })).rejects.toMatchObject({ code: 'missing_scope' });
  const failing = (error: Error) => inventAction({ run: () => Promise.reject(error) });
  await expect(go(failing(new TypeError('a secret')))).rejects.toThrow('a secret');
  await expect(go(failing(new AppError('erased')), { idempotencyKey: 'ada@a.example' })).rejects.toThrow();
  await expect(go(failing(new AppError('invalid_state')), { idempotencyKey: 'two' })).rejects.toThrow();
  await expect(go(failing(new AppError('idempotency_in_progress')))).rejects.toThrow();
  const entries = await audited();
  expect(entries.map(({ result, summary, credits }) => [result, summary, credits])).toEqual([
    ['ok', 'Did it.', 0],
    ['missing_scope', '', 0],
    ['internal', '', 0],
    ['erased', '', 0],
    ['invalid_state', '', 0],
  ]);
  expect(entries[0]).toMatchObject({ ...given, subjectIds: ['con_1'], actor: { id: 'usr_ada' }, workspaceId });
  expect(entries.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['one', undefined, undefined, undefined, 'two']);
  expect(entries[0]!.inputDigest).not.toBe(entries[1]!.inputDigest);
});

test('stores an execution that needs approval, with everything needed to run it later', async () => {
  const effects = [
    { op: 'send', type: 'contact', id: 'con_1', label: 'Ada' },
    { op: 'send', type: 'contact', label: 'Ben' },
  ] as const;
  const summary = `Would write to 2 people${'.'.repeat(600)}`;
  const action = inventAction({ effect: 'spend', price: 11, plan: { units: 1, effects: [...effects], summary } });
  const { status, body, isReplay, data } = await go(action, { connection, previewId: 'prv_1' });
  expect([status, isReplay]).toEqual([202, false]);
  const url = `${core.config.baseUrl}/app/approvals/${data.approval.id}`;
  expect(data.approval).toMatchObject({ url, state: 'pending', reason: expect.stringContaining('11 credits') });
  expect(body).toMatchObject({
    ok: true,
    summary: expect.stringContaining(`Needs approval by a member of the workspace at ${url}`),
  });
  const stored = (await findApproval(workspaceId, data.approval.id))!;
  expect(data.approval.expiresAt).toBe(stored.expiresAt.toISOString());
  const kept = {
    connectionId: 'key_1',
    credits: 11,
    recipients: 0,
    subjectIds: ['con_1'],
    previewId: 'prv_1',
    workspaceId,
  };
  expect(stored).toMatchObject({
    ...kept,
    idempotencyKey: stored.id,
    summary: 'Send 2 contacts (Ada, Ben); spend 11 credits.',
  });
  expect(await audited()).toMatchObject([
    { result: 'approval_requested', credits: 0, subjectIds: [stored.id], summary },
  ]);
  const events = (await listEvents(workspaceId, {}, page)).items;
  const event = {
    type: 'approval.requested',
    subjectId: stored.id,
    data: { action: action.name, credits: 11, recipients: 0 },
  };
  expect(events).toMatchObject([event]);
  expect((await ask()).recipients).toBe(2);
});

test('refers a member over their limits to an owner or admin', async () => {
  const { body } = await go(send, { limitedMember });
  expect(body).toMatchObject({ summary: expect.stringContaining('an owner or an admin of the workspace') });
});

test('creates one approval per Idempotency-Key, even in concurrent processes', async () => {
  const given = { connection, idempotencyKey: 'one' };
  const executions = await Promise.all([1, 2, 3].map(() => inventExecution(core, workspaceId, send, given)));
  const needed = new ApprovalNeeded({ ...(await send.plan({}, executions[0]!.context)), cost: 0 }, 'It writes.');
  await Promise.all(executions.map((execution) => askForApproval(execution, needed)));
  const waiting = async () => (await listApprovals(workspaceId, {}, page, new Date())).items.map(({ id }) => id);
  const [id, ...others] = await waiting();
  expect([(await go(send, given)).data.approval.id, others]).toEqual([id, []]);
  for (const idempotencyKey of ['two', undefined, undefined]) await ask({ idempotencyKey });
  expect(await waiting()).toHaveLength(4);
});

test("a pending approval stays pending, even if its requester's limits would allow it later", async () => {
  const { id } = await ask({ idempotencyKey: 'one' });
  const { status, data } = await go(send, {
    connection: { ...connection, limits: { credits: 10, recipients: 2 } },
    idempotencyKey: 'one',
  });
  expect([status, data.approval.id]).toEqual([202, id]);
});

test('a pending key rejects another input or requester, and binds no one who needs no approval', async () => {
  await ask({ idempotencyKey: 'one' });
  const reused = { code: 'idempotency_key_reused' };
  await expect(go(send, { connection, idempotencyKey: 'one', input: { a: 1 } })).rejects.toMatchObject(reused);
  await expect(go(send, { limitedMember, idempotencyKey: 'one' })).rejects.toMatchObject(reused);
  expect((await go(send, { idempotencyKey: 'one' })).status).toBe(200);
});

test('the same request returns the outcome of its approval', async () => {
  const given = { connection, idempotencyKey: 'one' };
  const expectNext = async (key: string, expected: object) =>
    expect(go(send, { ...given, idempotencyKey: key })).rejects.toMatchObject(expected);
  const decided = async (key: string, state: 'approved' | 'declined') => {
    const { id } = await ask({ idempotencyKey: key });
    await decideApproval(workspaceId, id, { state, decidedBy: boss }, new Date());
    return id;
  };
  await decided('approved', 'approved');
  expect((await go(send, { ...given, idempotencyKey: 'approved' })).data.approval.state).toBe('approved');
  await decided('declined', 'declined');
  await expectNext('declined', { code: 'approval_declined' });
  await endApproval(workspaceId, await decided('failed', 'approved'), 'failed', {
    summary: 'No.',
    errorCode: 'legal_block',
  });
  await expectNext('failed', { code: 'legal_block', message: 'No.' });
  await endApproval(workspaceId, await decided('executed', 'approved'), 'executed', { summary: 'Did it.' });
  expect((await go(write, { ...given, idempotencyKey: 'executed' })).status).toBe(200);
  const set = async (key: string, change: object) => {
    const { id: _id } = await ask({ idempotencyKey: key });
    await mongoose.connection.db!.collection<{ _id: string }>('approvals').updateOne({ _id }, { $set: change });
  };
  await set('cancelled', { state: 'cancelled' });
  await expectNext('cancelled', { code: 'approval_declined' });
  await set('late', { expiresAt: new Date(0) });
  await expectNext('late', { code: 'approval_expired' });
  await set('old', { state: 'failed' });
  await expectNext('old', { code: 'invalid_state', message: 'It failed when it was approved.' });
});

test('returns the result of an approved execution under its key, without asking again', async () => {
  const { id } = await ask({ idempotencyKey: 'one' });
  const approved = { idempotencyKey: 'one', approval: { id, by: boss } };
  expect((await go(send, approved)).status).toBe(200);
  await decideApproval(workspaceId, id, { state: 'approved', decidedBy: boss }, new Date());
  await endApproval(workspaceId, id, 'executed', { summary: 'Did it.' });
  expect(await go(send, { connection, idempotencyKey: 'one' })).toMatchObject({ status: 200, isReplay: true });
  expect((await audited()).at(-1)).toMatchObject({ result: 'ok', approvedBy: boss });
});

test('a member cannot approve beyond their own limits, but can within them', async () => {
  const { id } = await ask({ idempotencyKey: 'one' });
  const approved = { approval: { id, by: boss }, idempotencyKey: 'one' };
  await expect(go(send, { ...approved, limitedMember })).rejects.toMatchObject({
    code: 'requires_person',
    message: expect.stringContaining('An owner or an admin of the workspace can approve it.'),
  });
  expect((await audited()).map(({ result }) => result)).toEqual(['approval_requested']);
  const within = { ...limitedMember, limits: { credits: 0, recipients: 2 } };
  expect((await go(send, { ...approved, limitedMember: within })).status).toBe(200);
});

test('a failure while storing the approval fails the request, and nothing is pending', async () => {
  const isBroken = {
    now: () => {
      throw new Error('no clock');
    },
  };
  const unlimited = { ...limitedMember, limits: { credits: null, recipients: null } };
  await expect(go(inventAction(), isBroken)).rejects.toThrow('no clock');
  await expect(go(sendOne, { limitedMember: unlimited, ...isBroken })).rejects.toThrow('no clock');
  let calls = 0;
  const later = () => {
    calls += 1;
    if (calls > 1) throw new Error('no clock');
    return new Date();
  };
  await expect(go(sendOne, { limitedMember, now: later, idempotencyKey: randomUUID() })).rejects.toThrow('no clock');
  const insert = vi.spyOn(approvals, 'insertApproval').mockRejectedValueOnce(new Error('no room'));
  await expect(go(sendOne, { limitedMember, idempotencyKey: randomUUID() })).rejects.toThrow('no room');
  insert.mockRestore();
  expect((await listApprovals(workspaceId, {}, page, new Date())).items).toEqual([]);
});
