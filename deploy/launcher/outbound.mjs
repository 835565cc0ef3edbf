#!/usr/bin/env node
// Entry point of every npm script. Runs on Node 20 or newer without installed packages: installs the packages of the
// lock file, including the pinned Node 24, and continues with that Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
// Not the field `packageManager`: pnpm would then require an entry for itself in the lock file.
const { packageManager: pnpm } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).config;
const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const stamp = join(root, 'node_modules', '.outbound-installed');
const lockDigest = createHash('sha256')
  .update(readFileSync(join(root, 'pnpm-lock.yaml')))
  .digest('hex');

const [command = 'start', ...rest] = process.argv.slice(2);

// Tests and tools are half of all packages. Only developers install them.
const needsTools = command === 'run' || installed().hasTools;

function installed() {
  const [digest, kind] = existsSync(node) && existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  // An installation by pnpm itself has no stamp. Keep its tools.
  const hasTools = digest === undefined ? existsSync(join(root, 'node_modules', 'vitest')) : kind !== 'production';
  return { isCurrent: digest === lockDigest, hasTools };
}

const isInstalled = installed().isCurrent && installed().hasTools === needsTools;

const install = () => {
  process.stderr.write('Installing packages (only once, one or two minutes) …\n');
  // Progress goes to stderr, so that stdout has only the output of the command.
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  const args = ['--yes', pnpm, 'install', '--frozen-lockfile', ...(needsTools ? [] : ['--prod'])];
  const done = spawnSync(npx, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (done.status !== 0) {
    process.stderr.write(
      'outbound: the installation failed. See the lines above, and check that the npm registry is reachable.\n',
    );
    process.exit(1);
  }
  writeFileSync(stamp, needsTools ? lockDigest : `${lockDigest} production`);
};

if (!isInstalled) install();

const script = { start: 'start.ts', run: 'tasks.ts' }[command] ?? 'operate.ts';
const args = script === 'operate.ts' ? [command, ...rest] : rest;
// Keeps the compiled launcher. Otherwise, each start loads a compiler for a few files and keeps its memory.
const compiled = command === 'start' ? { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') } : {};
const child = spawn(
  node,
  ['--disable-warning=ExperimentalWarning', join(root, 'deploy', 'launcher', script), ...args],
  {
    cwd: root,
    // The channel closes when this process ends for any reason. The child then stops.
    stdio: ['inherit', 'inherit', 'inherit', ...(command === 'start' ? ['ipc'] : [])],
    env: {
      ...compiled,
      ...process.env,
      PATH: `${dirname(node)}:${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    },
  },
);
// Ctrl-C and a closed terminal also signal the child. This process only waits for it.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

/** Parent process, and its parent if it is a shell, because npm runs scripts through a shell. */
const startersOf = () => {
  const status = (pid) => {
    try {
      const text = readFileSync(`/proc/${pid}/status`, 'utf8');
      return { name: /^Name:\s*(.*)$/m.exec(text)?.[1], parent: Number(/^PPid:\s*(\d+)$/m.exec(text)?.[1]) };
    } catch {
      return undefined;
    }
  };
  const shell = status(process.ppid);
  const isShell = /^(ba|da|z|k|a)?sh$/.test(shell?.name ?? '');
  return isShell ? `${process.ppid} ${shell.parent}` : String(process.ppid);
};

// On SIGTERM, npm ends without signaling its script. This process then has another parent.
if (process.env.npm_lifecycle_event !== undefined) {
  const starters = startersOf();
  const watch = setInterval(() => {
    if (startersOf() === starters) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
  watch.unref();
}
