import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface ServerProcess {
  uri: string;
  child: ChildProcess;
  /** Ends the process immediately, as a crash would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const main = join(import.meta.dirname, '../src/main.ts');

/** Starts the command in a separate process, on the socket in its data folder unless other arguments are given. */
export function startProcess(path: string, ...more: string[]): Promise<ServerProcess> {
  return startProcessOf(main, path, ...more);
}

/** Starts another version, given its main module. */
export async function startProcessOf(main: string, path: string, ...more: string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main, '--path', path, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout! });
  const [line] = (await once(lines, 'line')) as [string];
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    uri: line.replace('ready ', ''),
    child,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
