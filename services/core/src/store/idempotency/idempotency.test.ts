import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import * as writing from '../documents/insert-documents.ts';
import { serverNow } from '../documents/server-clock.ts';
import * as record from './idempotency-record.ts';
import {
  claimKey,
  claimLeaseMs,
  completeKey,
  findAnswer,
  keepAnswer,
  releaseKey,
  renewClaim,
} from './idempotency-store.ts';

const { answerIn, findRecord, forgetAnswersAbout, recordId } = record;
const core: TestCore = await startTestCore();
afterAll(() => core.stop());

const now = new Date('2036-05-01T08:00:00Z');
const answer = { status: 201, body: '{"ok":true}', subjectIds: ['con_1'] };
const running = { code: 'idempotency_in_progress', options: { retryAfterSeconds: 1 } };

function newScope() {
  return { workspaceId: `wsp_${randomUUID()}`, action: 'reveal_people', key: randomUUID() };
}
type Scope = ReturnType<typeof newScope>;

function records() {
  return mongoose.connection.db!.collection<{
    _id: string;
    workspaceId: string;
    state: string;
    leaseUntil?: Date;
    expiresAt: Date;
  }>('idempotency');
}
function recordOf(scope: Scope) {
  return records().findOne({ _id: recordId(scope) });
}
async function change(scope: Scope, set: object): Promise<void> {
  await records().updateOne({ _id: recordId(scope) }, { $set: set });
}
async function claim(scope: Scope, operationId = 'op_1', giveBack = async (_id: string) => {}): Promise<string> {
  const claimed = await claimKey(scope, 'same', operationId, giveBack, now);
  if (claimed.kind !== 'claimed') throw new Error('replayed');
  return claimed.owner;
}
/** Claim whose claimant stopped responding. */
async function silentClaim() {
  const scope = newScope();
  const owner = await claim(scope);
  await change(scope, { leaseUntil: new Date(0) });
  return { scope, owner };
}

test('only the same request finds a response under its key', async () => {
  const scope = newScope();
  expect(await findAnswer(scope, 'same', now)).toBeNull();
  await keepAnswer(scope, 'same', answer, now);
  expect(await findAnswer(scope, 'same', now)).toEqual(answer);
  await expect(findAnswer(scope, 'another', now)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  for (const elsewhere of [{ workspaceId: 'wsp_2' }, { action: 'launch_campaign' }, { key: 'another' }])
    expect(await findAnswer({ ...scope, ...elsewhere }, 'another', now)).toBeNull();
});

test('a claim is valid until its lease ends', () => {
  const found = { _id: 'id', workspaceId: 'wsp_1', fingerprint: 'same', state: 'running' as const, expiresAt: now };
  expect(() => answerIn({ ...found, leaseUntil: now }, 'same', now)).toThrow('still running');
  expect(answerIn({ ...found, leaseUntil: new Date(now.getTime() - 1) }, 'same', now)).toBeNull();
  expect(answerIn({ ...found, state: 'done', status: 200, body: '{}' }, 'same', now)).toMatchObject({ subjectIds: [] });
});

test('an abandoned key is available to requests that need no claim', async () => {
  const { scope } = await silentClaim();
  expect(await findAnswer(scope, 'same', now)).toBeNull();
  expect(await recordOf(scope)).toBeNull();
  await claim(scope);
  await expect(findAnswer(scope, 'same', new Date(0))).rejects.toMatchObject(running);
});

test('the second of two concurrent claims must wait', async () => {
  const scope = newScope();
  const both = await Promise.allSettled([claim(scope), claim(scope)]);
  const refused = both.filter((each) => each.status === 'rejected');
  expect(refused).toMatchObject([{ reason: running }]);
});

test('taking over a claim first releases the credits of the silent claimant', async () => {
  const { scope } = await silentClaim();
  const given: string[] = [];
  await claim(scope, 'op_2', async (operationId) => void given.push(operationId));
  expect([given, await recordOf(scope)]).toMatchObject([['op_1'], { operationId: 'op_2', state: 'running' }]);
  await expect(claim(scope, 'op_3')).rejects.toMatchObject(running);
});

test.each([
  ['shows a sign of life', ({ scope, owner }) => renewClaim(scope, owner)],
  ['ends', ({ scope, owner }) => completeKey(scope, owner, answer)],
  ['is somebody else', ({ scope }) => change(scope, { owner: 'another' })],
] as [string, (claimed: { scope: Scope; owner: string }) => Promise<void>][])(
  'does not take over a claim whose claimant %s in the meantime',
  async (_, happens) => {
    const claimed = await silentClaim();
    await expect(claim(claimed.scope, 'op_2', () => happens(claimed))).rejects.toMatchObject(running);
    expect(await recordOf(claimed.scope)).toMatchObject({ operationId: 'op_1' });
  },
);

test("a claim is valid for its lease, by the store's clock", async () => {
  const scope = newScope();
  const before = await serverNow();
  await claim(scope);
  const leaseUntil = (await recordOf(scope))!.leaseUntil!.getTime();
  expect(leaseUntil).toBeGreaterThanOrEqual(before.getTime() + claimLeaseMs);
  expect(leaseUntil).toBeLessThanOrEqual((await serverNow()).getTime() + claimLeaseMs);
});

test('renewing extends the lease of an open claim', async () => {
  const { scope, owner } = await silentClaim();
  const before = await serverNow();
  await renewClaim(scope, owner);
  const { leaseUntil } = (await recordOf(scope))!;
  expect(leaseUntil!.getTime()).toBeGreaterThanOrEqual(before.getTime() + claimLeaseMs);
  await completeKey(scope, owner, answer);
  await change(scope, { leaseUntil: new Date(0) });
  await renewClaim(scope, owner);
  await releaseKey(scope, owner);
  await expect(completeKey(scope, owner, answer)).rejects.toMatchObject(running);
  expect(await recordOf(scope)).toMatchObject({ state: 'done', leaseUntil: new Date(0) });
});

test('releasing a claim frees its key', async () => {
  const scope = newScope();
  await releaseKey(scope, await claim(scope));
  expect(await recordOf(scope)).toBeNull();
  await expect(completeKey(scope, await claim(newScope()), answer)).rejects.toMatchObject(running);
});

test('erasing a person removes responses, but keeps their keys taken for the same time', async () => {
  const [scope, another] = [newScope(), newScope()];
  const untouched = { ...scope, key: randomUUID() };
  for (const each of [scope, another]) await keepAnswer(each, 'same', answer, now);
  await keepAnswer(untouched, 'same', { ...answer, subjectIds: ['con_2'] }, now);
  const { workspaceId } = scope;
  await forgetAnswersAbout(workspaceId, 'con_none');
  const { expiresAt } = (await recordOf(scope))!;
  await forgetAnswersAbout(workspaceId, 'con_1');
  for (const fingerprint of ['same', 'another'])
    await expect(findAnswer(scope, fingerprint, now)).rejects.toMatchObject({ code: 'erased' });
  expect(await recordOf(scope)).toBeNull();
  const left = await records().find({ workspaceId, state: 'erased' }).toArray();
  expect(left).toMatchObject([{ expiresAt, fingerprint: '' }]);
  for (const each of [another, untouched]) expect(await findAnswer(each, 'same', now)).not.toBeNull();
});

test.each([
  ['ended', { state: 'done' }],
  ['been claimed again', { owner: 'another' }],
])('does not remove an abandoned claim that has %s in the meantime', async (_what, meanwhile) => {
  const { scope } = await silentClaim();
  const before = await findRecord(scope);
  await change(scope, meanwhile);
  const look = vi.spyOn(record, 'findRecord').mockResolvedValueOnce(before);
  expect(await findAnswer(scope, 'same', now)).toBeNull();
  look.mockRestore();
  expect(await recordOf(scope)).toMatchObject(meanwhile);
});

test("a claim that cannot be written fails with the store's error", async () => {
  const write = vi.spyOn(writing, 'insertDocuments').mockRejectedValueOnce(new Error('the store is gone'));
  await expect(claim(newScope())).rejects.toThrow('the store is gone');
  write.mockRestore();
});
