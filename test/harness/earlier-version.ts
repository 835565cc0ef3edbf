import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const migrations = 'services/core/src/store/migrations';

/**
 * The commit that last changed the newest incompatible migration, on the main line of this clone. Versions since then can
 * run next to each other. Undefined without history, such as in a downloaded archive.
 */
export function oldestRollingCommit(): string | undefined {
  const newest = readdirSync(join(root, migrations))
    .filter((name) => /^\d+-.*(?<!\.test)\.ts$/.test(name))
    .filter((name) => readFileSync(join(root, migrations, name), 'utf8').includes('isCompatible: false'))
    .toSorted((left, right) => Number.parseInt(right, 10) - Number.parseInt(left, 10))[0]!;
  const lastChange = ['log', '-1', '--first-parent', '-m', '--format=%H', '--', `${migrations}/${newest}`];
  try {
    const commit = execFileSync('git', lastChange, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    return commit.toString().trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The services at a commit, with the packages of its lock file, which the first use may download. */
export class EarlierVersion {
  readonly dir = mkdtempSync(join(tmpdir(), 'outbound-earlier-'));

  constructor(commit: string) {
    const parts = ['services', 'shared', 'patches', 'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
    const maxBuffer = 256 * 1024 * 1024;
    const archive = execFileSync('git', ['archive', commit, ...parts], { cwd: root, maxBuffer });
    execFileSync('tar', ['-x', '-C', this.dir], { input: archive });
    const { packageManager } = JSON.parse(readFileSync(join(this.dir, 'package.json'), 'utf8')).config;
    const install = ['--yes', packageManager, 'install', '--frozen-lockfile', '--prod'];
    execFileSync('npx', install, { cwd: this.dir, stdio: ['ignore', 'ignore', 'inherit'] });
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
