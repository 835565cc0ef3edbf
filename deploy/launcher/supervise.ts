import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const logBytesMax = 20 * 1024 * 1024;
const stopMs = 15_000;
const restartsMax = 5;
const restartWindowMs = 60_000;
const errorTailMax = 2_000;

export interface Part {
  name: string;
  script: string;
  args?: string[];
  env: Record<string, string>;
}

/** One process of the product, restarted when it ends by itself, with its output in a log file. */
export class Supervised {
  readonly part: Part;
  readonly #log: WriteStream;
  readonly #onGivenUp: (message: string) => void;
  #child?: ChildProcess;
  #isStopping = false;
  #starts: number[] = [];
  #lastErrors = '';
  #onLine?: (line: string) => void;

  constructor(part: Part, dataDir: string, onGivenUp: (message: string) => void) {
    this.part = part;
    this.#log = openLog(join(dataDir, 'logs', `${part.name}.log`));
    this.#onGivenUp = onGivenUp;
  }

  /** Starts it; `onLine` sees each line of its standard output. */
  start(onLine?: (line: string) => void): void {
    this.#onLine = onLine;
    this.#starts.push(Date.now());
    const { script, args = [], env } = this.part;
    // A process group of its own, so that Ctrl-C reaches the launcher alone and the parts stop in order; the channel
    // tells the part when the launcher is gone.
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.#child = child;
    child.stdout?.pipe(this.#log, { end: false });
    child.stderr?.pipe(this.#log, { end: false });
    child.stdout?.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) this.#onLine?.(line);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#lastErrors = (this.#lastErrors + chunk.toString()).slice(-errorTailMax);
    });
    child.on('exit', () => void this.#restart());
  }

  /** The one line of its standard error that says what is wrong. */
  get failure(): string {
    const lines = this.#lastErrors.split('\n').filter((line) => line.trim() !== '');
    return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0] ?? `see ${this.part.name}.log in the data folder`;
  }

  get hasEnded(): boolean {
    return this.#child?.exitCode !== null || this.#child.signalCode !== null;
  }

  async #restart(): Promise<void> {
    if (this.#isStopping) return;
    const recent = this.#starts.filter((at) => at > Date.now() - restartWindowMs);
    this.#starts = recent;
    if (recent.length >= restartsMax) {
      this.#onGivenUp(`${this.part.name} ends again and again: ${this.failure}`);
      return;
    }
    await wait(200 * 2 ** recent.length);
    if (!this.#isStopping) this.start(this.#onLine);
  }

  /** Asks it to stop, waits for it, ends it by force when it does not. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (child === undefined || this.hasEnded) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(force);
  }
}

const openLog = (file: string): WriteStream => {
  if (existsSync(file) && statSync(file).size > logBytesMax) renameSync(file, `${file}.1`);
  return createWriteStream(file, { flags: 'a' });
};
