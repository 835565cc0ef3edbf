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
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const services = ['services/core', 'services/gateway'];

/** The oldest commit of this clone that migrates its store. Later versions can run next to each other. */
export function oldestRollingCommit(): string | undefined {
  const made = [
    'log',
    '--reverse',
    '--diff-filter=A',
    '--format=%H',
    '--',
    'services/core/src/store/migrations/migrate-store.ts',
  ];
  try {
    const commits = execFileSync('git', made, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    return commits.toString().trim().split('\n')[0] || undefined;
  } catch {
    return undefined;
  }
}

/** The services at a commit, with the packages installed here and the contract of that commit. */
export class EarlierVersion {
  readonly dir = mkdtempSync(join(tmpdir(), 'outbound-earlier-'));

  constructor(commit: string) {
    const archive = execFileSync('git', ['archive', commit, 'services', 'shared/contract', 'package.json'], {
      cwd: root,
      maxBuffer: 256 * 1024 * 1024,
    });
    execFileSync('tar', ['-x', '-C', this.dir], { input: archive });
    for (const service of services) {
      this.#linkPackages(`${service}/node_modules`);
      this.#standInForMissing(service);
    }
    symlinkSync(join(root, 'node_modules'), join(this.dir, 'node_modules'));
  }

  #linkPackages(folder: string): void {
    const own = join(this.dir, folder);
    mkdirSync(join(own, '@outbound'), { recursive: true });
    symlinkSync(join(this.dir, 'shared/contract'), join(own, '@outbound/contract'));
    for (const name of readdirSync(join(root, folder)).filter((each) => each !== '@outbound'))
      symlinkSync(join(root, folder, name), join(own, name));
  }

  /** Removed dependencies exist only by name, which is enough for code that resolves the path of a package. */
  #standInForMissing(service: string): void {
    const { dependencies } = JSON.parse(readFileSync(join(this.dir, service, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      const folder = join(this.dir, service, 'node_modules', name);
      if (existsSync(folder)) continue;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '0.0.0' }));
    }
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
