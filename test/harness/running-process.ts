import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const readyMs = 180_000;
const pollMs = 25;
const root = fileURLToPath(new URL('../../', import.meta.url));

// The test runner sets variables such as BASE_URL, which the product must not get.
const { BASE_URL: _base, NODE_ENV: _mode, ...ownEnvironment } = process.env;

/** A process of the product that a test can kill at any moment. */
export interface RunningProcess {
  child: ChildProcess;
  output(): string;
  /** Exit code or signal, once the process has ended and its output is complete. */
  ended(): string | undefined;
  kill(): Promise<void>;
  stop(): Promise<number | null>;
}

export function startProcess(script: string, args: string[], env: Record<string, string>, dir = root): RunningProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(dir, script), ...args], {
    cwd: dir,
    env: { ...ownEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  let ending: string | undefined;
  child.once('close', (code, signal) => {
    ending = signal === null ? `exit code ${code}` : `signal ${signal}`;
  });
  return {
    child,
    output: () => text,
    ended: () => ending,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Waits until /readyz responds. Fails with the output if the process ends first. */
export async function untilReady(url: string, running: RunningProcess): Promise<void> {
  const until = Date.now() + readyMs;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (running.ended() !== undefined || Date.now() > until) throw new Error(`not ready: ${stateOf(running)}`);
    await wait(pollMs);
  }
}

function stateOf(running: RunningProcess): string {
  return `${running.ended() ?? 'still running'}: ${running.output().slice(-2_000)}`;
}

/** Waits for this output. Fails with the output so far if the process ends first. */
export async function untilPrinted(running: RunningProcess, text: string): Promise<void> {
  await until(
    `"${text}"`,
    async () => {
      if (running.output().includes(text)) return true;
      if (running.ended() !== undefined) throw new Error(`not printed: ${stateOf(running)}`);
      return false;
    },
    readyMs,
  );
}

/** Polls until `check` returns a value. */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined | false>,
  limitMs = 30_000,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms without success for ${what}`);
    await wait(50);
  }
}
