import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, expect, test, vi } from 'vitest';
import { noOutcomes } from '../../domain/jobs/job.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { giveBackOperation, releaseAbandonedOperations } from '../credits/abandoned-operation-store.ts';
import { readBalance, setAside } from '../credits/balance-store.ts';
import * as ledger from '../credits/ledger-store.ts';
import { OperationModel } from '../credits/operation-model.ts';
import {
  beginOperation,
  closedBalance,
  closeOperation,
  finishOperation,
  newOperationId,
  releaseIfHeld,
} from '../credits/operation-store.ts';
import { serverNow } from '../documents/server-clock.ts';
import { inTransaction } from '../documents/transaction.ts';
import { advanceJob, claimJob, finishJob, releaseJob, renewJobLease } from '../jobs/job-queue.ts';
import { findJob, insertJob } from '../jobs/job-store.ts';
import { claimKey, completeKey, keepAnswer, releaseKey, renewClaim } from './idempotency-store.ts';

const { sumLedger } = ledger;
const core: TestCore = await startTestCore();
afterAll(() => core.stop());

const actor = { kind: 'system', id: 'test', name: 'test' } as const;
const longAgo = new Date(0);
async function giveBack(): Promise<void> {}

function collection(name: string) {
  return mongoose.connection.db!.collection<{ _id: string }>(name);
}

function newScope() {
  return { workspaceId: core.workspaceId, action: 'reveal_people', key: randomUUID() };
}

async function fallSilent(name: string, filter: object): Promise<void> {
  const { modifiedCount } = await collection(name).updateMany(filter, { $set: { leaseUntil: longAgo } });
  expect(modifiedCount).toBe(1);
}

test('a worker that lost a claim cannot complete, renew, or release it', async () => {
  const scope = newScope();
  const id = `${scope.workspaceId}:${scope.action}:${scope.key}`;
  const answer = { status: 200, body: '{"by":"second"}', subjectIds: [] };
  const first = await claimKey(scope, 'same', 'op_first', giveBack, new Date());
  await expect(claimKey(scope, 'same', 'op_early', giveBack, new Date())).rejects.toThrow('still running');
  await fallSilent('idempotency', { _id: id });
  const second = await claimKey(scope, 'same', 'op_second', giveBack, new Date());
  if (first.kind !== 'claimed' || second.kind !== 'claimed') throw new Error('not claimed');
  const record = () => collection('idempotency').findOne({ _id: id });
  const before = await record();
  await expect(completeKey(scope, first.owner, { ...answer, body: '{"by":"first"}' })).rejects.toThrow('still running');
  await renewClaim(scope, first.owner);
  await releaseKey(scope, first.owner);
  expect(await record()).toEqual(before);
  await completeKey(scope, second.owner, answer);
  expect(await claimKey(scope, 'same', 'op_third', giveBack, new Date())).toEqual({ kind: 'replay', answer });
});

test('a response is kept for a week, whether or not its key was claimed first', async () => {
  const [claimed, unclaimed] = [newScope(), newScope()];
  const now = new Date();
  await claimKey(claimed, 'same', 'op_first', giveBack, now);
  const answer = { status: 200, body: '{}', subjectIds: [] };
  await inTransaction(() => keepAnswer(unclaimed, 'same', answer, now));
  for (const { workspaceId, action, key } of [claimed, unclaimed]) {
    const record = await collection('idempotency').findOne({ _id: `${workspaceId}:${action}:${key}` });
    expect(record).toMatchObject({ workspaceId, expiresAt: new Date(now.getTime() + 7 * 24 * 3_600_000) });
  }
});

test('a clock that is an hour fast takes no live claim', async () => {
  const scope = newScope();
  await claimKey(scope, 'same', 'op_first', giveBack, new Date());
  const hourLater = new Date(Date.now() + 3_600_000);
  await expect(claimKey(scope, 'same', 'op_second', giveBack, hourLater)).rejects.toThrow('still running');
});

test('a worker that lost a job cannot advance, end, renew, or release it', async () => {
  const now = new Date();
  const wish = {
    kind: 'import_contacts',
    title: 'Import',
    input: {},
    actor,
    via: 'rest',
    scopes: [],
    requestId: 'req_1',
  } as const;
  const { id } = await inTransaction(() => insertJob(core.workspaceId, wish, now));
  const first = await claimJob({ owner: 'first', leaseMs: 60_000 }, now);
  expect(await claimJob({ owner: 'early', leaseMs: 60_000 }, now)).toBeNull();
  await fallSilent('jobs', { _id: id });
  const second = await claimJob({ owner: 'second', leaseMs: 60_000 }, now);
  expect([first?.id, second?.id]).toEqual([id, id]);
  const before = await findJob(core.workspaceId, id);
  const progress = { checkpoint: { row: 500 }, counts: noOutcomes(), done: 500 };
  expect(await advanceJob(first!, progress, now)).toBeNull();
  expect(await finishJob(first!, { state: 'completed' }, now)).toBeNull();
  await renewJobLease(first!, 3_600_000);
  await releaseJob(first!, longAgo, now);
  expect(await findJob(core.workspaceId, id)).toEqual(before);
  expect(await advanceJob(second!, progress, now)).toMatchObject({ done: 500, checkpoint: { row: 500 } });
  expect(await finishJob(second!, { state: 'completed' }, now)).toMatchObject({ state: 'completed' });
});

async function hold(credits: number): Promise<string> {
  const operationId = newOperationId();
  const reason = { operationId, actor, action: 'reveal_people' };
  await beginOperation(core.workspaceId, credits, reason, 60_000, new Date());
  return operationId;
}

async function finish(id: string, captured: number): Promise<void> {
  await inTransaction(() => finishOperation(core.workspaceId, id, captured, [], new Date()));
}

test('the sweep releases the credits of a dead process once, and spares live ones', async () => {
  const { workspaceId } = core;
  const before = await readBalance(workspaceId);
  const [dead, alive] = [await hold(30), await hold(12)];
  expect(await readBalance(workspaceId)).toBe(before - 42);
  await fallSilent('operations', { _id: dead });
  // The local clock is an hour fast, but the sweep uses the store's clock.
  await Promise.all([1, 2].map(() => releaseAbandonedOperations(new Date(Date.now() + 3_600_000))));
  expect(await readBalance(workspaceId)).toBe(before - 12);
  expect(await releaseAbandonedOperations(new Date())).toBe(0);
  await expect(finish(dead, 30)).rejects.toThrow('given up');
  await finish(alive, 10);
  expect(await closedBalance(workspaceId), 'committed, and the process gone').toBe(before - 10);
  await closeOperation(workspaceId, alive);
  await closeOperation(workspaceId, alive);
  expect([await readBalance(workspaceId), await sumLedger(workspaceId)]).toEqual([before - 10, before - 10]);
});

test('taking over a key releases the remaining credits at any stage', async () => {
  const { workspaceId } = core;
  const before = await readBalance(workspaceId);
  const [held, unclosed, unwritten] = [await hold(4), await hold(8), newOperationId()];
  await finish(unclosed, 3);
  await setAside(workspaceId, { operationId: unwritten, credits: 5, at: await serverNow() });
  for (const id of [held, unclosed, unwritten, unwritten, newOperationId()])
    await giveBackOperation(workspaceId, id, new Date());
  expect([await readBalance(workspaceId), await sumLedger(workspaceId)]).toEqual([before - 3, before - 3]);
  // The given-up claimant was slow, not dead.
  const reason = { operationId: unwritten, actor, action: 'reveal_people' };
  await expect(beginOperation(workspaceId, 5, reason, 60_000, new Date())).rejects.toThrow();
  expect([await readBalance(workspaceId), await sumLedger(workspaceId)]).toEqual([before - 3, before - 3]);
});

/** Backdates the hold of an operation. */
async function age(operationId: string, ms: number): Promise<void> {
  await collection('balances').updateOne(
    { _id: core.workspaceId, 'asides.operationId': operationId },
    { $set: { 'asides.$.at': new Date((await serverNow()).getTime() - ms) } },
  );
}

test('a long outside call keeps its held credits', async () => {
  const { workspaceId } = core;
  const before = await readBalance(workspaceId);
  const slow = await hold(12);
  await age(slow, 59_000);
  expect(await releaseAbandonedOperations(new Date())).toBe(0);
  expect(await readBalance(workspaceId)).toBe(before - 12);
  await finish(slow, 9);
  await closeOperation(workspaceId, slow);
  expect([await readBalance(workspaceId), await sumLedger(workspaceId)]).toEqual([before - 9, before - 9]);
});

test('the sweep closes ended operations, and releases and fences off unrecorded holds', async () => {
  const { workspaceId } = core;
  const before = await readBalance(workspaceId);
  const unclosed = await hold(8);
  await finish(unclosed, 3);
  const unwritten = newOperationId();
  const young = newOperationId();
  for (const operationId of [unwritten, young])
    await setAside(workspaceId, { operationId, credits: 5, at: await serverNow() });
  expect(await readBalance(workspaceId)).toBe(before - 18);
  expect([await closedBalance(workspaceId), await sumLedger(workspaceId)]).toEqual([before - 3, before - 3]);
  expect(await releaseAbandonedOperations(new Date()), 'left to who is about to close it').toBe(0);
  await age(unclosed, 11_000);
  await age(unwritten, 121_000);
  await age(young, 11_000);
  expect(await releaseAbandonedOperations(new Date())).toBe(2);
  expect(await readBalance(workspaceId)).toBe(before - 8);
  expect(await releaseAbandonedOperations(new Date())).toBe(0);
  // A process that slept through all of that cannot continue.
  const reason = { operationId: unwritten, actor, action: 'reveal_people' };
  await expect(beginOperation(workspaceId, 5, reason, 60_000, new Date())).rejects.toThrow();
  const ended = { state: 'released', aside: 5, captured: 0 };
  expect(await collection('operations').findOne({ _id: unwritten })).toMatchObject(ended);
  expect(await readBalance(workspaceId)).toBe(before - 8);
  await age(young, 121_000);
  expect(await releaseAbandonedOperations(new Date())).toBe(1);
  expect([await readBalance(workspaceId), await sumLedger(workspaceId)]).toEqual([before - 3, before - 3]);
});

test('the sweep leaves operations that it cannot record, and reports the error', async () => {
  const { workspaceId } = core;
  const before = await readBalance(workspaceId);
  const unwritten = newOperationId();
  await setAside(workspaceId, { operationId: unwritten, credits: 5, at: await serverNow() });
  await age(unwritten, 121_000);
  const write = vi.spyOn(OperationModel, 'insertMany').mockRejectedValueOnce(new Error('the store is gone'));
  await expect(releaseAbandonedOperations(new Date())).rejects.toThrow('the store is gone');
  write.mockRestore();
  expect(await readBalance(workspaceId)).toBe(before - 5);
  expect(await releaseAbandonedOperations(new Date())).toBe(1);
  expect(await readBalance(workspaceId)).toBe(before);
});

test('does not ignore a failed release', async () => {
  const { workspaceId } = core;
  const before = await readBalance(workspaceId);
  const held = await hold(6);
  const write = vi.spyOn(ledger, 'recordSettled').mockRejectedValueOnce(new Error('the store is gone'));
  await expect(releaseIfHeld(workspaceId, held, new Date())).rejects.toThrow('the store is gone');
  write.mockRestore();
  expect(await readBalance(workspaceId)).toBe(before - 6);
  await releaseIfHeld(workspaceId, held, new Date());
  expect(await readBalance(workspaceId)).toBe(before);
});
