import { globSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';

/** What takes minutes by its nature (ends processes, fills disks, thousands of generated inputs): CI runs it in a step of its own. */
const long = '**/*.long.test.ts';
const all = ['services', 'shared', 'test', 'deploy'].map((root) => `${root}/**/*.test.ts`);
const services = ['services/core/src/**/*.test.ts', 'services/gateway/src/**/*.test.ts'];
/** What changes its process: nock stands before every request of it, and a clock that stands still is everybody's. */
const changing = globSync(all, { exclude: ['**/node_modules'] }).filter((file) =>
  /from 'nock'|vi\.(useFake|mock)/.test(readFileSync(file, 'utf8')),
);

interface Files {
  include: string[];
  exclude?: string[];
  isolate?: boolean;
}

function project(name: string, { exclude = [], ...files }: Files) {
  return { extends: true as const, test: { name, exclude: [...configDefaults.exclude, ...exclude], ...files } };
}

/** Each file has its own database and servers, so that they may share a process: half of their time was loading the services. */
const quick = [
  project('together', { include: all, exclude: [long, ...changing], isolate: false }),
  project('changing', { include: changing, exclude: [long] }),
];
const slow = [project('long', { include: [long] })];

/** Rules, mail, providers and the contract know no store, and neither do the gateway's edges. */
const storeless = [
  'services/core/src/{domain,transport,providers,openapi,schema}/**',
  'services/gateway/src/{core-client,http}/**',
  // Makes backups, of which a store without snapshots has none: that it refuses them is part of `backup.long.test.ts`.
  'services/core/src/worker/backup-loop.test.ts',
];
/** What is run on another store as well: of the long tests those that compare stores and what operations answer. */
const stored = [
  project('together', { include: services, exclude: [long, ...changing, ...storeless], isolate: false }),
  project('apart', {
    include: [
      ...['story', 'browser-sign-in.long'].map((name) => `test/${name}.test.ts`),
      'services/*/src/{actions,mcp,store}/**/*.long.test.ts',
      'services/core/src/operator/{backup/backup,secrets/keys}.long.test.ts',
      'shared/embedded-mongo/test/differential.long.test.ts',
    ],
    // What is refused before the store is asked is refused alike on every store.
    exclude: ['**/properties.registry.long.test.ts'],
  }),
  project('changing', { include: changing, exclude: [long, ...storeless] }),
];
const projects = { quick, long: slow, store: stored };
const tests = (process.env.TESTS ?? 'quick') as keyof typeof projects;

export default defineConfig({
  test: {
    globalSetup: ['test/harness/store-setup.ts'],
    setupFiles: process.env.STORE_COMMANDS ? ['services/core/src/testing/store-commands/record.ts'] : [],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // A third one works while the quick ones wait for servers and clocks of their own.
    maxWorkers: tests === 'quick' ? 3 : 2,
    fsModuleCache: true,
    projects: projects[tests],
  },
});
