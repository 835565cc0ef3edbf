import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedStore } from './embedded-store.ts';
import { openDataDir } from './settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

function node(...args: string[]): boolean {
  return run(process.execPath, ['--disable-warning=ExperimentalWarning', ...args]);
}

const contractFiles = ['shared/contract/openapi.json', 'shared/contract/openapi.d.ts'].map((file) => `${root}${file}`);

/** What no operation has: lines that say nothing. Methods that a path does not take, cookies, parameters of a path. */
const absentMethod = /^ +(get|put|post|delete|options|head|patch|trace)\?: never;\n/gm;
const absentCookies = /^ +cookie\?: never;\n/gm;
const absentParameters = /^ {8}parameters: \{\n(?: {12}\w+\?: never;\n)* {8}\};\n/gm;

function writeContract(): boolean {
  const [document, types] = contractFiles as [string, string];
  if (!node('services/core/src/openapi/write-contract.ts', document) || !formatJson(document)) return false;
  // Examples would make half of the types' comments.
  const plain = join(mkdtempSync(join(tmpdir(), 'outbound-contract-')), 'openapi.json');
  writeFileSync(plain, JSON.stringify(withoutExamples(JSON.parse(readFileSync(document, 'utf8')))));
  const isWritten = run(`${root}shared/contract/node_modules/.bin/openapi-typescript`, [plain, '-o', types]);
  rmSync(dirname(plain), { recursive: true });
  if (isWritten) writeFileSync(types, withoutAbsent(readFileSync(types, 'utf8')));
  return isWritten;
}

function withoutAbsent(types: string): string {
  return [absentMethod, absentCookies, absentParameters].reduce((text, absent) => text.replaceAll(absent, ''), types);
}

/** In the formatter's lines; the file itself is kept out of `biome.json`, since nobody edits it. */
function formatJson(file: string): boolean {
  const { status, stdout } = spawnSync('biome', ['format', '--stdin-file-path=contract.json'], {
    cwd: root,
    input: readFileSync(file),
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) writeFileSync(file, stdout);
  return status === 0;
}

/** Without the examples that stand beside a schema. */
function withoutExamples(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutExamples);
  if (part === null || typeof part !== 'object') return part;
  const isExample = (key: string) => 'schema' in part && (key === 'example' || key === 'examples');
  const kept = Object.entries(part).filter(([key]) => !isExample(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutExamples(inner)]));
}

/** The committed contract is what the registry says today. */
function contractIsCurrent(): boolean {
  const read = () => contractFiles.map((file) => readFileSync(file, 'utf8'));
  const committed = read();
  if (!writeContract()) return false;
  const isSame = read().every((text, i) => text === committed[i]);
  if (!isSame)
    process.stderr.write('The contract differs from what is committed: run "npm run contract" and commit it.\n');
  for (const [i, file] of contractFiles.entries()) writeFileSync(file, committed[i]!);
  return isSame;
}

/** Records what the operations answer, for the API's document, on a store that is gone afterwards. */
async function writeExamples(names: string[]): Promise<boolean> {
  const dataDir = openDataDir(mkdtempSync(join(tmpdir(), 'outbound-examples-')));
  const store = await startEmbeddedStore(dataDir);
  const isWritten = run(process.execPath, ['services/core/src/testing/write-examples.ts', ...names], {
    MONGODB_URI: store.uri,
  });
  await store.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return isWritten && run('biome', ['format', '--write', 'services/core/src/openapi/examples.json']) && writeContract();
}

/** Runs the measures, and writes what they reported into docs/performance.md. */
function bench(only: string[]): boolean {
  const files = globSync(['test/bench/*.bench.ts', 'services/*/bench/*.ts', 'shared/*/bench/*.bench.ts'], {
    cwd: root,
  }).sort();
  const wanted = files.filter((file) => only.length === 0 || only.some((part) => file.includes(part)));
  const folder = mkdtempSync(join(tmpdir(), 'outbound-bench-'));
  const rows = join(folder, 'rows');
  writeFileSync(rows, '');
  const args = ['--disable-warning=ExperimentalWarning'];
  const hasRun = wanted.map((file) => run(process.execPath, [...args, file], { BENCH_ROWS: rows })).every(Boolean);
  const isAsGood = node('test/bench/report.ts', rows);
  rmSync(folder, { recursive: true });
  return hasRun && isAsGood;
}

const tasks: Record<string, (args: string[]) => boolean | Promise<boolean>> = {
  bench,
  contract: writeContract,
  'contract-check': contractIsCurrent,
  examples: writeExamples,
  mutants: (args) => node('test/mutants/mutants.ts', ...args),
  evaluate: () => node('test/evaluation/evaluate.ts'),
  rolling: (args) => node('test/storm/rolling.ts', ...args),
  storm: (args) => node('test/storm/storm.ts', ...args),
  screenshots: (args) => node('test/screenshots/screenshots.ts', ...args),
  walk: (args) => node('test/walk/walk.ts', ...args),
  outage: () => node('test/outage/outage.ts'),
  'learn-replies': () => node('services/core/bench/replies/learn-replies.ts'),
  client: () => run('npm', ['pack', './shared/client']),
  dev: () => node('deploy/launcher/dev.ts'),
  fix: () => run('biome', ['check', '--write', '.']),
  lint: () => run('biome', ['ci', '--error-on-warnings', '.']),
  types: () => run('tsc', ['--noEmit', '-p', '.']),
  unused: () => run('knip', ['--no-progress', '--include', 'files,exports,types,dependencies,unlisted']),
  test: (args) => run('vitest', ['run', ...args]),
  'test:long': (args) => run('vitest', ['run', ...args], { TESTS: 'long' }),
  check: (args) => check(['lint', 'types', 'unused', 'contract-check', 'test'], args),
};

/** Runs every step, also after one that failed; the last lines name those that did, and what mends most of their failures. */
function check(steps: string[], args: string[]): boolean {
  const failed = steps.filter((name) => !(tasks[name]!(args) as boolean));
  for (const name of failed) process.stderr.write(`check: ${name} failed: ${remedies[name]}\n`);
  return failed.length === 0;
}

const remedies: Record<string, string> = {
  lint: 'npm run fix formats and orders imports.',
  types: 'the lines above name the file; a new event, field or model path has to stand in each table of its type.',
  unused: 'remove what nothing uses, or import it.',
  'contract-check': 'npm run contract, and commit what it writes.',
  test: 'a stale example: npm run examples -- <action>; a stale tool snapshot: npm test -- services/gateway -u.',
};

const [name = '', ...args] = process.argv.slice(2);
const task = tasks[name];
if (task === undefined)
  process.stderr.write(`There is no task "${name}"; there are ${Object.keys(tasks).join(', ')}.\n`);
process.exit((await task?.(args)) ? 0 : 1);
