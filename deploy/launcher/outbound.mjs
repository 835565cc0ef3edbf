#!/usr/bin/env node
// The entry of every npm script. Runs on any Node from 20 on with nothing installed: installs what the lock file names
// (the pinned Node 24 among it) when that has not been done yet, and goes on with that Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pnpm = 'pnpm@12.21.0';
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const stamp = join(root, 'node_modules', '.outbound-installed');
const lockDigest = createHash('sha256')
  .update(readFileSync(join(root, 'pnpm-lock.yaml')))
  .digest('hex');

const isInstalled = () => existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lockDigest;

const install = () => {
  process.stderr.write('Installing (once; a minute or two on a fresh machine) …\n');
  // Progress goes to stderr, so that what a command prints stays clean.
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  const done = spawnSync(npx, ['--yes', pnpm, 'install', '--frozen-lockfile'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (done.status !== 0) {
    process.stderr.write(
      'outbound: the installation failed; the lines above say why. Is the npm registry reachable?\n',
    );
    process.exit(1);
  }
  writeFileSync(stamp, lockDigest);
};

if (!isInstalled()) install();

const [command = 'start', ...rest] = process.argv.slice(2);
const script = { start: 'start.ts', run: 'tasks.ts' }[command] ?? 'operate.ts';
const args = script === 'operate.ts' ? [command, ...rest] : rest;
const child = spawn(
  node,
  ['--disable-warning=ExperimentalWarning', join(root, 'deploy', 'launcher', script), ...args],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}:${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
  },
);
// Ctrl-C reaches the child by itself; this process only waits for it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
