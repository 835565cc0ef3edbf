import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const outputTailLength = 6_000;
const typesRecord = 'node_modules/.cache/types.tsbuildinfo';

/** The repository without its caches, in a folder of its own. Packages are linked to the installed ones. */
export class CleanCopy {
  readonly dir = mkdtempSync(join(tmpdir(), 'outbound-recipes-'));

  constructor() {
    for (const path of sourcePaths()) {
      mkdirSync(dirname(join(this.dir, path)), { recursive: true });
      cpSync(join(root, path), join(this.dir, path));
    }
    for (const folder of ['.', 'test', ...packagesIn('services'), ...packagesIn('shared')]) this.#linkPackages(folder);
    // The compiler's record of the last check, so that it checks only what a recipe changes.
    if (existsSync(join(root, typesRecord))) cpSync(join(root, typesRecord), join(this.dir, typesRecord));
  }

  /** Links each package, but the product's own ones to this copy. */
  #linkPackages(folder: string): void {
    const from = join(root, folder, 'node_modules');
    if (!existsSync(from)) return;
    const to = join(this.dir, folder, 'node_modules');
    mkdirSync(to);
    for (const name of readdirSync(from).filter((each) => each !== '@outbound' && each !== '.cache'))
      symlinkSync(join(from, name), join(to, name));
    if (!existsSync(join(from, '@outbound'))) return;
    mkdirSync(join(to, '@outbound'));
    for (const name of readdirSync(join(from, '@outbound')))
      symlinkSync(join(this.dir, 'shared', name), join(to, '@outbound', name));
  }

  /** Runs a task of `npm run`. Throws with the end of its output if it fails. */
  run(...task: string[]): Promise<void> {
    const child = spawn(process.execPath, ['deploy/launcher/outbound.mjs', 'run', ...task], {
      cwd: this.dir,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output = (output + text).slice(-outputTailLength);
      });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`npm run ${task.join(' ')} failed:\n${output}`)),
      );
    });
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** Paths that git tracks, or every path of a downloaded archive. */
function sourcePaths(): string[] {
  try {
    const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    return listed
      .toString()
      .split('\0')
      .filter((path) => path !== '' && existsSync(join(root, path)));
  } catch {
    const paths = readdirSync(root, { recursive: true, withFileTypes: true });
    return paths
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
      .filter((path) => !/(^|\/)(node_modules|data)\//.test(path));
  }
}

function packagesIn(folder: string): string[] {
  return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
}

/** Without the variables of this test run, so that the copy starts a store of its own. */
function environment(): NodeJS.ProcessEnv {
  const own = /^(VITEST|VITE_|TESTS$|TEST_|MONGODB_|NODE_ENV$|STORE_COMMANDS$|CI$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
