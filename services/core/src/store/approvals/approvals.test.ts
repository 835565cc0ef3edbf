import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import {
  type ApprovalRecord,
  countWaiting,
  decideApproval,
  endApproval,
  findApproval,
  findApprovalByKey,
  forgetApprovalsAbout,
  insertApproval,
  listApprovals,
  newApprovalId,
  reopenApproval,
} from './approval-store.ts';
import { cancelApprovals, listPendingApprovalsOf } from './pending-approvals.ts';

const core: TestCore = await startTestCore();
afterAll(() => core.stop());

const dayMs = 24 * 60 * 60_000;
const now = new Date('2036-05-01T08:00:00Z');
const later = new Date(now.getTime() + 3 * dayMs);
const decidedBy = { kind: 'user', id: 'usr_1', name: 'Ada' } as const;
const page = { limit: 100, sort: 'id' };
let workspaceId: string;
let other: string;

beforeEach(() => {
  [workspaceId, other] = [`wsp_${randomUUID()}`, `wsp_${randomUUID()}`];
});

function ask(facts: Partial<ApprovalRecord> = {}): Promise<ApprovalRecord> {
  return insertApproval(newApprovalId(), {
    workspaceId,
    connectionId: 'key_1',
    actor: { kind: 'agent', id: 'key_1', name: 'Agent', userId: 'usr_1' },
    via: 'rest',
    scopes: [],
    action: 'launch_campaign',
    input: 'sealed',
    inputDigest: 'digest',
    requestId: 'req_1',
    idempotencyKey: randomUUID(),
    summary: 'Launch.',
    reason: 'It writes to 3 people.',
    credits: 0,
    recipients: 3,
    subjectIds: ['cmp_1'],
    createdAt: now,
    ...facts,
  } as Parameters<typeof insertApproval>[1]);
}

async function stateOf({ id }: ApprovalRecord): Promise<string> {
  const { state, input, outcome, decidedBy: by } = (await findApproval(workspaceId, id))!;
  return [state, input || 'wiped', by?.id ?? 'nobody', outcome?.summary ?? 'open'].join(' ');
}

function approve(id: string, at = now, workspace = workspaceId) {
  return decideApproval(workspace, id, { state: 'approved', decidedBy }, at);
}
function decline(id: string) {
  return decideApproval(workspaceId, id, { state: 'declined', decidedBy }, now);
}

test('a request is pending for three days and kept for a week after that', async () => {
  const asked = await ask();
  expect(asked).toMatchObject({ state: 'pending', expiresAt: later });
  const stored = await mongoose.connection
    .db!.collection<{ _id: string; purgeAt: Date }>('approvals')
    .findOne({ _id: asked.id });
  expect(stored!.purgeAt).toEqual(new Date(later.getTime() + 7 * dayMs));
  expect(await approve(asked.id, later)).toBeNull();
  expect(await approve(asked.id, new Date(later.getTime() - 1))).toMatchObject({ state: 'approved' });
});

test('an approved request can be claimed again, reopened, and ended; an ended one stays ended', async () => {
  const asked = await ask();
  await endApproval(workspaceId, asked.id, 'executed', { summary: 'not yet' });
  await reopenApproval(workspaceId, asked.id);
  expect(await stateOf(asked)).toBe('pending sealed nobody open');
  expect(await approve(asked.id)).toMatchObject({ decidedAt: now });
  expect(await approve(asked.id)).not.toBeNull();
  expect(await decline(asked.id)).toBeNull();
  await reopenApproval(workspaceId, asked.id);
  expect(await stateOf(asked)).toBe('pending sealed nobody open');
  await approve(asked.id);
  await endApproval(workspaceId, asked.id, 'failed', { summary: 'refused', errorCode: 'legal_block' });
  for (const change of [reopenApproval(workspaceId, asked.id), approve(asked.id), decline(asked.id)]) await change;
  await endApproval(workspaceId, asked.id, 'executed', { summary: 'done' });
  expect(await stateOf(asked)).toBe('failed wiped usr_1 refused');
});

test('declining wipes the input, and the request can no longer be approved', async () => {
  const asked = await ask();
  expect(await decline(asked.id)).toMatchObject({ state: 'declined', input: '' });
  expect([await approve(asked.id), await decline(asked.id)]).toEqual([null, null]);
});

test('another workspace cannot find, decide, end, reopen, count, or cancel it', async () => {
  const asked = await ask();
  expect(await findApproval(other, asked.id)).toBeNull();
  expect(await findApprovalByKey(other, asked.action, asked.idempotencyKey)).toBeNull();
  expect(await approve(asked.id, now, other)).toBeNull();
  expect(await cancelApprovals(other, { connectionId: 'key_1' })).toEqual([]);
  expect(await cancelApprovals(other, { ids: [asked.id] })).toEqual([]);
  await forgetApprovalsAbout(other, 'cmp_1');
  await approve(asked.id);
  await endApproval(other, asked.id, 'executed', { summary: 'done' });
  await reopenApproval(other, asked.id);
  expect(await stateOf(asked)).toBe('approved sealed usr_1 open');
  expect(await countWaiting(other, 10, now)).toBe(0);
  expect((await listApprovals(other, {}, page, now)).items).toEqual([]);
});

test('lists and counts pending requests until they expire', async () => {
  const [open, approved, declined] = [await ask(), await ask(), await ask()];
  await approve(approved.id);
  await decline(declined.id);
  const waiting = async (at: Date) => {
    const { items } = await listApprovals(workspaceId, { isPending: true }, page, at);
    return items.map(({ id }) => id).sort();
  };
  expect(await waiting(now)).toEqual([open.id, approved.id].sort());
  expect(await waiting(later)).toEqual([]);
  expect((await listApprovals(workspaceId, {}, page, later)).items).toHaveLength(3);
  expect([await countWaiting(workspaceId, 10, now), await countWaiting(workspaceId, 10, later)]).toEqual([1, 0]);
  await ask();
  expect(await countWaiting(workspaceId, 1, now)).toBe(1);
});

test('cancels the undecided requests of a revoked key or a former member', async () => {
  const [mine, foreign, decided] = [await ask(), await ask({ connectionId: 'key_2' }), await ask()];
  await approve(decided.id);
  expect(await cancelApprovals(workspaceId, { connectionId: 'key_1' })).toHaveLength(1);
  expect(await stateOf(mine)).toBe('cancelled wiped nobody open');
  expect(await listPendingApprovalsOf(workspaceId, 'usr_2', [])).toEqual([]);
  const ofPerson = await listPendingApprovalsOf(workspaceId, 'usr_1', []);
  expect(await cancelApprovals(workspaceId, { ids: ofPerson.map(({ id }) => id) })).toHaveLength(1);
  expect([await stateOf(foreign), await stateOf(decided)]).toEqual([
    'cancelled wiped nobody open',
    'approved sealed usr_1 open',
  ]);
  await forgetApprovalsAbout(workspaceId, 'cmp_1');
  expect((await listApprovals(workspaceId, {}, page, now)).items).toEqual([]);
});

test('an action is pending only once under one Idempotency-Key', async () => {
  const asked = await ask();
  await expect(ask({ idempotencyKey: asked.idempotencyKey })).rejects.toThrow(/duplicate/i);
  expect(await findApprovalByKey(workspaceId, asked.action, asked.idempotencyKey)).toMatchObject({ id: asked.id });
  expect(await findApprovalByKey(workspaceId, 'reveal_people', asked.idempotencyKey)).toBeNull();
  expect(await findApprovalByKey(workspaceId, asked.action, 'another')).toBeNull();
});
