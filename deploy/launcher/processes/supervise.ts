import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { causeOfFailure } from './cause-of-failure.ts';
import { stoppingMessage, workMessage } from './messages.ts';
import { PartLog } from './part-log.ts';
import { identify, type ProcessIdentity } from './process-identity.ts';

const stopMs = 15_000;
const firstPauseMs = 250;
const pauseMaxMs = 30_000;
/** A run that was ready for this long resets the failure count, so that the part restarts immediately. */
const steadyMs = 5_000;
const outputTailMax = 8_000;
/** V8's space for new objects, in MB. With 4, a busy API spends a quarter of its time on garbage collection. */
const newSpace = '--max-semi-space-size=16';
/** Limit of glibc heaps. The default is eight per processor, each with separate memory. */
const mallocArenas = '2';
const beforePart = ['end-with-launcher.ts', 'after-start.ts'].flatMap((file) => [
  '--import',
  fileURLToPath(new URL(file, import.meta.url)),
]);
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));

export interface Part {
  name: string;
  script: string;
  args?: string[];
  env: Record<string, string>;
}

/** Body of GET /readyz. */
export interface PartStatus {
  state: 'starting' | 'ready' | 'degraded' | 'down';
  reason?: string;
  /** ISO 8601. */
  since: string;
}

export interface SuperviseOptions {
  /** Called when the state of the part changes. */
  onChange?(part: Supervised): void;
  /** Called when the part has work for another one. */
  onWork?(): void;
  /** Calls `start` after a delay; returns a function that cancels it. */
  schedule?(start: () => void, pauseMs: number): () => void;
}

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** One process of the product, restarted when it ends, with a log file for its output. */
export class Supervised {
  readonly part: Part;
  readonly #log: PartLog;
  readonly #onChange: (part: Supervised) => void;
  readonly #onWork: () => void;
  readonly #schedule: NonNullable<SuperviseOptions['schedule']>;
  #child?: ChildProcess;
  #isStopping = false;
  /** Set when someone else asked it to stop. It gets no new requests until its next run. */
  #isLeaving = false;
  #failuresInRow = 0;
  #readyAt?: number;
  #cancelRestart = () => {};
  #tail = '';
  #onLine?: (line: string) => void;
  status: PartStatus = { state: 'down', since: new Date().toISOString() };
  /** End of its latest run; undefined before the first end. */
  ending?: Ending;
  identity?: ProcessIdentity;

  constructor(part: Part, dataDir: string, options: SuperviseOptions = {}) {
    const { onChange = () => {}, onWork = () => {}, schedule = afterPause } = options;
    this.part = part;
    this.#log = new PartLog(join(dataDir, 'logs', `${part.name}.log`));
    this.#onChange = onChange;
    this.#onWork = onWork;
    this.#schedule = schedule;
  }

  /** Starts the process; `onLine` gets each line of its standard output. */
  start(onLine?: (line: string) => void): void {
    this.#onLine = onLine;
    this.#tail = '';
    this.#readyAt = undefined;
    this.#isLeaving = false;
    const { script, args = [], env } = this.part;
    const flags = ['--disable-warning=ExperimentalWarning', newSpace, ...beforePart];
    // A separate process group, so that Ctrl-C reaches only the launcher, which stops the parts in order. The channel
    // closes when the launcher ends.
    const child = spawn(process.execPath, [...flags, script, ...args], {
      env: { NODE_COMPILE_CACHE: compileCache, MALLOC_ARENA_MAX: mallocArenas, ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.#child = child;
    this.identity = child.pid === undefined ? undefined : identify(child.pid);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => this.#keep(chunk));
    child.stdout?.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) this.#onLine?.(line);
    });
    child.on('message', (message) => {
      if (message === stoppingMessage) this.#leave();
      if (message === workMessage) this.#onWork();
    });
    child.on('error', (error) => this.#keep(Buffer.from(`${error.message}\n`)));
    child.on('close', (code, signal) => this.#ended({ code, signal }));
    this.#change({ state: 'starting' });
  }

  /** Notifies the process of possible work. A stopped one checks for work when it starts. */
  announceWork(): void {
    if (this.#child?.connected) this.#child.send(workMessage, () => {});
  }

  /** True if its health can be checked. A request would keep a stopping part from ending. */
  get isAskable(): boolean {
    return this.isRunning && !this.#isLeaving;
  }

  get isRunning(): boolean {
    const child = this.#child;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Result of its own health check. Before it was ready for the first time, it is "starting", not "degraded". */
  setHealth(isReady: boolean, reason?: string): void {
    if (!this.isAskable) return;
    if (isReady) {
      this.#readyAt ??= Date.now();
      this.#change({ state: 'ready' });
    } else {
      this.#change({ state: this.#readyAt === undefined ? 'starting' : 'degraded', reason });
    }
  }

  /** Reason for its end, in one line. */
  get failure(): string {
    const { code, signal } = this.ending ?? {};
    const how = signal ? `ended by ${signal}` : `ended with code ${code}`;
    return causeOfFailure(this.#tail) ?? how;
  }

  /** Asks the process to stop, waits, and kills it after the time limit. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#cancelRestart();
    const child = this.#child;
    if (child !== undefined && this.isRunning) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await ended;
      clearTimeout(force);
    }
    await this.#log.close();
  }

  #keep(chunk: Buffer): void {
    this.#log.write(chunk);
    const output = this.#tail + chunk.toString();
    // Whole lines only: half a log line could look like the reason.
    this.#tail =
      output.length <= outputTailMax ? output : output.slice(output.indexOf('\n', output.length - outputTailMax) + 1);
  }

  #leave(): void {
    if (this.#isStopping) return;
    this.#isLeaving = true;
    this.#change({ state: 'down', reason: 'received a stop signal' });
  }

  #ended(ending: Ending): void {
    this.ending = ending;
    if (this.#isStopping) return;
    const wasSteady = this.#readyAt !== undefined && Date.now() - this.#readyAt >= steadyMs;
    this.#failuresInRow = wasSteady ? 0 : this.#failuresInRow + 1;
    const pauseMs = this.#failuresInRow === 0 ? 0 : Math.min(firstPauseMs * 2 ** (this.#failuresInRow - 1), pauseMaxMs);
    const when = pauseMs < 1_000 ? 'it starts again' : `it starts again in ${Math.round(pauseMs / 1_000)} s`;
    this.#change({ state: 'down', reason: `${this.failure}; ${when}` });
    this.#cancelRestart = this.#schedule(() => this.start(this.#onLine), pauseMs);
  }

  #change({ state, reason }: Omit<PartStatus, 'since'>): void {
    const before = this.status;
    if (before.state === state && before.reason === reason) return;
    const since = before.state === state ? before.since : new Date().toISOString();
    this.status = { state, ...(reason !== undefined && { reason }), since };
    this.#onChange(this);
  }
}

function afterPause(start: () => void, pauseMs: number): () => void {
  const timer = setTimeout(start, pauseMs);
  return () => clearTimeout(timer);
}
