import mongoose from 'mongoose';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { noOutcomes } from '../../domain/jobs/job.ts';
import { AppError, type ErrorCode } from '../../errors/errors.ts';
import { seal } from '../../secrets/secret-box.ts';
import * as approvals from '../../store/approvals/approval-store.ts';
import { listAudit } from '../../store/events/audit/audit-store.ts';
import { listEvents } from '../../store/events/event-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { makeJobContext } from '../jobs/job-context.ts';
import { approve, type Decider, decline, endsApproval, planApproval } from './decide-approval.ts';

const { approvalSeal, findApproval, insertApproval, newApprovalId } = approvals;
const core: TestCore = await startTestCore();
afterAll(() => core.stop());

const page = { limit: 100, sort: 'id' };
const agent = { kind: 'api_key', id: 'key_1', name: 'Agent' } as const;
let workspaceId: string;
let decider: Decider;

beforeEach(async () => {
  ({ workspaceId } = await core.addWorkspace());
  const workspace = (await findWorkspace(workspaceId))!;
  const actor = { kind: 'user', id: 'usr_boss', name: 'Boss' } as const;
  decider = { actor, workspace, role: 'owner', address: '192.0.2.1', log: core.deps.log };
});

/** Creates a pending approval for storing a contact. */
async function ask(action = 'create_contact', input: string | object = { email: 'ada@a.example' }) {
  const id = newApprovalId();
  const sealed = seal(core.config.keyRing, approvalSeal(workspaceId, id), JSON.stringify(input));
  return insertApproval(id, {
    workspaceId,
    connectionId: 'key_1',
    actor: agent,
    via: 'rest',
    scopes: [],
    action,
    inputDigest: 'digest',
    input: typeof input === 'string' ? input : sealed,
    idempotencyKey: id,
    previewId: 'prv_1',
    requestId: 'req_1',
    summary: 'Would do it.',
    reason: 'It writes.',
    credits: 0,
    recipients: 1,
    subjectIds: [],
    createdAt: new Date(),
  });
}

async function digestOf(asked: Awaited<ReturnType<typeof ask>>): Promise<string> {
  return (await planApproval(core.deps, asked, decider)).data.planDigest;
}

async function outcomeOf(id: string) {
  const { state, outcome } = (await findApproval(workspaceId, id))!;
  return [state, outcome?.errorCode ?? outcome?.summary];
}

async function decisions(): Promise<unknown[]> {
  const { items } = await listEvents(workspaceId, { type: 'approval.decided' }, page);
  return items.map(({ subjectId, data }) => [subjectId, data]);
}

test("an approved request runs as its requester, from the member's IP address, and emits an event", async () => {
  const asked = await ask();
  await approve(core.deps, asked.id, await digestOf(asked), decider);
  expect(await outcomeOf(asked.id)).toEqual(['executed', expect.stringContaining('Created contact')]);
  expect(await decisions()).toEqual([[asked.id, { action: 'create_contact', state: 'executed' }]]);
  const entry = (await listAudit(workspaceId, { action: 'create_contact' }, page)).items[0];
  const who = { actor: agent, approvedBy: decider.actor, via: 'rest', address: '192.0.2.1', previewId: 'prv_1' };
  expect(entry).toMatchObject({ ...who, result: 'ok', idempotencyKey: asked.idempotencyKey });
  const again = approve(core.deps, asked.id, 'any', decider);
  await expect(again).rejects.toMatchObject({ code: 'invalid_state', message: 'It was already decided: executed.' });
  await expect(decline(core.deps, asked.id, decider)).rejects.toMatchObject({ code: 'invalid_state' });
  expect(await decisions()).toHaveLength(1);
});

test('a changed plan leaves the approval open, and a rejected request ends it', async () => {
  const asked = await ask('create_contact', { email: 'ben@a.example' });
  await expect(approve(core.deps, asked.id, 'another plan', decider)).rejects.toMatchObject({ code: 'plan_changed' });
  expect([await outcomeOf(asked.id), await decisions()]).toEqual([['pending', undefined], []]);
  const twin = await ask('create_contact', { email: 'ben@a.example' });
  const digest = await digestOf(twin);
  await approve(core.deps, asked.id, await digestOf(asked), decider);
  await expect(approve(core.deps, twin.id, digest, decider)).rejects.toMatchObject({ code: 'contact_exists' });
  expect(await outcomeOf(twin.id)).toEqual(['failed', 'contact_exists']);
  expect((await decisions())[1]).toEqual([twin.id, { action: 'create_contact', state: 'failed' }]);
});

test('two concurrent approvals run it once, and the second leaves the outcome to the first', async () => {
  const asked = await ask();
  const digest = await digestOf(asked);
  const both = await Promise.allSettled([1, 2].map(() => approve(core.deps, asked.id, digest, decider)));
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect([(await outcomeOf(asked.id))[0], (await decisions()).length]).toEqual(['executed', 1]);
});

test('does not emit a second event for an approval that another process ended', async () => {
  const asked = await ask();
  const digest = await digestOf(asked);
  const end = vi.spyOn(approvals, 'endApproval').mockResolvedValueOnce(false);
  await approve(core.deps, asked.id, digest, decider);
  end.mockRestore();
  expect(await decisions()).toEqual([]);
});

test('declining an approval runs nothing and emits an event', async () => {
  const asked = await ask();
  await decline(core.deps, asked.id, decider);
  expect(await decisions()).toEqual([[asked.id, { action: 'create_contact', state: 'declined' }]]);
  const approved = approve(core.deps, asked.id, 'any', decider);
  await expect(approved).rejects.toMatchObject({ message: 'It was already decided: declined.' });
  await expect(decline(core.deps, asked.id, decider)).rejects.toMatchObject({ code: 'invalid_state' });
  expect(await decisions()).toHaveLength(1);
});

test('does not store a decision whose event cannot be written', async () => {
  const asked = await ask();
  let calls = 0;
  const now = () => {
    calls += 1;
    if (calls > 1) throw new Error('no clock');
    return new Date();
  };
  await expect(decline({ ...core.deps, now }, asked.id, decider)).rejects.toThrow('no clock');
  expect(await outcomeOf(asked.id)).toEqual(['pending', undefined]);
});

test('only members with permission can decide, and only on existing open approvals', async () => {
  const asked = await ask();
  const viewer = { ...decider, role: 'viewer' as const };
  const refused = { code: 'missing_scope' };
  await expect(approve(core.deps, asked.id, 'any', viewer)).rejects.toMatchObject(refused);
  await expect(decline(core.deps, asked.id, viewer)).rejects.toMatchObject(refused);
  expect(await outcomeOf(asked.id)).toEqual(['pending', undefined]);
  await expect(decline(core.deps, 'apr_none', decider)).rejects.toMatchObject({ code: 'not_found' });
  const stored = mongoose.connection.db!.collection<{ _id: string }>('approvals');
  await stored.updateOne({ _id: asked.id }, { $set: { expiresAt: new Date(0) } });
  const over = {
    code: 'expired',
    message: 'The approval request has expired. The client must send the request again.',
  };
  await expect(approve(core.deps, asked.id, 'any', decider)).rejects.toMatchObject(over);
});

test.each(['read_minds', 'list_contacts'])(
  'rejects an approval of %s, which no write action implements',
  async (action) => {
    const error = { code: 'invalid_state', message: `The action ${action} no longer exists.` };
    await expect(approve(core.deps, (await ask(action)).id, 'any', decider)).rejects.toMatchObject(error);
  },
);

test('reports that the input was encrypted with a lost key', async () => {
  const planned = planApproval(core.deps, await ask('create_contact', 'not readable'), decider);
  await expect(planned).rejects.toMatchObject({
    code: 'invalid_state',
    message: expect.stringContaining('cannot be decrypted, because the secret key'),
  });
});

test('an error that the requester must fix ends the approval; one that time or another person fixes does not', () => {
  const ends = (code: ErrorCode) => endsApproval(new AppError(code));
  expect((['contact_exists', 'legal_block', 'not_found', 'validation_failed'] as const).map(ends)).not.toContain(false);
  const open = [
    'plan_changed',
    'insufficient_credits',
    'idempotency_in_progress',
    'rate_limited',
    'requires_person',
  ] as const;
  expect(
    [...open, 'internal', 'provider_failed', 'unavailable' as const].map((code) => ends(code as ErrorCode)),
  ).not.toContain(true);
  expect(endsApproval(Object.assign(new Error('lost'), { status: 400, code: 'not_found' }))).toBe(false);
});

test('a job runs as its original request, at the agreed price, but not in a deleted workspace', async () => {
  const facts = {
    id: 'job_1',
    workspaceId,
    actor: agent,
    via: 'mcp',
    scopes: ['contacts:read'],
    requestId: 'req_9',
    counts: noOutcomes(),
  };
  const job = { ...facts, input: {} } as Parameters<typeof makeJobContext>[0];
  const context = await makeJobContext(job, core.deps);
  expect(context).toMatchObject({
    workspaceId,
    actor: agent,
    via: 'mcp',
    scopes: ['contacts:read'],
    requestId: 'req_9',
    creditsPerUnit: 0,
  });
  const charged = { ...job, input: { charge: { units: 2, creditsPerUnit: 5, operationId: 'op_1' } } };
  expect(await makeJobContext(charged, core.deps)).toMatchObject({ creditsPerUnit: 5 });
  expect(await makeJobContext({ ...job, workspaceId: 'wsp_none' }, core.deps)).toBeNull();
});
