import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { type Visits, withCounters } from './count-visits.ts';
import { type Mutant, withMutant } from './mutate.ts';

// A separate process, because a mutant might never end. Runs test files with one file changed while it is loaded.
// Nothing is written.
const root = fileURLToPath(new URL('../../', import.meta.url));

export interface TestFile {
  test: string;
  /** Tests to run; all if absent. */
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
  /** Loading, and preparation for all tests of the file. */
  setupMs: number;
  tests: CountedTest[];
}

export interface RunAnswer {
  isNoticed: boolean;
  /** Files that ran in one process up to the first failure, with the failed one; none if all passed. */
  met: TestFile[];
  /** Passed tests of each file. */
  passed: CountedFile[];
}

let current: RunRequest = { tests: [], counted: [], mutant: undefined };

function changed(code: string, id: string): string | undefined {
  const file = id.split('?')[0]!.slice(root.length);
  if (current.mutant?.file === file) return withMutant(code, current.mutant);
  return current.counted.includes(file) ? withCounters(file, readFileSync(root + file, 'utf8')) : undefined;
}

/** The first tests are the most likely to notice. */
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
      testTimeout: 30_000,
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

function nameOf({ moduleId }: TestModule): string {
  return moduleId.slice(root.length);
}

function counted(module: TestModule): CountedFile {
  const tests = [...module.children.allTests('passed')].map((test) => {
    return { id: test.id, ms: test.diagnostic()?.duration ?? 0, visits: test.meta().visits ?? {} };
  });
  const { duration, collectDuration } = module.diagnostic();
  const inTests = tests.reduce((sum, { ms }) => sum + ms, 0);
  return { test: nameOf(module), setupMs: duration - inTests + collectDuration, tests };
}

/** A file that replaces modules runs alone, because already loaded modules stay as they are. */
function groupsOf(tests: TestFile[]): TestFile[][] {
  const replaces = ({ test }: TestFile) => /^vi\.mock\(/m.test(readFileSync(root + test, 'utf8'));
  const others = tests.filter((file) => !replaces(file));
  const groups = [others, ...tests.filter(replaces).map((file) => [file])].filter((group) => group.length > 0);
  return groups.sort(([a], [b]) => tests.indexOf(a!) - tests.indexOf(b!));
}

async function run(vitest: Vitest, request: RunRequest): Promise<RunAnswer> {
  const before = current;
  current = request;
  for (const file of [before.mutant?.file, request.mutant?.file, ...before.counted, ...request.counted])
    if (file !== undefined) vitest.invalidateFile(root + file);
  vitest.config.bail = request.mutant ? 1 : 0;
  const passed: CountedFile[] = [];
  let failing: RunAnswer | undefined;
  for (const group of groupsOf(request.tests)) {
    const answer = await runTogether(vitest, group);
    passed.push(...answer.passed);
    if (answer.isNoticed) failing ??= answer;
    if (failing && request.mutant) break;
  }
  return { isNoticed: failing !== undefined, met: failing?.met ?? [], passed };
}

async function runTogether(vitest: Vitest, tests: TestFile[]): Promise<RunAnswer> {
  const specifications: TestSpecification[] = tests.map(({ test, ids }) =>
    vitest.getRootProject().createSpecification(root + test, ids && { testIds: ids }),
  );
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // The result also lists files of earlier runs.
  const asked = new Set(tests.map(({ test }) => root + test));
  const modules = testModules.filter(({ moduleId }) => asked.has(moduleId));
  const failed = new Set(modules.filter((module) => !module.ok()).map(nameOf));
  const first = tests.findIndex(({ test }) => failed.has(test));
  // A failure outside every file concerns all of them.
  const firstFailed = first < 0 && unhandledErrors.length > 0 ? tests.length : first;
  return {
    isNoticed: unhandledErrors.length > 0 || modules.some((module) => !module.ok()),
    met: tests.slice(0, firstFailed + 1),
    passed: modules.map(counted).filter(({ tests }) => tests.length > 0),
  };
}

const vitest = await open();
process.on('message', (request: RunRequest) => {
  void run(vitest, request).then((answer) => process.send!(answer));
});
process.once('disconnect', () => process.exit());
process.send!('ready');
