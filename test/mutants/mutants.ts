import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SeededRandom } from '../../services/core/src/domain/random.ts';
import { chooseTests } from './choose-tests.ts';
import { type Mutant, mutantsOf } from './mutate.ts';
import { openRunner, type Runner } from './runner.ts';
import type { CountedFile, TestFile } from './test-runner.ts';

// mutants: breaks the product in one place at a time, and counts how often the tests notice.
//   npm run mutants [-- --count 500 --seed 1 --minutes 60 --area execution --workers 2]
// All tests run once while each branch counts its visits; a mutant then meets those that run its branch, first those that
// run little else, as many as end within `testMs`. With --tests, only those files are met: quicker, and a lower bound.
const root = fileURLToPath(new URL('../../', import.meta.url));
const core = 'services/core/src';
const areas: Record<string, string> = {
  execution: `${core}/execution/**/*.ts`,
  requests: `${core}/store/requests/**/*.ts`,
  worker: `${core}/worker/**/*.ts`,
  oauth: 'services/gateway/src/oauth/**/*.ts',
};
/** Those that count everything there is, or start browsers and programs, cost more than they notice here. */
const apart = /\.(long|registry)\.test\.ts$|-in-browser|real-servers/;
const testMs = 8_000;
const endlessMs = 120_000;
const reportEvery = 25;
const countingMs = 40 * 60_000;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    area: { type: 'string' },
    tests: { type: 'string', default: 'services/{core,gateway}/src/**/*.test.ts' },
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

/** The same seed draws the same mutants. */
function draw(): Mutant[] {
  const wanted = Object.entries(areas).filter(([name]) => values.area === undefined || name === values.area);
  const all = wanted.flatMap(([, files]) => filesOf(files)).flatMap((file) => mutantsOf(file, read(file)));
  process.stdout.write(`${all.length} mutants in ${wanted.map(([name]) => name).join(', ')}\n`);
  return new SeededRandom(Number(values.seed)).sample(all, Number(values.count));
}

/** What each test runs, by a fingerprint of its file and of all that is counted: counting takes as long as the tests. */
async function countVisits(runners: Runner[]): Promise<CountedFile[]> {
  const counted = Object.values(areas).flatMap(filesOf);
  const tests = globSync(values.tests, { cwd: root }).filter((file) => !apart.test(file));
  const hash = createHash('sha256');
  for (const file of [...counted, ...tests].sort()) hash.update(file).update(read(file));
  const kept = `${root}node_modules/.cache/mutants/${hash.digest('hex').slice(0, 16)}.json`;
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'));
  const answers = await Promise.all(
    runners.map((runner, i) => {
      const own = tests.filter((_, at) => at % runners.length === i).map((test) => ({ test }));
      return runner.run({ tests: own, counted, mutant: undefined }, countingMs);
    }),
  );
  const passed = answers.flatMap((answer) => {
    if (answer === undefined) throw new Error(`the tests did not end within ${countingMs} ms`);
    return answer.passed;
  });
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, JSON.stringify(passed));
  const count = passed.reduce((sum, one) => sum + one.tests.length, 0);
  process.stdout.write(`${count} tests of ${passed.length} of ${tests.length} files passed and were counted\n`);
  return passed;
}

type Verdict = 'noticed' | 'survived' | 'undecided';

/** Noticed when a test fails, or takes too long and does not so without the mutant. */
async function judge(runner: Runner, mutant: Mutant, tests: TestFile[]): Promise<Verdict> {
  if (tests.length === 0) return 'survived';
  const answer = await runner.run({ tests, counted: [], mutant }, endlessMs);
  if (answer && !answer.isLate) return answer.isNoticed ? 'noticed' : 'survived';
  const without = await runner.run({ tests, counted: [], mutant: undefined }, endlessMs);
  return without && !without.isNoticed ? 'noticed' : 'undecided';
}

function describe({ file, start, end, text }: Mutant): string {
  const code = read(file);
  const line = code.slice(0, start).split('\n').length;
  const was = code.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 80);
  return `${file}:${line}  ${was}  →  ${text === '' || text === ';' ? '(nothing)' : text}`;
}

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
    const tests = chooseTests(mutant, read(mutant.file), counts, testMs);
    const verdict = await judge(runner, mutant, tests);
    found[verdict] += 1;
    if (verdict !== 'noticed') process.stdout.write(`${verdict} ${tests.length} test files  ${describe(mutant)}\n`);
    if ((found.noticed + found.survived) % reportEvery === 0) process.stdout.write(report());
  }
}

await Promise.all(runners.map(work));
process.stdout.write(report());
for (const runner of runners) runner.close();
