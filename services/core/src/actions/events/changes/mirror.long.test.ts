import { afterAll, beforeAll, expect, test } from 'vitest';
import { followRandomWrites } from '../../../testing/random-writes.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

const limits = { RATE_LIMIT_KEY_PER_MINUTE: '1000000', RATE_LIMIT_WORKSPACE_PER_MINUTE: '1000000' };

let core: TestCore;
beforeAll(async () => {
  core = await startTestCore({ environment: limits });
});
afterAll(() => core.stop());

/** More for a longer test: MIRROR_WRITES=10000 MIRROR_BULK=1000. */
const writes = Number(process.env.MIRROR_WRITES ?? 300);
const bulk = Number(process.env.MIRROR_BULK ?? 400);

test('a mirror equals the store after many random writes beside bulk writers', {
  timeout: 60_000 + writes * 100,
}, async () => {
  const { mirrored, stored, changes } = await followRandomWrites(core, { writes, bulk, seed: 11 });
  expect(changes).toBeGreaterThan(2 * bulk);
  expect(stored.length).toBeGreaterThan(2 * bulk);
  expect(mirrored).toEqual(stored);
});
