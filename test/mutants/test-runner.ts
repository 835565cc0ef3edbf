import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { type Visits, withCounters } from './count-visits.ts';
import { type Mutant, withMutant } from './mutate.ts';

// A process of its own, as a mutant may never end: runs test files, with a file changed as it is loaded; nothing is written.
const root = fileURLToPath(new URL('../../', import.meta.url));

export interface TestFile {
  test: string;
  /** Of the tests in it to run; all when absent. */
  ids?: string[];
}

export interface RunRequest {
  tests: TestFile[];
  /** Files whose branches count their visits. */
  counted: string[];
  mutant: Mutant | undefined;
}

export interface CountedTest {
  id: string;
  ms: number;
  visits: Visits;
}

export interface CountedFile {
  test: string;
  /** Loading, and what is prepared for all of its tests. */
  setupMs: number;
  tests: CountedTest[];
}

export interface RunAnswer {
  isNoticed: boolean;
  /** What failed took too long, and nothing else failed: a busy machine does that too. */
  isLate: boolean;
  /** Of each test file, the tests that passed. */
  passed: CountedFile[];
}

let current: RunRequest = { tests: [], counted: [], mutant: undefined };

function changed(code: string, id: string): string | undefined {
  const file = id.split('?')[0]!.slice(root.length);
  if (current.mutant?.file === file) return withMutant(code, current.mutant);
  return current.counted.includes(file) ? withCounters(file, readFileSync(root + file, 'utf8')) : undefined;
}

/** The first tests are those that most likely notice. */
class AsAsked extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

async function open(): Promise<Vitest> {
  const vitest = await createVitest(
    'test',
    {
      root,
      watch: false,
      isolate: false,
      maxWorkers: 1,
      bail: 0,
      fsModuleCache: false,
      reporters: [{}],
      sequence: { sequencer: AsAsked },
      setupFiles: ['test/mutants/report-visits.ts'],
    },
    { plugins: [{ name: 'mutant', enforce: 'pre', transform: changed }] },
  );
  await vitest.standalone();
  return vitest;
}

const latePattern = /timed out|did not succeed in time/i;

function failuresIn(module: TestModule): string[] {
  const errors = [...module.children.allTests()].flatMap((test) => test.result().errors ?? []);
  return [...module.errors(), ...errors].map(({ message, cause }) => `${message} ${(cause as Error)?.message}`);
}

function counted(module: TestModule): CountedFile {
  const tests = [...module.children.allTests('passed')].map((test) => {
    return { id: test.id, ms: test.diagnostic()?.duration ?? 0, visits: test.meta().visits ?? {} };
  });
  const { duration, collectDuration } = module.diagnostic();
  const inTests = tests.reduce((sum, { ms }) => sum + ms, 0);
  return { test: module.moduleId.slice(root.length), setupMs: duration - inTests + collectDuration, tests };
}

async function run(vitest: Vitest, request: RunRequest): Promise<RunAnswer> {
  const before = current;
  current = request;
  for (const file of [before.mutant?.file, request.mutant?.file, ...before.counted, ...request.counted])
    if (file !== undefined) vitest.invalidateFile(root + file);
  vitest.config.bail = request.mutant ? 1 : 0;
  const specifications: TestSpecification[] = request.tests.map(({ test, ids }) =>
    vitest.getRootProject().createSpecification(root + test, ids && { testIds: ids }),
  );
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // The result names the files of earlier runs too.
  const asked = new Set(request.tests.map(({ test }) => root + test));
  const modules = testModules.filter(({ moduleId }) => asked.has(moduleId));
  const failures = modules.flatMap(failuresIn);
  return {
    isNoticed: unhandledErrors.length > 0 || modules.some((module) => !module.ok()),
    isLate: unhandledErrors.length === 0 && failures.length > 0 && failures.every((text) => latePattern.test(text)),
    passed: modules.map(counted).filter(({ tests }) => tests.length > 0),
  };
}

const vitest = await open();
process.on('message', (request: RunRequest) => {
  void run(vitest, request).then((answer) => process.send!(answer));
});
process.once('disconnect', () => process.exit());
process.send!('ready');
