import { globSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that take minutes (kill processes, fill disks, try thousands of inputs). CI runs them in a separate step. */
const long = '**/*.long.test.ts';
const all = ['services', 'shared', 'test', 'deploy'].map((root) => `${root}/**/*.test.ts`);
const services = ['services/core/src/**/*.test.ts', 'services/gateway/src/**/*.test.ts'];
/** Test files that match, among all of them. */
function containing(pattern: RegExp): string[] {
  return globSync(all, { exclude: ['**/node_modules'] }).filter((file) => pattern.test(readFileSync(file, 'utf8')));
}
/** Tests that change their process: nock intercepts all of its requests, and a mocked module stays mocked. */
const withNock = containing(/from 'nock'/);
const mocking = containing(/vi\.mock\(/);

interface Files {
  include: string[];
  exclude?: string[];
  isolate?: boolean;
}

function project(name: string, { exclude = [], ...files }: Files) {
  return { extends: true as const, test: { name, exclude: [...configDefaults.exclude, ...exclude], ...files } };
}

/**
 * Each file has its own database and servers, so files can share a process. Loading the services took half of their
 * time.
 */
const quick = [
  project('together', { include: all, exclude: [long, ...withNock, ...mocking], isolate: false }),
  project('nock', { include: withNock, exclude: [long], isolate: false }),
  project('mocking', { include: mocking, exclude: [long] }),
];
/** Patterns that CI runs in other steps. A project's own list replaces `--exclude`. */
const elsewhere = process.env.TESTS_EXCEPT?.split(' ') ?? [];
const slow = [project('long', { include: [long], exclude: elsewhere })];

/** Rules, mail, providers, the contract, and the edges of the gateway don't use the store. */
const storeless = [
  'services/core/src/{domain,transport,providers,openapi,schema}/**',
  'services/gateway/src/{core-client,http}/**',
];
/** Tests that also run on another store, including the long tests that compare stores or responses. */
const stored = [
  project('together', {
    include: services,
    exclude: [long, ...withNock, ...mocking, ...storeless],
    isolate: false,
  }),
  project('apart', {
    include: [
      ...['story', 'browser-sign-in'].map((name) => `test/${name}.long.test.ts`),
      'services/*/src/{actions,mcp,store}/**/*.long.test.ts',
      'services/core/src/operator/{backup/{backup,move},members/access,secrets/keys}.long.test.ts',
      'services/core/src/operator/terminal/without-secrets.long.test.ts',
      'shared/embedded-mongo/test/differential.long.test.ts',
    ],
    // Their results depend on no store: input that is rejected before it is used, and texts compared at sending.
    exclude: ['**/properties.registry.long.test.ts', '**/manifest-adversary.long.test.ts'],
  }),
  project('nock', { include: withNock, exclude: [long, ...storeless], isolate: false }),
  project('mocking', { include: mocking, exclude: [long, ...storeless] }),
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
    // The quick tests mostly wait for servers and timers, so a third worker helps.
    maxWorkers: tests === 'quick' ? 3 : 2,
    fsModuleCache: true,
    projects: projects[tests],
  },
});
