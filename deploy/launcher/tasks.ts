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

/** Empty members of the generated types: missing methods, cookies, and path parameters. */
const absentMethod = /^ +(get|put|post|delete|options|head|patch|trace)\?: never;\n/gm;
const absentCookies = /^ +cookie\?: never;\n/gm;
const absentParameters = /^ {8}parameters: \{\n(?: {12}\w+\?: never;\n)* {8}\};\n/gm;

function writeContract(): boolean {
  const [document, types] = contractFiles as [string, string];
  if (!node('services/core/src/openapi/write-contract.ts', document) || !formatJson(document)) return false;
  // Without examples, which would be half of the comments of the types.
  const plain = join(mkdtempSync(join(tmpdir(), 'outbound-contract-')), 'openapi.json');
  if (!node('services/core/src/openapi/write-contract.ts', plain, 'exact')) return false;
  writeFileSync(plain, JSON.stringify(withoutExamples(JSON.parse(readFileSync(plain, 'utf8')))));
  const isWritten = run(`${root}shared/contract/node_modules/.bin/openapi-typescript`, [plain, '-o', types]);
  rmSync(dirname(plain), { recursive: true });
  if (isWritten) writeFileSync(types, withoutAbsent(readFileSync(types, 'utf8')));
  return isWritten;
}

function withoutAbsent(types: string): string {
  return [absentMethod, absentCookies, absentParameters].reduce((text, absent) => text.replaceAll(absent, ''), types);
}

/** Formats generated JSON. `biome.json` excludes the file, because no one edits it. */
function formatJson(file: string): boolean {
  const { status, stdout } = spawnSync('biome', ['format', '--stdin-file-path=contract.json'], {
    cwd: root,
    input: readFileSync(file),
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) writeFileSync(file, stdout);
  return status === 0;
}

/** Removes the examples next to schemas. */
function withoutExamples(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutExamples);
  if (part === null || typeof part !== 'object') return part;
  const isExample = (key: string) => 'schema' in part && (key === 'example' || key === 'examples');
  const kept = Object.entries(part).filter(([key]) => !isExample(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutExamples(inner)]));
}

/** True if the committed contract matches the registry. */
function contractIsCurrent(): boolean {
  const read = () => contractFiles.map((file) => readFileSync(file, 'utf8'));
  const committed = read();
  if (!writeContract()) return false;
  const isSame = read().every((text, i) => text === committed[i]);
  if (!isSame)
    process.stderr.write('The committed contract is out of date: run "npm run contract" and commit the result.\n');
  for (const [i, file] of contractFiles.entries()) writeFileSync(file, committed[i]!);
  return isSame;
}

/** Records responses for the API document on a temporary store. */
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

/** Runs benchmarks and writes their results to docs/performance.md. */
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
  backups: () => node('test/backup/backups-at-rate.ts'),
  contract: writeContract,
  'contract-check': contractIsCurrent,
  examples: writeExamples,
  generators: () => node('test/outside/check.ts', 'generators'),
  icons: () => node('services/core/src/web/assets/write-icons.ts'),
  mutants: (args) => node('test/mutants/mutants.ts', ...args),
  evaluate: () => node('test/evaluation/evaluate.ts'),
  rolling: (args) => node('test/storm/rolling.ts', ...args),
  storm: (args) => node('test/storm/storm.ts', ...args),
  screenshots: (args) => node('test/screenshots/screenshots.ts', ...args),
  walk: (args) => node('test/walk/walk.ts', ...args),
  outage: () => node('test/outage/outage.ts'),
  'learn-replies': (args) => node('services/core/bench/replies/learn-replies.ts', ...args),
  client: () => run('npm', ['pack', './shared/client']),
  dev: () => node('deploy/launcher/dev.ts'),
  fix: () => run('biome', ['check', '--write', '.']),
  release: (args) => node('deploy/release/main.ts', ...args),
  reference: (args) => node('test/reference/write-reference.ts', ...args),
  prose: (args) => node('test/prose/prose.ts', ...args),
  lint: () => run('biome', ['ci', '--error-on-warnings', '.']),
  types: () => run('tsc', ['--noEmit', '-p', '.']),
  unused: () => run('knip', ['--no-progress', '--include', 'files,exports,types,dependencies,unlisted']),
  test: (args) => run('vitest', ['run', ...args]),
  'test:long': (args) => run('vitest', ['run', ...args], { TESTS: 'long' }),
  check: (args) => check(['lint', 'types', 'unused', 'prose', 'contract-check', 'test'], args),
};

/** Runs all steps, even after a failure. The last lines name the failed steps with the usual fix. */
function check(steps: string[], args: string[]): boolean {
  const failed = steps.filter((name) => !(tasks[name]!(name === 'test' ? args : []) as boolean));
  for (const name of failed) process.stderr.write(`check: ${name} failed: ${remedies[name]}\n`);
  return failed.length === 0;
}

const remedies: Record<string, string> = {
  lint: 'npm run fix formats and orders imports.',
  types: 'the lines above name the file; add a new event, field, or model path to each table of its type.',
  unused: 'remove unused code, or import it.',
  prose: 'reword the lines above; after fewer findings: npm run prose -- --record.',
  'contract-check': 'npm run contract, and commit the result.',
  test: 'a stale example: npm run examples -- --stale; a stale tool snapshot: npm test -- services/gateway -u.',
};

const [name = '', ...args] = process.argv.slice(2);
const task = tasks[name];
if (task === undefined) process.stderr.write(`Unknown task "${name}". Tasks: ${Object.keys(tasks).join(', ')}.\n`);
process.exit((await task?.(args)) ? 0 : 1);
