import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';

/** A condition that the maintainer has to fix. Printed as one line. */
export class ReleaseError extends Error {}

const stopped = new AbortController();

/** Stops running programs on Ctrl-C and SIGTERM, so that the release fails and cleans up. */
export function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
}

/** Runs a program and returns its output. Fails with the last lines of its errors. */
export async function output(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<string> {
  if (stopped.signal.aborted) throw new ReleaseError('stopped');
  // A process group, so that stopping the program also stops its children.
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => process.kill(-child.pid!, 'SIGTERM');
  stopped.signal.addEventListener('abort', stop, { once: true });
  let [stdout, stderr] = ['', ''];
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(new ReleaseError(`${command} can't be run: ${error.message}`)));
    child.once('close', resolve);
  });
  stopped.signal.removeEventListener('abort', stop);
  if (stopped.signal.aborted) throw new ReleaseError('stopped');
  if (status === 0) return stdout;
  throw new ReleaseError(`${command} ${args[0]} failed: ${stderr.trim().split('\n').slice(-5).join('\n')}`);
}

export function isInstalled(command: string, args: readonly string[] = ['--version']): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
