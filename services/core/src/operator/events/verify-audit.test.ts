import { decodeTime, ulid } from 'ulid';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { clockStepText } from '../../domain/events/audit/clock-steps.ts';
import { newId } from '../../domain/values/ids.ts';
import { noteUnseenStep } from '../../engine/events/audit/note-clock-step.ts';
import { verifyChain } from '../../engine/events/audit/verify-chain.ts';
import { currentDatabase } from '../../store/connection/connect.ts';
import { chainSome, findUnchainedWorkspaces } from '../../store/events/audit/audit-chain-store.ts';
import { addAuditEntry } from '../../store/events/audit/audit-store.ts';
import { removeOld } from '../../store/maintenance/retention-store.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

interface Entry {
  _id: string;
  workspaceId: string;
  createdAt: Date;
  chain: { seq: number; hash: string };
}

const core: TestCore = await startTestCore();
afterAll(() => core.stop());

let workspaceId = '';
let key = '';
function audit() {
  return currentDatabase().collection<Entry>('audit');
}
/** Writes an entry as someone with access to the store would. */
async function insert(entry: object): Promise<void> {
  await audit().insertOne(entry as Entry);
}
async function act(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1)
    await core.request('POST', '/tags', {
      key,
      body: { name: `tag ${Math.random()}` },
      idempotencyKey: `k${Math.random()}`,
    });
}
async function entryAt(seq: number): Promise<Entry> {
  return (await audit().findOne({ workspaceId, 'chain.seq': seq }))!;
}
async function problems(): Promise<string[]> {
  return (await verifyChain(workspaceId)).problems;
}

beforeEach(async () => {
  ({ workspaceId, key } = await core.addWorkspace());
  await act(6);
  await Promise.all([chainSome(workspaceId), chainSome(workspaceId)]);
});

test('chains each entry once, also under concurrent runs, and reports the tail', async () => {
  expect(await verifyChain(workspaceId)).toMatchObject({
    entries: 6,
    head: { seq: 6 },
    tail: { count: 0 },
    problems: [],
  });
  await act(2);
  expect(await findUnchainedWorkspaces()).toContain(workspaceId);
  expect(await verifyChain(workspaceId)).toMatchObject({ entries: 6, tail: { count: 2, since: expect.any(Date) } });
  await chainSome(workspaceId);
  expect(await verifyChain(workspaceId)).toMatchObject({ entries: 8, tail: { count: 0 }, problems: [] });
});

test.each([
  ['actor', { 'actor.id': 'key_other' }],
  ['result', { result: 'forbidden' }],
  ['credits', { credits: 7 }],
  ['time', { createdAt: new Date(0) }],
])('detects a changed %s', async (_name, change) => {
  await audit().updateOne({ _id: (await entryAt(3))._id }, { $set: change });
  expect(await problems()).toEqual([expect.stringMatching(/^entry 3 .* was changed$/)]);
});

test('detects removed entries in the middle and at the end, and an inserted entry', async () => {
  const third = await entryAt(3);
  await audit().insertOne({ ...third, _id: 'aud_inserted' });
  expect(await problems()).toEqual([expect.stringContaining('was inserted')]);
  await audit().deleteMany({ _id: { $in: ['aud_inserted', third._id] } });
  expect(await problems()).toEqual(['entries 3 to 3 were removed']);
  await audit().deleteMany({ workspaceId, 'chain.seq': { $gt: 4 } });
  expect(await problems()).toEqual(['entries 3 to 3 were removed', 'entries 5 to 6 were removed']);
});

test('accepts an erased summary and entries removed by retention', async () => {
  await audit().updateMany({ workspaceId }, { $set: { summary: '(erased)' }, $unset: { address: '' } });
  expect(await problems()).toEqual([]);
  const fifth = await entryAt(5);
  expect(await removeOld(workspaceId, 'audit', fifth.createdAt, 100)).toBeGreaterThan(0);
  await act(1);
  await chainSome(workspaceId);
  expect(await problems()).toEqual([]);
});

test.each([
  ['an old id', () => ({ _id: oldId(), createdAt: new Date(decodeTime(oldId().slice(4))) })],
  ['a new id and an old time', () => ({ _id: newId('aud'), createdAt: new Date(Date.now() - 3_600_000) })],
  ['an id of its own making', () => ({ _id: 'aud_of_my_own', createdAt: new Date() })],
])('detects a handwritten entry with %s once it is chained', async (_name, made) => {
  await act(1);
  const { chain: _chain, ...third } = await entryAt(3);
  await insert({ ...third, ...made() });
  expect(await verifyChain(workspaceId)).toMatchObject({ tail: { count: 2 } });
  await chainSome(workspaceId);
  expect(await problems()).toEqual([expect.stringMatching(/was inserted later than it says$/)]);
});

test('detects a handwritten entry with the current time once it is chained', async () => {
  const { chain: _chain, ...third } = await entryAt(3);
  await insert({ ...third, _id: newId('aud'), createdAt: new Date() });
  await chainSome(workspaceId);
  expect(await problems()).toEqual([expect.stringMatching(/^entry 7 .* was not written by the product$/)]);
});

test('detects a handwritten entry after removed ones', async () => {
  const { chain: _chain, ...third } = await entryAt(3);
  await audit().deleteMany({ workspaceId, 'chain.seq': { $gt: 4 } });
  await insert({ ...third, _id: newId('aud'), createdAt: new Date() });
  await chainSome(workspaceId);
  expect(await problems()).toEqual([
    'entries 5 to 6 were removed',
    expect.stringMatching(/^entry 7 .* was not written by the product$/),
  ]);
});

test('accepts unmarked entries of an older version, but not a day after marked ones', async () => {
  await audit().updateMany({ workspaceId }, { $unset: { mark: '' } });
  await act(1);
  await chainSome(workspaceId);
  expect(await problems()).toEqual([]);
  const later = Date.now() + 25 * 3_600_000;
  const { chain: _chain, ...third } = await entryAt(3);
  await insert({ ...third, _id: `aud_${ulid(later)}`, createdAt: new Date(later) });
  await chainSome(workspaceId);
  expect(await problems()).toEqual([expect.stringMatching(/^entry 8 .* was not written by the product$/)]);
});

test('a merge, which moves the history of one record to another, changes no entry', async () => {
  const create = async (email: string) =>
    (await core.request('POST', '/contacts', { key, body: { email } })).body.data.id as string;
  const [kept, other] = [await create('kept@audit.example'), await create('other@audit.example')];
  await chainSome(workspaceId);
  const merged = await core.request('POST', `/contacts/${kept}/merge`, { key, body: { otherContactId: other } });
  expect(merged.status).toBe(200);
  await chainSome(workspaceId);
  expect(await audit().countDocuments({ workspaceId, subjectIds: kept })).toBe(3);
  expect(await problems()).toEqual([]);
});

/** Returns an entry ID from an hour ago. */
function oldId(): string {
  return `aud_${ulid(Date.now() - 3_600_000)}`;
}

/** Acts a day later, and chains what was written. */
async function actTomorrow(count: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  await act(count);
  await chainSome(workspaceId);
  vi.useRealTimers();
}

/** Writes an entry as a process that started after the step does: its IDs follow the clock again. */
async function actAfterRestart(): Promise<void> {
  const { _id: _, chain: __, ...facts } = await entryAt(1);
  const entry = { ...facts, _id: `aud_${ulid()}`, createdAt: new Date() };
  await addAuditEntry(entry as unknown as Parameters<typeof addAuditEntry>[0]);
}

test('a clock that was set back accuses no entry, and is reported as a step', async () => {
  await actTomorrow(3);
  expect(await problems()).toEqual([]);
  await act(2);
  await actAfterRestart();
  await noteUnseenStep(workspaceId, new Date());
  // The same step is recorded once.
  await noteUnseenStep(workspaceId, new Date());
  await chainSome(workspaceId);
  const report = await verifyChain(workspaceId);
  expect(report).toMatchObject({ problems: [], tail: { count: 0 }, steps: [expect.anything()] });
  const [{ from, to }] = report.steps as [{ from: Date; to: Date }];
  expect(Math.round((from.getTime() - to.getTime()) / 3_600_000)).toBe(24);
  expect(clockStepText({ from, to })).toMatch(/^The clock moved back by 1 day, from /);

  // A forged entry from before the step is still accused.
  const forged = { ...(await entryAt(2)), _id: `aud_${ulid(Date.now() - 3 * 86_400_000)}` };
  await insert({ ...forged, chain: { ...forged.chain, seq: report.head.seq } });
  expect(await problems()).not.toEqual([]);
});

test('without a recorded step, entries from before are accused', async () => {
  await actTomorrow(1);
  await actAfterRestart();
  await chainSome(workspaceId);
  expect(await problems()).toContainEqual(expect.stringContaining('was inserted later than it says'));
});
