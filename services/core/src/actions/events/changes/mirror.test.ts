import { afterAll, beforeAll, expect, test } from 'vitest';
import { followRandomWrites } from '../../../testing/random-writes.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({
    environment: { RATE_LIMIT_KEY_PER_MINUTE: '1000000', RATE_LIMIT_WORKSPACE_PER_MINUTE: '1000000' },
  });
});
afterAll(() => core.stop());

test('a mirror equals the store after random writes beside bulk writers, with two workers that are killed', async () => {
  const { mirrored, stored, changes } = await followRandomWrites(core, { writes: 60, bulk: 50, seed: 7 });
  expect(changes).toBeGreaterThan(100);
  expect(mirrored).toEqual(stored);
});
