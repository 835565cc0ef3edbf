import mongoose from 'mongoose';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DailyLimits } from '../../domain/approvals/daily-limits.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { addUsage, readUsage } from '../../store/approvals/connection-usage-store.ts';
import { inventAction, inventExecution } from '../../testing/invented/execution.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import type { PricedPlan } from '../credits/price.ts';
import { reasonForApproval, requirePerson, requirePersonAtOnce, takeBackUsage } from './require-person.ts';

const core: TestCore = await startTestCore();
afterAll(() => core.stop());

const now = new Date('2036-05-01T08:00:00Z');
let workspaceId: string;
let context: ActionContext;

beforeEach(async () => {
  ({ workspaceId } = await core.addWorkspace({ credits: 0 }));
  ({ context } = await inventExecution(core, workspaceId, inventAction(), { now: () => now }));
});

function by(connection?: DailyLimits, member?: DailyLimits, facts: Partial<ActionContext> = {}): ActionContext {
  return {
    ...context,
    ...(connection && { connection: { id: 'key_1', limits: connection, runsAtOnce: false } }),
    ...(member && { limitedMember: { id: 'usr_1', limits: member } }),
    ...facts,
  };
}

function plan(credits: number, recipients?: number, launchConcerns?: string[]): PricedPlan {
  const facts = { summary: '', effects: [], skipped: [], warnings: [], state: null };
  return { ...facts, cost: credits, recipients, launchConcerns };
}

function used(id: string) {
  return readUsage(workspaceId, id, now);
}

function counters(): Promise<number> {
  return mongoose.connection.db!.collection('connection_usage').countDocuments({ workspaceId });
}

const tight = { credits: 10, recipients: 3 };
const ways = { 'in a transaction': requirePerson, 'at once': requirePersonAtOnce };

test.each(Object.entries(ways))(
  '%s, counts what the limits cover, and requires approval for the rest',
  async (_, require) => {
    await require(by(tight), plan(8, 1));
    expect(await used('key_1')).toEqual({ credits: 8, recipients: 1 });
    const refused = require(by(tight), plan(3));
    await expect(refused).rejects.toMatchObject({
      plan: plan(3),
      reason: expect.stringMatching(
        /It spends 3 credits; without approval this connection .*of which 8 are used today/,
      ),
      message: expect.stringContaining('It spends 3 credits'),
    });
    await expect(require(by(tight), plan(0, 3))).rejects.toThrow('It writes to 3 people');
    await require(by(tight), plan(2, 2));
    expect(await used('key_1')).toEqual({ credits: 10, recipients: 3 });
    await expect(require(by(tight), plan(1)), 'used up').rejects.toThrow('It spends 1 credit');
  },
);

test.each(Object.entries(ways))(
  '%s, applies the limits of both key and member, and counts nothing for rejected requests',
  async (_, require) => {
    const wide = { credits: 100, recipients: 100 };
    await expect(require(by(wide, tight), plan(11))).rejects.toThrow('this member may go to 10 credits');
    await expect(require(by(tight, wide), plan(11))).rejects.toThrow('this connection may go to 10 credits');
    expect([await used('key_1'), await used('usr_1')]).toEqual([
      { credits: 0, recipients: 0 },
      { credits: 0, recipients: 0 },
    ]);
    await require(by(wide, tight), plan(4, 1));
    expect([await used('key_1'), await used('usr_1')]).toEqual([
      { credits: 4, recipients: 1 },
      { credits: 4, recipients: 1 },
    ]);
  },
);

test.each(Object.entries(ways))(
  '%s, leaves no counter for free actions without recipients, or without limits',
  async (_, require) => {
    await require(by({ credits: 0, recipients: 0 }), plan(0));
    await require(by(), plan(1_000, 1_000));
    expect(await counters()).toBe(0);
    await require(by(tight), plan(0, 1));
    await require(by(tight), plan(1));
    expect(await used('key_1')).toEqual({ credits: 1, recipients: 1 });
  },
);

test("a failure is deducted again from everyone's count", async () => {
  const one = by(tight, tight);
  await requirePersonAtOnce(one, plan(10, 2));
  await takeBackUsage(one, plan(4, 1));
  expect(await used('key_1')).toEqual({ credits: 6, recipients: 1 });
  expect(await used('usr_1')).toEqual({ credits: 6, recipients: 1 });
  await takeBackUsage(by(), plan(1));
  expect(await counters()).toBe(2);
});

test('never exceeds the daily limits under concurrent requests', async () => {
  const asked = Array.from({ length: 6 }, () => requirePersonAtOnce(by(tight), plan(4)));
  const passed = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled');
  expect([passed.length, await used('key_1')]).toEqual([2, { credits: 8, recipients: 0 }]);
});

test('still requires approval if others free up the limit before the check', async () => {
  let isFull = true;
  // The clock is read once for taking, and once for finding the reason of the failure.
  const clock = () => {
    const day = isFull ? now : new Date('2036-05-02T08:00:00Z');
    isFull = false;
    return day;
  };
  await addUsage(workspaceId, 'key_1', { credits: 10, recipients: 0 }, now);
  const refused = requirePersonAtOnce(by(tight, undefined, { now: clock }), plan(1));
  await expect(refused).rejects.toMatchObject({ reason: 'Other requests use up the daily limits.' });
});

test('autopilot covers launches up to its own limit, and nothing that spends or has warnings', async () => {
  const launches = (isOn: boolean) => ({
    ...context.workspace,
    autopilotRules: { launches: { isOn, recipientsPerDay: 5 } },
  });
  const none = { credits: 0, recipients: 0 };
  const [on, off] = [true, false].map((isOn) => by(none, undefined, { workspace: launches(isOn) }));
  expect(await requirePerson(on!, plan(0, 4, []))).toEqual({ isByAutopilot: true });
  expect([await used('autopilot'), await used('key_1')]).toEqual([{ credits: 0, recipients: 4 }, none]);
  for (const [who, asked, reason] of [
    [
      on,
      plan(0, 2, []),
      /It writes to 2 people.* As for autopilot: autopilot may launch to 5 people a day, of which 4/,
    ],
    [on, plan(0, 1, ['no basis']), /As for autopilot: .*no basis/],
    [on, plan(0, 1), /^It writes to 1 person; without approval this connection may do none of that\.$/],
    [on, plan(1, 1, []), /^It writes to 1 person[^:]*$/],
    [off, plan(0, 1, []), /^It writes to 1 person[^:]*$/],
  ] as const) {
    await expect(requirePerson(who!, asked)).rejects.toMatchObject({ reason: expect.stringMatching(reason) });
    expect(await reasonForApproval(who!, asked)).toMatch(reason);
  }
  expect(await reasonForApproval(on!, plan(0, 1, []))).toBeNull();
  const within = by(tight, undefined, { workspace: launches(true) });
  expect(await requirePerson(within, plan(0, 3, []))).toEqual({ isByAutopilot: false });
  expect(await reasonForApproval(within, plan(0, 1))).toContain('of which 3 are used');
  expect((await used('autopilot')).recipients).toBe(4);
});
