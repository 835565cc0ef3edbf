#!/usr/bin/env node
// The entry of every npm script. Runs on any Node from 20 on with nothing installed: installs what the lock file names
// (the pinned Node 24 among it) when that has not been done yet, and goes on with that Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { packageManager: pnpm } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const stamp = join(root, 'node_modules', '.outbound-installed');
const lockDigest = createHash('sha256')
  .update(readFileSync(join(root, 'pnpm-lock.yaml')))
  .digest('hex');

const [command = 'start', ...rest] = process.argv.slice(2);

// Tests and tools are half of what there is to install: only those who develop wait for them.
const needsTools = command === 'run' || installed().hasTools;

function installed() {
  const [digest, kind] = existsSync(node) && existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  // Who installed with pnpm itself has left no stamp: what is there is not taken away.
  const hasTools = digest === undefined ? existsSync(join(root, 'node_modules', 'vitest')) : kind !== 'production';
  return { isCurrent: digest === lockDigest, hasTools };
}

const isInstalled = installed().isCurrent && installed().hasTools === needsTools;

const install = () => {
  process.stderr.write('Installing (once; a minute or two on a fresh machine) …\n');
  // Progress goes to stderr, so that what a command prints stays clean.
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  const args = ['--yes', pnpm, 'install', '--frozen-lockfile', ...(needsTools ? [] : ['--prod'])];
  const done = spawnSync(npx, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (done.status !== 0) {
    process.stderr.write(
      'outbound: the installation failed; the lines above say why. Is the npm registry reachable?\n',
    );
    process.exit(1);
  }
  writeFileSync(stamp, needsTools ? lockDigest : `${lockDigest} production`);
};

if (!isInstalled) install();

const script = { start: 'start.ts', run: 'tasks.ts' }[command] ?? 'operate.ts';
const args = script === 'operate.ts' ? [command, ...rest] : rest;
// Of the launcher too what was compiled is kept: else each start loads a compiler for its few files, and holds its memory.
const compiled = command === 'start' ? { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') } : {};
const child = spawn(
  node,
  ['--disable-warning=ExperimentalWarning', join(root, 'deploy', 'launcher', script), ...args],
  {
    cwd: root,
    // The channel closes when this process is gone, however it went: what runs then stops.
    stdio: ['inherit', 'inherit', 'inherit', ...(command === 'start' ? ['ipc'] : [])],
    env: {
      ...compiled,
      ...process.env,
      PATH: `${dirname(node)}:${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
    },
  },
);
// Ctrl-C and the end of a terminal reach the child by themselves; this process only waits for it.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

/** The process and, where that is a shell, the one that started the shell: npm runs a script through one. */
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

// npm ends on SIGTERM without a word to what it runs; this process then has another parent.
if (process.env.npm_lifecycle_event !== undefined) {
  const starters = startersOf();
  const watch = setInterval(() => {
    if (startersOf() === starters) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
  watch.unref();
}
