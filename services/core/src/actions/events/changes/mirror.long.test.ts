import { afterAll, beforeAll, expect, test } from 'vitest';
import { followRandomWrites } from '../../../testing/random-writes.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

const limits = { RATE_LIMIT_KEY_PER_MINUTE: '1000000', RATE_LIMIT_WORKSPACE_PER_MINUTE: '1000000' };

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ environment: limits });
});
afterAll(() => core.stop());

test('a mirror equals the store after 300 random writes beside bulk writers of 400', { timeout: 60_000 }, async () => {
  const { mirrored, stored, changes } = await followRandomWrites(core, { writes: 300, bulk: 400, seed: 11 });
  expect(changes).toBeGreaterThan(1_000);
  expect(stored.length).toBeGreaterThan(800);
  expect(mirrored).toEqual(stored);
});
