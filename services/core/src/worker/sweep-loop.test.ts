import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginOperation } from '../store/credits/operation-store.ts';
import { findTail } from '../store/events/audit/audit-chain-store.ts';
import { beginSending } from '../store/messages/message-queue.ts';
import { findMessage, findMessagesOfEnrollment } from '../store/messages/message-store.ts';
import { startRunningCampaign } from '../testing/running-campaign.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { recoverLost } from './sending/send-loop.ts';
import { sweep } from './sweep-loop.ts';

const now = new Date('2030-01-07T10:00:00Z');
let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ now: () => now, environment: { SENDING_FREE_MB_MIN: '0' } });
});
afterAll(() => core.stop());

async function balance(): Promise<number> {
  return (await core.request('GET', '/credits/balance')).body.data.balance;
}

test('chains the audit log of each workspace, and then has nothing left to do', async () => {
  const other = await core.addWorkspace();
  for (const key of [core.key, other.key])
    expect((await core.request('POST', '/tags', { key, body: { name: 'New' } })).status).toBe(201);
  expect(await sweep(core.deps)).toBe(true);
  for (const { workspaceId } of [core, other]) expect((await findTail(workspaceId)).count).toBe(0);
  expect(await sweep(core.deps)).toBe(false);
});

test('releases the holds of a dead process, but not those still in use', async () => {
  const before = await balance();
  const actor = { kind: 'system', id: 'test', name: 'test' } as const;
  const begin = (operationId: string, leaseMs: number) =>
    beginOperation(core.workspaceId, 5, { operationId, action: 'reveal_people', actor }, leaseMs, now);
  await begin('op_dead', -60_000);
  await begin('op_alive', 60_000);
  expect(await balance()).toBe(before - 10);
  expect(await sweep(core.deps)).toBe(true);
  expect(await balance()).toBe(before - 5);
  expect(await sweep(core.deps)).toBe(false);
});

test('stops all sending while the disk is nearly full', async () => {
  const reasons = async () =>
    (await core.request('GET', '/sending')).body.data.stops.map(({ reason }: { reason: string }) => reason);
  const isFull = { ...core.deps, config: { ...core.config, sendingFreeBytesMin: Number.MAX_SAFE_INTEGER } };
  await sweep(isFull);
  expect(await reasons()).toEqual(['disk_full']);
  await sweep(core.deps);
  expect(await reasons()).toEqual([]);
});

test('a message interrupted by a dead worker is unconfirmed, emits an event, and is followed up', async () => {
  const { workspaceId } = core;
  const { messages, campaign } = await startRunningCampaign({ workspaceId, people: 2, smtpPort: null, now });
  const [lost, held] = messages;
  await beginSending([lost!], { owner: 'dead', leaseMs: -1 }, now);
  await beginSending([held!], { owner: 'alive', leaseMs: 60_000 }, now);
  expect(await recoverLost(core.deps)).toBe(true);
  expect(await recoverLost(core.deps)).toBe(false);
  expect(await findMessage(workspaceId, lost!.id)).toMatchObject({ state: 'unconfirmed' });
  expect(await findMessage(workspaceId, held!.id)).toMatchObject({ state: 'sending' });
  const { body } = await core.request('GET', '/events?type=message.unconfirmed');
  expect(body.data).toMatchObject([
    { subjectId: lost!.id, data: { campaignId: campaign.id, contactId: lost!.contactId } },
  ]);
  const followUps = await findMessagesOfEnrollment(workspaceId, lost!.enrollmentId!);
  expect(followUps.map(({ state }) => state)).toEqual(['unconfirmed', 'scheduled']);
});
