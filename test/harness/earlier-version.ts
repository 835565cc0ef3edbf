import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const services = ['services/core', 'services/gateway'];

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

/** The services at a commit, with the packages installed here and the shared packages of that commit. */
export class EarlierVersion {
  readonly dir = mkdtempSync(join(tmpdir(), 'outbound-earlier-'));

  constructor(commit: string) {
    const archive = execFileSync('git', ['archive', commit, 'services', 'shared', 'package.json'], {
      cwd: root,
      maxBuffer: 256 * 1024 * 1024,
    });
    execFileSync('tar', ['-x', '-C', this.dir], { input: archive });
    for (const service of services) {
      this.#linkPackages(`${service}/node_modules`);
      this.#standInForMissing(service);
    }
    // The shared package of that commit, if it has one, finds its dependencies there.
    link(join(root, 'shared/node-service/node_modules'), join(this.dir, 'shared/node-service/node_modules'));
    symlinkSync(join(root, 'node_modules'), join(this.dir, 'node_modules'));
  }

  /** Links each package, with a folder of its own for each scope, because a stand-in may be added to it. */
  #linkPackages(folder: string): void {
    for (const name of readdirSync(join(root, folder))) {
      const packages = name.startsWith('@')
        ? readdirSync(join(root, folder, name)).map((each) => join(name, each))
        : [name];
      for (const each of packages) {
        const isOwn = name === '@outbound';
        link(isOwn ? join(this.dir, 'shared', basename(each)) : join(root, folder, each), join(this.dir, folder, each));
      }
    }
  }

  /**
   * A dependency that moved to the shared package comes from there. A removed one exists only by name, which is enough
   * for code that resolves the path of a package.
   */
  #standInForMissing(service: string): void {
    const { dependencies } = JSON.parse(readFileSync(join(this.dir, service, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      const folder = join(this.dir, service, 'node_modules', name);
      if (existsSync(folder)) continue;
      const shared = join(root, 'shared/node-service/node_modules', name);
      if (existsSync(shared)) {
        link(shared, folder);
        continue;
      }
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '0.0.0' }));
    }
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
