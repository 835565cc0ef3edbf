import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedStore } from './embedded-store.ts';
import { openDataDir } from './settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const run = (command: string, args: string[], env: Record<string, string> = {}): boolean =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

const node = (...args: string[]): boolean => run(process.execPath, ['--disable-warning=ExperimentalWarning', ...args]);

const contractFiles = ['shared/contract/openapi.json', 'shared/contract/openapi.d.ts'].map((file) => `${root}${file}`);

const writeContract = (): boolean =>
  node('services/core/src/write-contract.ts', contractFiles[0]!) &&
  run(`${root}shared/contract/node_modules/.bin/openapi-typescript`, [contractFiles[0]!, '-o', contractFiles[1]!]);

/** The committed contract is what the registry says today. */
const contractIsCurrent = (): boolean => {
  const read = () => contractFiles.map((file) => readFileSync(file, 'utf8'));
  const committed = read();
  if (!writeContract()) return false;
  const isSame = read().every((text, i) => text === committed[i]);
  if (!isSame)
    process.stderr.write('The contract differs from what is committed: run "npm run contract" and commit it.\n');
  for (const [i, file] of contractFiles.entries()) writeFileSync(file, committed[i]!);
  return isSame;
};

/** Records what the operations answer, for the API's document, on a store that is gone afterwards. */
const writeExamples = async (names: string[]): Promise<boolean> => {
  const dataDir = openDataDir(mkdtempSync(join(tmpdir(), 'outbound-examples-')));
  const store = await startEmbeddedStore(dataDir, (message) => process.stderr.write(`store: ${message}\n`));
  const isWritten = run(process.execPath, ['services/core/src/testing/write-examples.ts', ...names], {
    MONGODB_URI: store.uri,
  });
  await store.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return isWritten && writeContract();
};

const bench = (only: string[]): boolean => {
  const files = globSync(['test/bench/*.bench.ts', 'services/*/bench/*.ts', 'shared/*/bench/*.bench.ts'], {
    cwd: root,
  }).sort();
  const wanted = files.filter((file) => only.length === 0 || only.some((part) => file.includes(part)));
  return wanted.map((file) => node(file)).every(Boolean);
};

const tasks: Record<string, (args: string[]) => boolean | Promise<boolean>> = {
  bench,
  contract: writeContract,
  'contract-check': contractIsCurrent,
  examples: writeExamples,
  lint: () => run('biome', ['ci', '--error-on-warnings', '.']),
  types: () => run('tsc', ['--noEmit', '-p', '.']),
  test: (args) => run('vitest', ['run', ...args]),
  check: (args) => ['lint', 'types', 'contract-check', 'test'].every((name) => tasks[name]!(args)),
};

const [name = '', ...args] = process.argv.slice(2);
const task = tasks[name];
if (task === undefined)
  process.stderr.write(`There is no task "${name}"; there are ${Object.keys(tasks).join(', ')}.\n`);
process.exit((await task?.(args)) ? 0 : 1);
