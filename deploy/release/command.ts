import { type SpawnSyncOptions, spawnSync } from 'node:child_process';

/** A condition that the maintainer has to fix. Printed as one line. */
export class ReleaseError extends Error {}

/** Runs a program and returns its output. Fails with the last lines of its errors. */
export function output(command: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    maxBuffer: 256 * 1024 * 1024,
    ...options,
    encoding: 'utf8',
  });
  if (error !== undefined) throw new ReleaseError(`${command} can't be run: ${error.message}`);
  if (status === 0) return stdout;
  throw new ReleaseError(`${command} ${args[0]} failed: ${`${stderr}`.trim().split('\n').slice(-5).join('\n')}`);
}

export function isInstalled(command: string, args: readonly string[] = ['--version']): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
