import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { AnyEvent } from '../../domain/events/event-payloads.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { addUsage, readUsage, takeUsage, UsageModel } from '../approvals/connection-usage-store.ts';
import { clearAside, readBalance } from '../credits/balance-store.ts';
import { captureCredits, grantCredits, listLedger, refundCredits } from '../credits/ledger-store.ts';
import { beginOperation, finishOperation, newOperationId } from '../credits/operation-store.ts';
import { sumSpentByDay } from '../credits/spending-store.ts';
import { inTransaction } from '../documents/transaction.ts';
import { addAuditEntry, blankAuditAbout, listAudit } from '../events/audit/audit-store.ts';
import {
  addEvents,
  findEvent,
  findPendingEvents,
  listEvents,
  markEventsQueued,
  removeEventsAbout,
  removeSuppressionEvents,
} from '../events/event-store.ts';

const core: TestCore = await startTestCore();
afterAll(() => core.stop());

const now = new Date('2036-05-01T08:00:00Z');
const dayMs = 24 * 60 * 60_000;
const page = { limit: 100, sort: 'id' };
let workspaceId: string;
let other: string;

beforeEach(() => {
  [workspaceId, other] = [`wsp_${randomUUID()}`, `wsp_${randomUUID()}`];
});

function collection(name: string) {
  return mongoose.connection.db!.collection<{ _id: string }>(name);
}

function emit(type: string, subjectId: string, data = {}, at = now, workspace = workspaceId): Promise<void> {
  return addEvents(workspace, [{ type, subjectId, data } as AnyEvent], at);
}

async function subjects(filter: Parameters<typeof listEvents>[1] = {}): Promise<string[]> {
  return (await listEvents(workspaceId, filter, page)).items.map(({ subjectId }) => subjectId);
}

test('finds events by type, subject, and position, within their own workspace', async () => {
  await emit('contact.created', 'con_1');
  await emit('contact.updated', 'con_1');
  await emit('contact.created', 'con_2');
  await emit('contact.created', 'con_1', {}, now, other);
  expect(await subjects()).toEqual(['con_1', 'con_1', 'con_2']);
  expect(await subjects({ type: 'contact.created' })).toEqual(['con_1', 'con_2']);
  expect(await subjects({ subjectId: 'con_2' })).toEqual(['con_2']);
  const [first] = (await listEvents(workspaceId, {}, page)).items;
  expect(await subjects({ afterEventId: first!.id })).toEqual(['con_1', 'con_2']);
  expect(await findEvent(workspaceId, first!.id)).toMatchObject({ id: first!.id, createdAt: now });
  expect([await findEvent(other, first!.id), await findEvent(workspaceId, 'evt_none')]).toEqual([null, null]);
  await removeEventsAbout(workspaceId, 'con_1');
  expect([await subjects(), (await listEvents(other, {}, page)).items.length]).toEqual([['con_2'], 1]);
});

test('returns unqueued events, oldest first, until they are queued', async () => {
  await emit('contact.created', 'con_late', {}, new Date(now.getTime() - 1));
  await emit('contact.created', 'con_early', {}, new Date(now.getTime() - 2));
  const pending = async (limit: number) => {
    const found = await findPendingEvents(limit);
    return found.filter((event) => event.workspaceId === workspaceId);
  };
  const [early, late] = await pending(1_000);
  expect([early?.subjectId, late?.subjectId]).toEqual(['con_early', 'con_late']);
  expect(await findPendingEvents(1)).toHaveLength(1);
  await markEventsQueued([early!]);
  expect((await pending(1_000)).map(({ id }) => id)).toEqual([late!.id]);
});

test('erasing an address removes only the events of its suppression', async () => {
  const address = { value: 'ada@a.example' };
  await emit('suppression.added', 'sup_1', address);
  await emit('suppression.removed', 'sup_1', address);
  await emit('suppression.added', 'sup_2', { value: 'ben@a.example' });
  await emit('contact.created', 'con_1', address);
  await emit('suppression.added', 'sup_1', address, now, other);
  await removeSuppressionEvents(workspaceId, address.value);
  expect([await subjects(), (await listEvents(other, {}, page)).items.length]).toEqual([['sup_2', 'con_1'], 1]);
});

test('finds audit entries by action, result, subject, and actor, and blanks those of an erased record', async () => {
  const entry = (facts: object, workspace = workspaceId) =>
    addAuditEntry({
      workspaceId: workspace,
      actor: { kind: 'user', id: 'usr_1', name: 'Ada' },
      via: 'app',
      effect: 'write',
      action: 'create_contact',
      inputDigest: 'digest',
      requestId: 'req_1',
      result: 'ok',
      summary: 'Created Ada.',
      credits: 0,
      subjectIds: ['con_1'],
      createdAt: now,
      idempotencyKey: 'ada',
      address: '192.0.2.1',
      ...facts,
    } as Parameters<typeof addAuditEntry>[0]);
  await entry({});
  await entry({ action: 'delete_contact', subjectIds: ['con_2'] });
  await entry({ result: 'not_found', subjectIds: ['con_3'], actor: { kind: 'user', id: 'usr_2', name: 'Ben' } });
  await entry({}, other);
  const found = async (filter: object, workspace = workspaceId) =>
    (await listAudit(workspace, filter, page)).items.map(({ subjectIds }) => subjectIds[0]);
  expect(await found({})).toEqual(['con_1', 'con_2', 'con_3']);
  expect(await found({ action: 'delete_contact' })).toEqual(['con_2']);
  expect(await found({ result: 'not_found' })).toEqual(['con_3']);
  expect(await found({ subjectId: 'con_2' })).toEqual(['con_2']);
  expect(await found({ actorId: 'usr_2' })).toEqual(['con_3']);
  await blankAuditAbout(workspaceId, 'con_1');
  const [erased, kept] = (await listAudit(workspaceId, {}, page)).items;
  expect(erased).toMatchObject({ summary: '(erased)', action: 'create_contact' });
  expect([erased?.idempotencyKey, erased?.address, kept?.address]).toEqual([undefined, undefined, '192.0.2.1']);
  expect((await listAudit(other, {}, page)).items[0]?.summary).toBe('Created Ada.');
});

test('counts usage per workspace, key, and day, and deletes it after two days', async () => {
  const limits = { credits: 5, recipients: null };
  const take = (credits: number, recipients: number) =>
    takeUsage(workspaceId, 'key_1', { credits, recipients }, limits, now);
  expect([await take(5, 9), await take(1, 0), await take(0, 1)]).toEqual([true, false, true]);
  await addUsage(workspaceId, 'key_2', { credits: 1, recipients: 2 }, now);
  const tomorrow = new Date(now.getTime() + dayMs);
  const nothing = { credits: 0, recipients: 0 };
  expect(await readUsage(workspaceId, 'key_1', now)).toEqual({ credits: 5, recipients: 10 });
  expect(await readUsage(workspaceId, 'key_2', now)).toEqual({ credits: 1, recipients: 2 });
  for (const none of [readUsage(workspaceId, 'key_1', tomorrow), readUsage(other, 'key_1', now)])
    expect(await none).toEqual(nothing);
  const stored = await collection('connection_usage').find({ workspaceId }).toArray();
  const expiresAt = new Date(now.getTime() + 2 * dayMs);
  expect(stored).toMatchObject([
    { workspaceId, expiresAt },
    { workspaceId, expiresAt },
  ]);
});

test('counts usage when two processes start the day concurrently', async () => {
  const limits = { credits: 5, recipients: null };
  const take = () => takeUsage(workspaceId, 'key_1', { credits: 2, recipients: 0 }, limits, now);
  expect(await take()).toBe(true);
  // Simulates a check made before another process started the day.
  const early = { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedCount: 0, upsertedId: null };
  const failSecond = (error: Error) =>
    vi.spyOn(UsageModel, 'updateOne').mockResolvedValueOnce(early).mockRejectedValueOnce(error);
  const gone = failSecond(new Error('the store is gone'));
  await expect(take()).rejects.toThrow('the store is gone');
  gone.mockRestore();
  const late = failSecond(Object.assign(new Error('E11000 duplicate key'), { code: 11_000 }));
  expect(await take()).toBe(true);
  late.mockRestore();
  expect(await take()).toBe(false);
});

function reasonOf(operationId: string) {
  return { operationId, actor: { kind: 'system', id: 'test', name: 'test' } as const, action: 'reveal_people' };
}

async function entries(): Promise<string[]> {
  const { items } = await listLedger(workspaceId, {}, page);
  return items.map(({ kind, amount, balanceAfter }) => `${kind} ${amount} ${balanceAfter}`).sort();
}

test('spending of a day is captures minus refunds, and never negative', async () => {
  const at = new Date();
  await inTransaction(() => grantCredits(workspaceId, 100, reasonOf('grant'), at));
  await inTransaction(() => captureCredits(workspaceId, 30, reasonOf('one'), at));
  await inTransaction(() => refundCredits(workspaceId, 10, reasonOf('one'), at));
  await inTransaction(() => grantCredits(other, 10, reasonOf('grant'), at));
  await inTransaction(() => refundCredits(other, 10, reasonOf('two'), at));
  const since = new Date(at.getTime() - dayMs);
  const zone = 'Europe/Berlin';
  const day = at.toLocaleDateString('sv-SE', { timeZone: zone });
  expect(await sumSpentByDay(workspaceId, since, zone)).toEqual([{ day, credits: 20 }]);
  expect(await sumSpentByDay(other, since, zone)).toEqual([{ day, credits: 0 }]);
  expect(await sumSpentByDay(`wsp_${randomUUID()}`, since, zone)).toEqual([]);
});

test('cannot capture released credits', async () => {
  const operationId = newOperationId();
  await inTransaction(() => grantCredits(workspaceId, 100, reasonOf('grant'), now));
  await beginOperation(workspaceId, 25, reasonOf(operationId), 60_000, now);
  await clearAside(workspaceId, operationId, 25);
  await clearAside(workspaceId, operationId, 25);
  const finish = (captured: number) =>
    inTransaction(() => finishOperation(workspaceId, operationId, captured, [], now));
  await expect(finish(1)).rejects.toThrow('given up');
  expect([await readBalance(workspaceId), await entries()]).toEqual([100, ['grant 100 100', 'hold -25 75']]);
});

test.each([
  [10, ['capture -10 90', 'grant 100 100', 'release 25 100'], 90],
  [0, ['grant 100 100', 'release 25 100'], 100],
])("captures %i of an earlier release's hold and releases the rest", async (captured, expected, balance) => {
  const operationId = newOperationId();
  await inTransaction(() => grantCredits(workspaceId, 100, reasonOf('grant'), now));
  await beginOperation(workspaceId, 0, reasonOf(operationId), 60_000, now);
  await collection('operations').updateOne({ _id: operationId }, { $set: { held: 25 }, $unset: { aside: '' } });
  await collection('balances').updateOne({ _id: workspaceId }, { $set: { balance: 75 } });
  const left = await inTransaction(() => finishOperation(workspaceId, operationId, captured, [], now));
  expect([left, await readBalance(workspaceId), await entries()]).toEqual([balance, balance, expected]);
});
