import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SeededRandom } from '../../services/core/src/domain/values/random.ts';
import { chooseTests } from './choose-tests.ts';
import { type Mutant, mutantsOf } from './mutate.ts';
import { openRunner, type Runner } from './runner.ts';
import type { CountedFile, TestFile } from './test-runner.ts';

// mutants: changes the product in one place at a time, and counts how often tests notice.
// npm run mutants [-- --count 500 --seed 1 --minutes 60 --area execution --workers 2 --seconds 8]
// All tests run once with a counter in each branch. A mutant then runs the tests of its branch, the most specific
// first, as many as took at most `--seconds` before. Busy machines need more. With --tests, only these files run, which
// is faster but gives a lower bound. Results are kept for the same code, so an interrupted run continues.
const root = fileURLToPath(new URL('../../', import.meta.url));
const core = 'services/core/src';
const areas: Record<string, string> = {
  execution: `${core}/execution/**/*.ts`,
  requests: `${core}/store/{approvals,credits,events,idempotency}/**/*.ts`,
  worker: `${core}/worker/**/*.ts`,
  oauth: 'services/gateway/src/oauth/**/*.ts',
};
/** Tests that count everything or start browsers and programs cost more than they find here. */
const apart = /\.(long|registry)\.test\.ts$|-in-browser/;
const endlessMs = 120_000;
const reportEvery = 25;
const countingMs = 20 * 60_000;
/** Number of files per process before it saves its results. */
const batchSize = 12;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    area: { type: 'string' },
    tests: { type: 'string', default: 'services/{core,gateway}/src/**/*.test.ts' },
    seconds: { type: 'string', default: '8' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});

function read(file: string): string {
  return readFileSync(root + file, 'utf8');
}

function filesOf(pattern: string): string[] {
  const files = globSync(pattern, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  return files.sort();
}

/** The same seed selects the same mutants. */
function draw(): Mutant[] {
  const wanted = Object.entries(areas).filter(([name]) => values.area === undefined || name === values.area);
  const all = wanted.flatMap(([, files]) => filesOf(files)).flatMap((file) => mutantsOf(file, read(file)));
  process.stdout.write(`${all.length} mutants in ${wanted.map(([name]) => name).join(', ')}\n`);
  return new SeededRandom(Number(values.seed)).sample(all, Number(values.count));
}

/** Code that each test runs. Counting takes as long as the tests, so it is cached per file for the same code. */
async function countVisits(runners: Runner[]): Promise<CountedFile[]> {
  const counted = Object.values(areas).flatMap(filesOf);
  const tests = globSync(values.tests, { cwd: root }).filter((file) => !apart.test(file));
  const counting = ['count-visits', 'report-visits'].map((name) => `test/mutants/${name}.ts`);
  const code = fingerprint([...counted, ...counting]);
  const keptAt = (test: string) => `${root}node_modules/.cache/mutants/${code}/${fingerprint([test])}.json`;
  const missing = tests.filter((test) => !existsSync(keptAt(test)));
  mkdirSync(dirname(keptAt(tests[0]!)), { recursive: true });
  const batches = Array.from({ length: Math.ceil(missing.length / batchSize) }, (_, i) =>
    missing.slice(i * batchSize, (i + 1) * batchSize),
  );
  let done = tests.length - missing.length;
  const waiting = batches.values();
  const count = async (runner: Runner) => {
    for (const batch of waiting) {
      const answer = await runner.run(
        { tests: batch.map((test) => ({ test })), counted, mutant: undefined },
        countingMs,
      );
      if (answer === undefined) throw new Error(`${batch.join(', ')} did not end within ${countingMs} ms`);
      for (const one of answer.passed) writeFileSync(keptAt(one.test), JSON.stringify(one));
      done += batch.length;
      process.stdout.write(`counted what ${done} of ${tests.length} test files run\n`);
    }
  };
  await Promise.all(runners.map(count));
  return tests.filter((test) => existsSync(keptAt(test))).map((test) => JSON.parse(readFileSync(keptAt(test), 'utf8')));
}

function fingerprint(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(file).update(read(file));
  return hash.digest('hex').slice(0, 16);
}

type Verdict = 'noticed' | 'survived' | 'undecided';

/** Cached for the same code, by its inputs. */
async function onceFor<T>(from: object, find: () => Promise<T | undefined>): Promise<T | undefined> {
  const keptAt = `${verdicts}/${createHash('sha256').update(JSON.stringify(from)).digest('hex').slice(0, 16)}`;
  if (existsSync(keptAt)) return JSON.parse(readFileSync(keptAt, 'utf8'));
  const found = await find();
  if (found !== undefined) writeFileSync(keptAt, JSON.stringify(found));
  return found;
}

async function decide(runner: Runner, mutant: Mutant, tests: TestFile[]): Promise<Verdict> {
  return (await onceFor({ mutant, tests }, () => judge(runner, mutant, tests))) ?? 'undecided';
}

/**
 * Noticed if tests fail or time out only with the mutant. A file that fails with any change proves nothing, so it is
 * skipped. Undecided ones run again.
 */
async function judge(runner: Runner, mutant: Mutant, tests: TestFile[]): Promise<Verdict | undefined> {
  if (tests.length === 0) return 'survived';
  const answer = await runner.run({ tests, counted: [], mutant }, endlessMs);
  if (answer && !answer.isNoticed) return 'survived';
  const met = answer?.met ?? tests;
  if (await passes(runner, met)) return 'noticed';
  const others = tests.filter(({ test }) => test !== met.at(-1)!.test);
  return answer && others.length > 0 ? judge(runner, mutant, others) : undefined;
}

/** True if these tests pass together without a mutant. */
async function passes(runner: Runner, tests: TestFile[]): Promise<boolean> {
  const find = async (): Promise<true | undefined> => {
    const answer = await runner.run({ tests, counted: [], mutant: undefined }, endlessMs);
    return answer && !answer.isNoticed ? true : undefined;
  };
  return (await onceFor(tests, find)) ?? false;
}

function describe({ file, start, end, text }: Mutant): string {
  const code = read(file);
  const line = code.slice(0, start).split('\n').length;
  const was = code.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 80);
  return `${file}:${line}  ${was}  →  ${text === '' || text === ';' ? '(nothing)' : text}`;
}

const everything = globSync(['{services,shared}/*/src/**/*.ts', 'test/*/*.ts'], { cwd: root });
const verdicts = `${root}node_modules/.cache/mutants/verdicts-${fingerprint(everything)}`;
mkdirSync(verdicts, { recursive: true });
const drawn = draw();
const runners = Array.from({ length: Number(values.workers) }, openRunner);
const counts = await countVisits(runners);
const endsAt = Date.now() + Number(values.minutes) * 60_000;
const found: Record<Verdict, number> = { noticed: 0, survived: 0, undecided: 0 };

function report(): string {
  const tried = found.noticed + found.survived;
  const share = tried === 0 ? 'none decided' : `${((100 * found.noticed) / tried).toFixed(1)} %`;
  return `${found.noticed} of ${tried} noticed (${share}), ${found.undecided} undecided, seed ${values.seed}\n`;
}

const waiting = drawn.values();
async function work(runner: Runner): Promise<void> {
  for (const mutant of waiting) {
    if (Date.now() >= endsAt) return;
    const tests = chooseTests(mutant, read(mutant.file), counts, Number(values.seconds) * 1_000);
    const verdict = await decide(runner, mutant, tests);
    found[verdict] += 1;
    if (verdict !== 'noticed') process.stdout.write(`${verdict} ${tests.length} test files  ${describe(mutant)}\n`);
    if ((found.noticed + found.survived) % reportEvery === 0) process.stdout.write(report());
  }
}

await Promise.all(runners.map(work));
process.stdout.write(report());
for (const runner of runners) runner.close();
