import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';
import { takeTokens } from './rate-limit-store.ts';

const dayMs = 86_400_000;
const window = { quota: 60, windowMs: 60_000 };
let core: TestCore;
beforeAll(async () => {
  core = await startTestCore();
});
afterAll(() => core.stop());

test('a clock that was a day fast locks no one out: the usual limit applies within one window', async () => {
  const buckets = mongoose.connection.db!.collection<{ _id: string; tat: Date; granted: boolean; seenAt: Date }>(
    'rate_limits',
  );
  const ahead = new Date(Date.now() + dayMs);
  await buckets.insertOne({ _id: 'stepped', tat: ahead, granted: true, seenAt: ahead });
  const taken = await takeTokens('stepped', 1, window);
  expect(taken.resetMs).toBeLessThanOrEqual(window.windowMs);
  const { tat } = (await buckets.findOne({ _id: 'stepped' }))!;
  expect(tat.getTime()).toBeLessThanOrEqual(Date.now() + window.windowMs);
});

test('an exhausted quota stays exhausted until its window has passed', async () => {
  expect((await takeTokens('busy', 60, window)).isGranted).toBe(true);
  expect(await takeTokens('busy', 1, window)).toMatchObject({ isGranted: false, remaining: 0 });
});
