import type { ChildProcess } from 'node:child_process';

const stopMs = 15_000;

/** Asks a running process to stop, waits, and kills it after the time limit. */
export async function endPart(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(force);
}
