import { defineConfig } from 'vitest/config';

/** For running this package alone. Its tests start their own servers. */
export default defineConfig({
  test: { include: ['src/**/*.test.ts', 'test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, pool: 'forks' },
});
